import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/store/index.js'
import { quietLog } from './quiet-log.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the embedded server that all tests share; each makes databases of its own. */
    postgresUrl: string
  }
}

/** One embedded Postgres for the whole run, in a folder that goes with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-postgres-'))
  const server = await startEmbedded({ dataDir: folder, log: quietLog() })
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
