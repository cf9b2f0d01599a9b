import { parseMessage } from '../domain/formats/index.js'
import type { LeavingMessage } from '../domain/ledger.js'
import type { Json, StoredMessage } from '../domain/message.js'
import { isBeside } from '../domain/pairing.js'
import { toSource } from '../domain/summary/source.js'

/** Messages that leave the context as the ledger reads them: words and calls, and of the results those beside their calls, because
 * they leave with them. Thinking is nobody's word.
 * @param mixed numbers of messages of which only such results leave */
export function readLeaving(messages: readonly StoredMessage[], mixed: ReadonlySet<number> = new Set()): LeavingMessage[] {
  return messages.map((message) => {
    const { parts, role } = parseMessage(message.format, JSON.parse(message.raw) as Json, `message ${message.seq}`)
    const kept = parts.flatMap((part, index) => {
      const shape = message.shape[index]
      const leaves =
        part.type === 'tool_result' ? shape !== undefined && isBeside(shape) : !mixed.has(message.seq) && part.type !== 'reasoning'
      return leaves && shape ? [{ part, shape }] : []
    })
    const source = toSource(
      message.seq,
      { role, parts: kept.map(({ part }) => part) },
      kept.map(({ shape }) => shape),
    )
    return { ...source, origin: message.origin }
  })
}
