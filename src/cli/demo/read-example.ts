import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { readLog, type LoggedConversation } from '../../importers/index.js'
import { CommandError } from '../connection.js'

/** Reads the conversations of a log file, gzipped or not. Throws CommandError if there is none. */
export async function readLogFile(path: string): Promise<LoggedConversation[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CommandError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const conversations = readLog(text, path).filter(({ messages }) => messages.length > 0)
  if (conversations.length === 0) throw new CommandError(`${path} contains no conversation in a supported format.`)
  return conversations
}
