import type { EvictedMessage } from '../../domain/ledger/ledger.js'
import type { StoredMessage } from '../../domain/message.js'
import { isBeside } from '../../domain/context/pairing.js'
import { partKey } from '../../domain/context/reduction.js'
import { toSource } from '../../domain/source/source.js'
import { eachStored } from './read-stored.js'

/** Messages and parts that one cut removes from the context. */
export interface Eviction {
  /** Messages removed completely. */
  seqs: readonly number[]
  /** Parts removed from messages whose text remains. */
  parts: readonly { seq: number; part: number }[]
  /** Parts of `seqs` that an earlier cut removed, as keys of `partKey`. */
  removed: ReadonlySet<string>
}

/** Returns the removed messages and parts as ledger input: text, calls, and results adjacent to their calls.
 * Those results leave together with their calls. Reasoning is omitted.
 * @param messages the messages that `eviction` names */
export function evictedSource(messages: readonly StoredMessage[], eviction: Eviction): Promise<EvictedMessage[]> {
  const whole = new Set(eviction.seqs)
  const single = new Set(eviction.parts.map(({ seq, part }) => partKey(seq, part)))
  return eachStored(messages, (message, { parts, role }) => {
    const kept = parts.flatMap((part, index) => {
      const shape = message.shape[index]
      const key = partKey(message.seq, index)
      const leaves = whole.has(message.seq) ? !eviction.removed.has(key) : single.has(key)
      const counts = part.type === 'tool_result' ? shape !== undefined && isBeside(shape) : part.type !== 'reasoning'
      return leaves && counts && shape ? [{ part, shape }] : []
    })
    const source = toSource(
      message.seq,
      { role, parts: kept.map(({ part }) => part) },
      kept.map(({ shape }) => shape),
    )
    // Its calls may have left before; the request is its text.
    const isFirst = message.turn === 1 && message.role === 'user' && message.origin === 'human'
    return { ...source, origin: message.origin, ...(isFirst && whole.has(message.seq) ? { isFirst } : {}) }
  })
}
