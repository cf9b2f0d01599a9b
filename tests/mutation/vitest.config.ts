import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { switchPatterns } from './switch-patterns.js'

export default defineConfig({
  plugins: [switchPatterns],
  resolve: { alias: { '@palimpsest/client': join(import.meta.dirname, '../../packages/client/src/index.ts') } },
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/mutation/survivors.mutation.ts'],
    pool: 'forks',
    execArgv: ['--max-old-space-size=6000'],
    testTimeout: 3_600_000,
  },
})
