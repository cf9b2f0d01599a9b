import type { Candidate } from '../../domain/recall/candidates.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { Ports } from '../../ports/ports.js'

/** Candidates whose words are read for dates. Those after them rarely fit. */
const MAX_READ = 24
/** Messages between two that an app appends at about the time of each. A whole history comes at once. */
const APART = 12

type Needs = Pick<Ports, 'store' | 'dates'>
type One = Omit<Candidate, 'beside'>

/** Returns the candidates with the dates that their words name, such as “two days ago”. A message of a history that came at once was
 * said at another time, so its words name none. [M2] [P14] */
export async function withNamedDays(ports: Needs, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const read = candidates.slice(0, MAX_READ)
  const undated = await storedAtOnce(
    ports,
    read.flatMap(({ beside, ...hit }) => [hit, ...(beside ? [beside] : [])]).filter(({ quote }) => !quote.isDated),
  )
  const named = <T extends One>(one: T): T =>
    undated.has(keyOf(one))
      ? one
      : { ...one, quote: { ...one.quote, named: ports.dates.namedDays(one.quote.text, one.quote.date) } }
  const found: Candidate[] = []
  for (const one of read) {
    await pauseWhenDue()
    found.push({ ...named(one), beside: one.beside && named(one.beside) })
  }
  return [...found, ...candidates.slice(MAX_READ)]
}

/** Returns which of the messages were stored together with another one, further apart than those of one turn are. */
async function storedAtOnce({ store }: Needs, some: readonly One[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const sessionId of new Set(some.map(({ quote }) => quote.sessionId))) {
    const own = some.filter(({ quote }) => quote.sessionId === sessionId).map(({ quote: { seq } }) => seq)
    const seqs = [...new Set(own.flatMap((seq) => [seq - APART, seq, seq + APART]))].filter((seq) => seq > 0)
    const messages = await store.outlines(sessionId, { seqs: seqs.sort((a, b) => a - b), limit: seqs.length })
    const times = new Map(messages.map(({ seq, createdAt }) => [seq, createdAt.getTime()]))
    for (const seq of own)
      if ([seq - APART, seq + APART].some((other) => times.has(other) && times.get(other) === times.get(seq)))
        found.add(`${sessionId} ${seq}`)
  }
  return found
}

function keyOf({ quote: { sessionId, seq } }: One): string {
  return `${sessionId} ${seq}`
}
