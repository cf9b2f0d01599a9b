import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates a folder and its missing parents. Unlike `mkdir` with `recursive`, it ends where the parent exists but refuses
 * to hold a folder, such as `/proc`: there Node retries for ever. Throws the system error. */
export function makeFolder(path: string, mode = 0o700): void {
  const missing: string[] = []
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.push(folder)
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode })
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!existsSync(folder)) throw error
    }
  }
}
