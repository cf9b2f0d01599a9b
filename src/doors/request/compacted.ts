import type { Json } from '../../domain/message.js'
import type { Protocol } from '../protocol.js'
import { readCompaction } from './compaction-item.js'
import { contentDigest } from './digest-chain.js'

/**
 * Returns the elements of a conversation that goes on after an item of ours, as JSON text: what the item covers from the session, in place of
 * what the client kept of it, and then what is new. Elements that the session does not have stay. An item that no session knows becomes a message with its
 * text. Null: there is no such item.
 * @param find returns the elements that a digest covers; null: unknown
 */
export async function elementsAfterCompaction(
  { kindOf, format, readText }: Protocol,
  elements: readonly string[],
  find: (digest: string) => Promise<string[] | null>,
): Promise<string[] | null> {
  const values = elements.map((text) => JSON.parse(text) as Json)
  const at = values.findLastIndex((value) => readCompaction(value) !== null)
  const item = at < 0 ? null : readCompaction(values[at])
  if (!item) return null
  const stored = await find(item.digest)
  if (stored === null) {
    const message = readText?.(item.text) ?? JSON.stringify({ role: 'user', content: item.text })
    return elements
      .map((text, index) => (readCompaction(values[index]) === null ? text : index === at ? message : ''))
      .filter((text) => text !== '')
  }
  const firstTurn = values.findIndex((value) => kindOf(value, true) !== 'system')
  const known = new Set(stored.map((text) => contentDigest(format, JSON.parse(text) as Json)))
  const unknown = elements.slice(firstTurn, at).filter((_, index) => {
    const value = values[firstTurn + index]!
    return readCompaction(value) === null && !known.has(contentDigest(format, value))
  })
  return [...elements.slice(0, firstTurn), ...stored, ...unknown, ...elements.slice(at + 1)]
}
