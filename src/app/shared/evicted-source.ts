import type { EvictedMessage } from '../../domain/ledger/ledger.js'
import type { StoredMessage } from '../../domain/message.js'
import { isBeside } from '../../domain/context/pairing.js'
import { partKey } from '../../domain/context/reduction.js'
import { toSource } from '../../domain/source/source.js'
import { eachStored } from './read-stored.js'

/** What leaves the context with one cut. */
export interface Eviction {
  /** Messages that leave whole. */
  seqs: readonly number[]
  /** Parts of messages that keep their words. */
  parts: readonly { seq: number; part: number }[]
  /** Parts of the messages that leave whole which had left before: keys of `partKey`. */
  removed: ReadonlySet<string>
}

/** Messages that leave the context as the ledger reads them: words and calls, and of the results those beside their calls, because
 * they leave with them. Thinking is nobody's word. `messages` are those that `leaving` names. */
export function evictedSource(messages: readonly StoredMessage[], eviction: Eviction): Promise<EvictedMessage[]> {
  const whole = new Set(eviction.seqs)
  const alone = new Set(eviction.parts.map(({ seq, part }) => partKey(seq, part)))
  return eachStored(messages, (message, { parts, role }) => {
    const kept = parts.flatMap((part, index) => {
      const shape = message.shape[index]
      const key = partKey(message.seq, index)
      const leaves = whole.has(message.seq) ? !eviction.removed.has(key) : alone.has(key)
      const counts = part.type === 'tool_result' ? shape !== undefined && isBeside(shape) : part.type !== 'reasoning'
      return leaves && counts && shape ? [{ part, shape }] : []
    })
    const source = toSource(
      message.seq,
      { role, parts: kept.map(({ part }) => part) },
      kept.map(({ shape }) => shape),
    )
    return { ...source, origin: message.origin }
  })
}
