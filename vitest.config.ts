import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const GLOBAL_POSTGRES = 'tests/support/global-postgres.ts'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Processes, not threads: test files start servers, databases and threads, and must not share a heap.
    pool: 'forks',
    // Two on any machine, because most tests share one Postgres and some measure time.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: existsSync(GLOBAL_POSTGRES) ? [GLOBAL_POSTGRES] : [],
  },
})
