import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `postmaster.pid` in a cluster says about the server that made it. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
  /** The file as it stands, to compare with what the server itself reads. */
  text: string
}

/** null: no server has (or had) this cluster open. */
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

/** Whether a process of that number is a living Postgres, as far as the system tells. */
export function isPostgresAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return process.platform !== 'linux' || looksLikePostgres(pid)
}

function looksLikePostgres(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const [name, state] = [stat.slice(stat.indexOf('(') + 1, end), stat.slice(end + 2, end + 3)]
    return name === 'postgres' && state !== 'Z' // a zombie that nobody fetches holds nothing
  } catch {
    return false
  }
}

/** No process has this number: Linux ends at 2^22, others earlier. */
const NO_SUCH_PID = 99_999_999

/** A pid file left by a killed server whose number now belongs to another program would keep Postgres from starting. The file stays, with a
 * number nobody has: the server then still checks by its shared memory that no orphan of the old one is at work in the cluster. */
export function disownPostmaster(clusterDir: string, stale: Postmaster): void {
  writeFileSync(join(clusterDir, 'postmaster.pid'), stale.text.replace(/^-?\d+/, String(NO_SUCH_PID)))
}
