import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Contents of `postmaster.pid` in a cluster, written by its server. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
  /** Full text of the file, to compare with the file the server itself reads. */
  text: string
}

/** Reads `postmaster.pid`. Returns null if no server has the cluster open, or left the file behind. */
export function readPostmaster(clusterDir: string): Postmaster | null {
  let text: string
  try {
    text = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8')
  } catch {
    return null
  }
  // Lines: pid, folder, start time, port, socket folder, address, shared memory, status.
  const lines = text.split('\n')
  const pid = Math.abs(Number(lines[0]))
  return Number.isInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready', text }
    : null
}

/** Whether the process is a running Postgres. Checks the program name only on Linux; elsewhere any process counts. */
export function isPostgresAlive(pid: number): boolean {
  return processExists(pid) && (process.platform !== 'linux' || looksLikePostgres(pid))
}

/** Whether a process has the pid, of whatever user. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function looksLikePostgres(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const [name, state] = [stat.slice(stat.indexOf('(') + 1, end), stat.slice(end + 2, end + 3)]
    return name === 'postgres' && state !== 'Z' // a zombie has released its files
  } catch {
    return false
  }
}

/** Never a real pid: Linux pids end at 2^22, those of other systems earlier. */
const NO_SUCH_PID = 99_999_999

/**
 * Replaces the pid in a file left by a killed server. If another program now has that pid, Postgres would not start.
 * The file stays, so that the new server still checks by shared memory that no orphan of the old one is running.
 */
export function replaceStalePid(clusterDir: string, stale: Postmaster): void {
  writeFileSync(join(clusterDir, 'postmaster.pid'), stale.text.replace(/^-?\d+/, String(NO_SUCH_PID)))
}
