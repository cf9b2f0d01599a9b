import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Text that occurs only in test conversations. No log line may contain any of it. [13] */

/** For tests that add their own text. */
export const CANARY = 'quetzal-canary-7f3d'

/** Parts of the conversation that many tests share. */
const CANARIES = [
  CANARY,
  'because 5.0 dropped the callback',
  'failed with ERR_ROOM_',
  'once more, round',
  'must never exceed it. Error E',
  'and never touch the file legacy',
  'keeps what came in until somebody asks', // words: ok
  'though some of the wording could be a little plainer',
]

interface Sighting {
  canary: string
  line: string
}

/** Returns log lines that contain conversation text. */
export function sightings(lines: readonly string[]): Sighting[] {
  return lines.flatMap((line) => CANARIES.filter((canary) => line.includes(canary)).map((canary) => ({ canary, line })))
}

/** Throws if any log of the run contains conversation text. */
export async function scanLogs(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [first] = sightings((await readFile(join(folder, name), 'utf8')).split('\n'))
    if (first) throw new Error(`a daemon logged conversation text (${first.canary}): ${first.line.slice(0, 2_000)}`)
  }
}
