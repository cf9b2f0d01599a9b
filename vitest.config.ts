import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const GLOBAL_POSTGRES = 'tests/support/global-postgres.ts'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Processes, not threads: the tests start servers, databases and threads of their own and must not share a heap with each other.
    pool: 'forks',
    // Two, whatever the machine: most tests talk to one Postgres, and some measure time.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: existsSync(GLOBAL_POSTGRES) ? [GLOBAL_POSTGRES] : [],
  },
})
