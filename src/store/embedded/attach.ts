import { existsSync } from 'node:fs'
import type { Log } from '../../ports/ports.js'
import { StartError } from '../../ports/start-error.js'
import { clusterDirOf, clusterPassword } from './cluster.js'
import { startEmbedded, urlOf, type EmbeddedDatabase } from './index.js'
import { isPostgresAlive, readPostmaster } from './postmaster.js'

/**
 * Opens the embedded database for reading beside a daemon: uses the server that runs in the folder, or starts one and
 * stops it again. Throws StartError if the folder has no database.
 */
export async function attachEmbedded({ dataDir, log }: { dataDir: string; log: Log }): Promise<EmbeddedDatabase> {
  const clusterDir = clusterDirOf(dataDir)
  if (!existsSync(clusterDir))
    throw new StartError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the daemon.`)
  const running = readPostmaster(clusterDir)
  if (!running?.ready || !isPostgresAlive(running.pid)) return startEmbedded({ dataDir, log })
  return { url: urlOf(running.port, clusterPassword(dataDir)), stop: async () => {} }
}
