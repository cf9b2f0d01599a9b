import { rangesInclude } from '../../domain/ranges.js'
import type { FoundPassage, RecallSources } from '../ports/ports.js'

/** Returns the passages that a session may recall, those of messages that it shares under its own id. Its own passages come
 * first: the same message may be in both indexes. [M2] */
export function ownPassages(
  passages: readonly FoundPassage[],
  sessionId: string,
  beforeSeq: number,
  { shared, others }: RecallSources,
): FoundPassage[] {
  const own = passages.filter((one) => one.sessionId === sessionId && one.seq < beforeSeq)
  const known = new Set(own.map(keyOf))
  const theirs = passages.flatMap((one) => {
    if (one.sessionId === sessionId) return []
    const source = shared.find((other) => other.sessionId === one.sessionId)
    if (source && one.seq < beforeSeq && rangesInclude(source.seqs, one.seq))
      return known.has(keyOf(one)) ? [] : [{ ...one, sessionId }]
    return others.includes(one.sessionId) ? [one] : []
  })
  return [...own, ...theirs]
}

function keyOf({ seq, part, start }: FoundPassage): string {
  return `${seq} ${part} ${start}`
}
