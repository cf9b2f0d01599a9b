import { readdir, readFile } from 'node:fs/promises'

/** CPU time and memory of processes, from /proc. Linux only. */

/** Clock ticks per second, fixed at 100 on Linux. */
const TICKS = 100

/** Returns CPU seconds of a process so far. */
export async function cpuSeconds(pid: number): Promise<number> {
  return (await statOf(pid))?.cpu ?? 0
}

/** Returns CPU seconds of a Postgres server: of its processes now, and of those that ended. */
export async function serverCpuSeconds(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const stats = await Promise.all(pids.map(statOf))
  const own = stats.find((stat) => stat?.pid === postmaster)
  const children = stats.filter((stat) => stat?.parent === postmaster)
  return (own?.cpu ?? 0) + (own?.ended ?? 0) + children.reduce((sum, stat) => sum + (stat?.cpu ?? 0), 0)
}

/** Returns the resident memory of a process now, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024
}

/** Returns the largest resident memory of a process so far, in bytes. */
export async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1_024
}

interface Stat {
  pid: number
  parent: number
  /** Seconds of the process, and of its ended children. */
  cpu: number
  ended: number
}

async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name of the program may contain spaces. After it: state, parent, and so on.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (...at: number[]) => at.reduce((sum, index) => sum + Number(fields[index]), 0) / TICKS
  return { pid, parent: Number(fields[1]), cpu: seconds(11, 12), ended: seconds(13, 14) }
}
