import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readLogFile } from '../src/cli/demo/read-example.js'
import type { LoggedConversation } from '../src/importers/index.js'

const LOG_FILE = /\.(jsonl|json|traj)(\.gz)?$/
const EXAMPLES = ['examples/claude-code-session.jsonl.gz', 'examples/airline-tool-calls.json']

/** Log files named, and all below folders named, by name; none named: the examples. */
export async function logFiles(named: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of named.length > 0 ? named : EXAMPLES) {
    if (!(await stat(path)).isDirectory()) found.push(path)
    else
      for (const name of (await readdir(path, { recursive: true })).sort())
        if (LOG_FILE.test(name)) found.push(join(path, name))
  }
  return found
}

/** Conversations of the files, one after another; a file of no known format is passed over with a word. */
export async function* conversations(
  files: readonly string[],
): AsyncGenerator<{ file: string; conversation: LoggedConversation }> {
  for (const file of files) {
    const read = await readLogFile(file).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      return []
    })
    for (const conversation of read) yield { file, conversation }
  }
}
