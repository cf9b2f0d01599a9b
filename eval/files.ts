import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readLogFile } from '../src/cli/demo/read-example.js'
import type { LoggedConversation } from '../src/importers/index.js'

const LOG_FILE = /\.(jsonl|json|traj)(\.gz)?$/
const EXAMPLES = ['examples/claude-code-session.jsonl.gz', 'examples/airline-tool-calls.json']

/** Returns the given log files and all log files below the given folders, sorted. Without any, returns the examples. */
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

/** Yields the conversations of the files in order. Prints a line for each file in an unknown format and skips it. */
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
