import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readLog, type LoggedConversation } from '../../src/importers/index.js'

/** The folder with package.json above this file, compiled or not. */
export const REPOSITORY = rootAbove(import.meta.dirname)

/** The built entry points of the service, from `npm run build`. */
export const ENTRIES = {
  daemon: join(REPOSITORY, 'dist/src/main.js'),
  worker: join(REPOSITORY, 'dist/workers/main.js'),
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error('no package.json above the benchmarks')
  return rootAbove(above)
}

const LOG_FILE = /\.(jsonl|json|traj)(\.gz)?$/

/** Returns conversations of at least `atLeast` messages from the log files of a folder, by default our examples. */
export function readConversations(folder = join(REPOSITORY, 'examples'), atLeast = 2): LoggedConversation[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && LOG_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .flatMap((path) => {
      const bytes = readFileSync(path)
      return readLog((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'), path)
    })
    .filter(({ messages }) => messages.length >= atLeast)
}
