import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { readLog, type LoggedConversation } from '../../importers/index.js'
import { CommandError } from '../connection.js'

/** Conversations of a log file of any known program, gzipped or not. */
export async function readLogFile(path: string): Promise<LoggedConversation[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const conversations = readLog(text, path).filter(({ messages }) => messages.length > 0)
  if (conversations.length === 0) throw new CommandError(`${path} holds no conversation of a known format.`)
  return conversations
}
