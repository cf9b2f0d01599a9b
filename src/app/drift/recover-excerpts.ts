import { bestOffers, offerOf, recoveryTerms, type Offer } from '../../domain/drift/excerpts.js'
import type { MessageState } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'
import { pagesBefore } from './recent-messages.js'

export interface RecoveredExcerpt {
  seq: number
  /** A sentence of the message, verbatim. */
  excerpt: string
  where: MessageState
  /** The live checkpoint that covers the message. */
  checkpointId?: string
}

/** Number of newest messages searched. */
const REACH = 1_000
const EXCERPTS = 5
/** No session has more live checkpoints. */
const CHECKPOINTS = 100

/** Returns the sentences in history that are closest to the texts in `about`. Sentences that left the context come
 * first. */
export async function recoverExcerpts(
  { store }: Pick<Ports, 'store'>,
  session: Pick<Session, 'id' | 'lastSeq'>,
  about: readonly string[],
): Promise<RecoveredExcerpt[]> {
  const wanted = recoveryTerms(about)
  const offers: Offer[] = []
  for await (const page of pagesBefore({ store }, session.id, session.lastSeq + 1, REACH))
    for (const message of page) {
      const offer = offerOf(message, wanted)
      if (offer) offers.push(offer)
    }
  const range = { from: Math.max(1, session.lastSeq - REACH + 1), to: session.lastSeq }
  const stored = (await store.states(session.id, range)).filter(({ withdrawn }) => !withdrawn)
  const states = new Map(stored.map(({ seq, state }) => [seq, state]))
  const checkpoints = await store.checkpoints(session.id, { limit: CHECKPOINTS })
  const left = new Set([...states].flatMap(([seq, state]) => (state === 'covered' || state === 'evicted' ? [seq] : [])))
  return bestOffers(offers, wanted, left, EXCERPTS).map(({ seq, excerpt }) => {
    const checkpoint = checkpoints.find(({ covered }) => covered.some(({ from, to }) => from <= seq && seq <= to))
    return { seq, excerpt, where: states.get(seq) ?? 'raw', ...(checkpoint ? { checkpointId: checkpoint.id } : {}) }
  })
}
