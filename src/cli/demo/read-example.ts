import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { readLog, type LoggedConversation } from '../../importers/index.js'
import { CommandError } from '../connection.js'
import { unreadable } from '../output/unreadable.js'

/** Reads the conversations of a log file, gzipped or not. Throws CommandError if there is none. */
export async function readLogFile(path: string): Promise<LoggedConversation[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const text = (path.endsWith('.gz') ? unzipped(path, bytes) : bytes).toString('utf8')
  const conversations = readLog(text, path).filter(({ messages }) => messages.length > 0)
  if (conversations.length === 0) throw new CommandError(`${path} contains no conversation in a supported format.`)
  return conversations
}

function unzipped(path: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes)
  } catch (error) {
    throw unreadable(path, error)
  }
}
