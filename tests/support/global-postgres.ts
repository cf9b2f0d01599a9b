import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/store/index.js'
import { scanLogs } from './canaries.js'
import { quietLog } from './quiet-log.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the embedded server that all tests share. Each test creates its own databases. */
    postgresUrl: string
    /** Folder with the logs of all daemons of this run. */
    logFolder: string
  }
}

/**
 * Starts one embedded Postgres for the whole run, in a temporary folder.
 * At the end of the run, searches all logs for conversation text.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-postgres-'))
  const server = await startEmbedded({ dataDir: folder, log: quietLog() })
  project.provide('postgresUrl', server.url)
  const logFolder = await mkdtemp(join(tmpdir(), 'palimpsest-logs-'))
  project.provide('logFolder', logFolder)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    try {
      await scanLogs(logFolder)
    } catch (error) {
      // Vitest prints an error of a teardown but would still exit with 0.
      process.exitCode = 1
      throw error
    } finally {
      await rm(logFolder, { recursive: true, force: true })
    }
  }
}
