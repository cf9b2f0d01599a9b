import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLoopback } from '../../domain/addresses.js'

const FILE = 'wrap-person'

/** Returns an id of the person at a daemon that others may use, too, made once and kept in the data folder; null if the daemon is on this
 * machine. The path of a project does not name a person: in containers, many people work in `/workspaces/app`. */
export async function personAt(url: string, dataDir: string): Promise<string | null> {
  if (isLoopback(new URL(url).hostname)) return null
  const file = join(dataDir, FILE)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(file, `${randomUUID()}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
