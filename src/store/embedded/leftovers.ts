import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { processExists } from './postmaster.js'

/** Names of what a first start removes or renames at its end. The pid is that of the daemon. */
const LEFTOVER = /^(?:cluster|password)\.(\d{1,8})$/

/** Removes what daemons left in the folder that were killed during a first start. An unfinished cluster has 40 MB. */
export function removeLeftovers(dataDir: string): void {
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
    const pid = LEFTOVER.exec(name)?.[1]
    if (pid !== undefined && !processExists(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
