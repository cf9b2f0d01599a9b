import {
  AFTER_MS,
  AFTER_SHARE,
  dateWeight,
  NO_DATES,
  type DatedMessages,
  type NamedDate,
} from '../../domain/recall/dates.js'
import type { Ports } from '../../ports/ports.js'
import { timeOf } from '../shared/time-of.js'

/** Messages read at a time while their dates are compared. Three rounds find a date among 4,000 messages. */
const PROBES = 15

type Needs = Pick<Ports, 'store'>

/** Numbers of messages, the first inclusive and the last exclusive. */
export interface SeqSpan {
  from: number
  to: number
}

/** Returns the messages of the session that were sent at the dates or in the days after them. */
export async function datedMessages(
  ports: Needs,
  { sessionId, beforeSeq }: { sessionId: string; beforeSeq: number },
  dates: readonly NamedDate[],
): Promise<{ dated: DatedMessages; spans: SeqSpan[] }> {
  if (dates.length === 0) return { dated: NO_DATES, spans: [] }
  const since = (ms: number) => firstSince(ports, sessionId, beforeSeq, ms)
  const spans = await Promise.all(
    dates.map(async ({ from, to }) => {
      const [first, end, after] = await Promise.all([since(from), since(to), since(to + AFTER_MS)])
      return { from: first, to: end, after }
    }),
  )
  const count = spans.reduce((sum, { from, after }) => sum + after - from, 0)
  const has = (seq: number, from: number, to: number) => seq >= from && seq < to
  const shareOf = (seq: number) => {
    if (spans.some(({ from, to }) => has(seq, from, to))) return 1
    return spans.some(({ to, after }) => has(seq, to, after)) ? AFTER_SHARE : 0
  }
  const share = (one: { sessionId: string; seq: number }) => (one.sessionId === sessionId ? shareOf(one.seq) : 0)
  return { dated: { share, weight: dateWeight(count, beforeSeq - 1) }, spans }
}

/** Returns the number of the first message that was sent at a time or later; `beforeSeq`: none. Messages are in the order in which
 * they were sent, so each round leaves a sixteenth of them. */
async function firstSince({ store }: Needs, sessionId: string, beforeSeq: number, ms: number): Promise<number> {
  let [low, high] = [1, beforeSeq]
  while (low < high) {
    const step = Math.max(1, Math.ceil((high - low) / (PROBES + 1)))
    const seqs = Array.from({ length: PROBES }, (_, at) => low + (at + 1) * step - 1).filter((seq) => seq < high)
    const probed = await store.outlines(sessionId, { seqs, limit: seqs.length })
    const times = await Promise.all(
      probed.map(async (message) => ({ seq: message.seq, at: (await timeOf(message)).getTime() })),
    )
    const later = times.find(({ at }) => at >= ms)
    const earlier = times.findLast(({ at, seq }) => at < ms && (!later || seq < later.seq))
    const [nextLow, nextHigh] = [earlier ? earlier.seq + 1 : low, later ? later.seq : high]
    // What was deleted, or nothing between: the bound is found.
    if (nextLow === low && nextHigh === high) return high
    ;[low, high] = [nextLow, nextHigh]
  }
  return low
}
