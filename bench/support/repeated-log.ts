import { conversations, logFiles } from '../../eval/files.js'
import type { Format, Json } from '../../src/domain/message.js'

/** Ids of calls as the APIs write them. */
const CALL_ID = /\b(toolu|call)_[A-Za-z0-9_-]+/g

/** Returns real messages until there are `count` of them: those of all logs of one format, one log after the other, and then again
 * with other ids of their calls.
 * @param named files and folders of logs; empty: the examples of the repository */
export async function repeatedLog(
  named: readonly string[],
  count: number,
): Promise<{ format: Format; messages: Json[] }> {
  const found: string[] = []
  let format: Format | null = null
  for await (const { conversation } of conversations(await logFiles(named))) {
    if (conversation.messages.length < 20) continue
    format ??= conversation.format
    if (conversation.format === format) for (const { value } of conversation.messages) found.push(JSON.stringify(value))
  }
  if (format === null) throw new Error('no log has 20 messages')
  const messages = Array.from({ length: count }, (_, at): Json => {
    const round = Math.floor(at / found.length)
    const text = found[at % found.length]!
    return JSON.parse(round === 0 ? text : text.replace(CALL_ID, (id) => `${id}_${round}`))
  })
  return { format, messages }
}
