import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'

const REPOSITORY = join(import.meta.dirname, '..', '..')
const COLLECTION = process.env.CONVERSATIONS ?? join(REPOSITORY, '..', 'shared', 'data', 'conversations')
const EXAMPLES = join(REPOSITORY, 'examples')
const LOG_FILE = /\.(jsonl|json|traj)(\.gz)?$/
/** The example programs are a package of their own. */
const PACKAGE_FILE = /(^|\/)node_modules\/|^package(-lock)?\.json$/

/** Whether the large collection of real conversations is available. Otherwise tests use the few in `examples/`. */
export const hasConversations = existsSync(COLLECTION)

export interface ConversationFile {
  /** Path inside the folder, with forward slashes. */
  name: string
  text: string
}

/** Returns every log file, sorted by name. `only` selects names that contain it, and `isWanted` files by their place in the
 * sorted list and their name, so that the rest need no unpacking. */
export function conversationFiles(
  only = '',
  isWanted: (at: number, name: string) => boolean = () => true,
): ConversationFile[] {
  const folder = hasConversations ? COLLECTION : EXAMPLES
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && LOG_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(folder, path).replaceAll('\\', '/') }))
    .filter(({ name }) => name.includes(only) && !PACKAGE_FILE.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }, at) => isWanted(at, name))
    .map(({ path, name }) => ({ name, text: textOf(path) }))
}

function textOf(path: string): string {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}
