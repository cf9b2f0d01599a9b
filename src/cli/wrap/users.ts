import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The wrapped programs that share a daemon which one of them started. The last one stops it. Each has a file, named by
 * the id of its process, in the data folder. */

const FOLDER = 'wraps'
const User = z.object({ daemonPid: z.number().nullable() })

export interface Membership {
  /** Ends the membership. Returns the process of the daemon if no other program uses it and one of them started it. */
  leave(): Promise<number | null>
}

/** @param startedPid process of the daemon that this program started; null: it was running */
export async function useDaemon(dataDir: string, startedPid: number | null): Promise<Membership> {
  const folder = join(dataDir, FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const others = await living(folder)
  const daemonPid = startedPid ?? others.find((pid) => pid !== null) ?? null
  const file = join(folder, String(process.pid))
  await writeFile(file, JSON.stringify({ daemonPid }), { mode: 0o600 })
  return {
    async leave() {
      await rm(file, { force: true })
      const left = await living(folder)
      return left.length === 0 ? daemonPid : null
    },
  }
}

/** Returns the daemon of each other living program. Removes the files of dead ones. */
async function living(folder: string): Promise<(number | null)[]> {
  const found: (number | null)[] = []
  for (const name of await readdir(folder)) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    const file = join(folder, name)
    if (!isAlive(pid)) await rm(file, { force: true })
    else found.push(await daemonOf(file))
  }
  return found
}

async function daemonOf(file: string): Promise<number | null> {
  try {
    return User.parse(JSON.parse(await readFile(file, 'utf8'))).daemonPid
  } catch {
    // It is being written, or just ended.
    return null
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
