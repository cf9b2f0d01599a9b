import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './tests/support/long-files-first.js'
import { reportLostProcesses } from './tests/support/lost-processes.js'
import { useMemoryFolder } from './tests/support/memory-folder.js'
import { ON_PARTITIONS, projectsOf, type Project } from './tests/support/test-projects.js'

useMemoryFolder()
reportLostProcesses()

const GLOBAL_POSTGRES = 'tests/support/global-postgres.ts'
const SEARCH_LOGS = 'tests/support/search-logs.ts'
const ROOT = import.meta.dirname
const projects = projectsOf(join(ROOT, 'tests'))
const filesOf = (project: Project) =>
  [...projects.keys()].filter((path) => projects.get(path) === project).map((path) => relative(ROOT, path))

// Tests of the packages run on their sources.
const resolve = { alias: { '@palimpsest/client': join(ROOT, 'packages/client/src/index.ts') } }

const shared = {
  // Processes, not threads: test files start servers, databases and threads, and must not share a heap.
  pool: 'forks' as const,
  // Loading the service fills the default young generation many times: 64 MB save a tenth of the CPU time of a short file.
  execArgv: ['--max-semi-space-size=64'],
  // Compiled sources are kept in node_modules, by their contents. The next run loads the service in half of the time.
  experimental: { fsModuleCache: true },
  // These only end what hangs. On a busy machine, everything takes ten times as long.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

/** Workers on any machine, because most tests share one Postgres. Tests wait for a fifth of their time: for a kill to be
 * noticed, for a lease to end, for a page. A third worker computes meanwhile. Files that measure processes run before, two at
 * a time. */
const MEASURED = { maxWorkers: 2, sequence: { groupOrder: 0 } }
const SHARED = { maxWorkers: 3, sequence: { groupOrder: 1 } }

const onPostgres = {
  globalSetup: existsSync(GLOBAL_POSTGRES) ? [GLOBAL_POSTGRES] : [],
  setupFiles: existsSync(SEARCH_LOGS) ? [SEARCH_LOGS] : [],
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      { resolve, test: { ...shared, ...SHARED, name: 'pure', include: filesOf('pure'), isolate: false } },
      {
        resolve,
        test: { ...shared, ...SHARED, ...onPostgres, name: 'service', include: filesOf('service'), isolate: false },
      },
      {
        resolve,
        test: { ...shared, ...SHARED, ...onPostgres, name: 'partitioned', include: ON_PARTITIONS, isolate: false },
      },
      {
        resolve,
        test: { ...shared, ...MEASURED, ...onPostgres, name: 'watched', include: filesOf('watched'), isolate: false },
      },
      { resolve, test: { ...shared, ...MEASURED, ...onPostgres, name: 'alone', include: filesOf('alone') } },
    ],
  },
})
