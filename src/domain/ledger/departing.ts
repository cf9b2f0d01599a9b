import { isBeside } from '../context/pairing.js'
import { partKey } from '../context/part-key.js'
import { parseMessage, parseStored } from '../formats/index.js'
import type { StoredMessage } from '../message.js'
import { toSource } from '../source/source.js'
import { isTalkAt } from './talk.js'
import { ledgerEntriesOf, type LedgerEntry } from './ledger.js'
import type { EvictedMessage } from './said.js'

/** Messages and parts that one cut removes from the context. */
export interface Eviction {
  /** Messages removed completely. */
  seqs: readonly number[]
  /** Parts removed from messages whose text remains. */
  parts: readonly { seq: number; part: number }[]
  /** Parts of `seqs` that an earlier cut removed, as keys of `partKey`. */
  removed: ReadonlySet<string>
}

/** A stored message of which parts leave the context. It is parsed where its entries are found, which may be a thread. */
export type DepartingMessage = Pick<StoredMessage, 'seq' | 'format' | 'raw' | 'shape' | 'origin'> & {
  /** Indexes of the parts that the ledger reads, ascending. */
  leaving: number[]
  /** Whether its request leaves, and is the first of the session. */
  isFirst: boolean
}

/** Returns a function that names what leaves of a message: text, calls, and results adjacent to their calls, which leave together with
 * them. Reasoning is omitted. */
export function departure({ seqs, parts, removed }: Eviction): (message: StoredMessage) => DepartingMessage {
  const whole = new Set(seqs)
  const single = new Set(parts.map(({ seq, part }) => partKey(seq, part)))
  return ({ seq, format, raw, shape, origin, role, turn }) => {
    const isWhole = whole.has(seq)
    const leaving = shape.flatMap((part, index) => {
      const counts = part.kind === 'tool_result' ? isBeside(part) : part.kind !== 'reasoning'
      const among = isWhole ? removed : single
      const isNamed = among.size > 0 && among.has(partKey(seq, index))
      return counts && isNamed !== isWhole ? [index] : []
    })
    // Its calls may have left before; the request is its text.
    const isFirst = isWhole && turn === 1 && role === 'user' && origin === 'human'
    return { seq, format, raw, shape, origin, leaving, isFirst }
  }
}

/** Parses what leaves of a message, as ledger input. */
export function evictedMessage({
  seq,
  format,
  raw,
  shape,
  origin,
  leaving,
  isFirst,
}: DepartingMessage): EvictedMessage {
  const { role, parts, speaker } = parseMessage(format, parseStored(raw), `message ${seq}`)
  const kept = leaving.flatMap((index) => {
    const [part, itsShape] = [parts[index], shape[index]]
    return part && itsShape ? [{ part, shape: itsShape }] : []
  })
  const read = { role, origin, parts: kept.map(({ part }) => part), ...(speaker !== undefined && { speaker }) }
  const source = toSource(
    seq,
    read,
    kept.map((one) => one.shape),
  )
  return { ...source, origin, ...(isFirst && { isFirst }) }
}

/** Returns the ledger entries of messages that leave, all open, in message order. [C9]
 * @param messages ascending, with those before each that show to whom it speaks: nothing of these leaves */
export function entriesOfDeparting(messages: readonly DepartingMessage[]): LedgerEntry[] {
  const evicted = messages.map(evictedMessage)
  const isPersons = ({ role, origin }: EvictedMessage) => role === 'user' && origin === 'human'
  return ledgerEntriesOf(
    evicted.map((one, at) => (isPersons(one) && isTalkAt(evicted, at) ? { ...one, isTalk: true } : one)),
  )
}
