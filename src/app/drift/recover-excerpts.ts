import { bestOffers, offerOf, recoveryTerms } from '../../domain/drift/excerpts.js'
import type { MessageState } from '../../domain/message.js'
import { queryTerms } from '../../domain/search/query.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../../ports/ports.js'
import { rankedPassages } from '../search/ranked-passages.js'
import { readSpan } from '../shared/read-span.js'

export interface RecoveredExcerpt {
  seq: number
  /** A sentence of the message, verbatim. */
  excerpt: string
  where: MessageState
  /** The live checkpoint that covers the message. */
  checkpointId?: string
}

/** Messages read of those that the search finds. */
const FOUND = 60
const EXCERPTS = 5
/** No session has more live checkpoints. */
const CHECKPOINTS = 100

/** Returns the sentences in history that are closest to the texts in `about`, from the messages that the search finds.
 * Sentences that left the context come first. [R7] */
export async function recoverExcerpts(
  { store }: Pick<Ports, 'store'>,
  session: Pick<Session, 'id' | 'appId'>,
  about: readonly string[],
): Promise<RecoveredExcerpt[]> {
  const wanted = recoveryTerms(about)
  const terms = queryTerms([...wanted.keys()].join(' '))
  if (terms.length === 0) return []
  const { ranked } = await rankedPassages({ store }, { appId: session.appId, sessionId: session.id }, terms)
  const seqs = ranked.slice(0, FOUND).map(({ passage }) => passage.seq)
  if (seqs.length === 0) return []
  // Complete messages, even if parts of them left the context.
  const messages = await readSpan(await store.span(session.id, seqs), { removed: new Set() })
  const offers = messages.flatMap((message) => offerOf(message, wanted) ?? [])
  const range = { from: Math.min(...seqs), to: Math.max(...seqs) }
  const states = new Map((await store.states(session.id, range)).map(({ seq, state }) => [seq, state]))
  const checkpoints = await store.checkpoints(session.id, { limit: CHECKPOINTS })
  const left = new Set([...states].flatMap(([seq, state]) => (state === 'covered' || state === 'evicted' ? [seq] : [])))
  return bestOffers(offers, wanted, left, EXCERPTS).map(({ seq, excerpt }) => {
    const checkpoint = checkpoints.find(({ covered }) => covered.some(({ from, to }) => from <= seq && seq <= to))
    return { seq, excerpt, where: states.get(seq) ?? 'raw', ...(checkpoint ? { checkpointId: checkpoint.id } : {}) }
  })
}
