import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/store/index.js'
import { scanLogs } from './canaries.js'
import { quietLog } from './quiet-log.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the embedded server that all tests share; each makes databases of its own. */
    postgresUrl: string
    /** Folder of everything that daemons of this run log. */
    logFolder: string
  }
}

/** One embedded Postgres for the whole run, in a folder that goes with it. At the end of the run, logs are searched for conversation
 * text. */
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
      // Vitest prints an error of a teardown and would still end with 0.
      process.exitCode = 1
      throw error
    } finally {
      await rm(logFolder, { recursive: true, force: true })
    }
  }
}
