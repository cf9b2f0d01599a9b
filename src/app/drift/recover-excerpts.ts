import { bestOffers, offerOf, recoveryTerms, type Offer } from '../../domain/drift/excerpts.js'
import type { MessageState } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'
import { pagesBefore } from './recent-messages.js'

export interface RecoveredExcerpt {
  seq: number
  /** A sentence of the message, word for word. */
  excerpt: string
  where: MessageState
  /** The live checkpoint that stands for the message. */
  checkpointId?: string
}

/** Messages that are looked through, the newest. */
const REACH = 1_000
const EXCERPTS = 5
/** A ladder of checkpoints is never longer. */
const CHECKPOINTS = 100

/** Sentences of the history nearest to what the session is about, those that left the context first. */
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
  const states = new Map((await store.states(session.id, range)).map(({ seq, state }) => [seq, state]))
  const checkpoints = await store.checkpoints(session.id, { limit: CHECKPOINTS })
  const left = new Set([...states].flatMap(([seq, state]) => (state === 'covered' || state === 'evicted' ? [seq] : [])))
  return bestOffers(offers, wanted, left, EXCERPTS).map(({ seq, excerpt }) => {
    const behind = checkpoints.find(({ covered }) => covered.some(({ from, to }) => from <= seq && seq <= to))
    return { seq, excerpt, where: states.get(seq) ?? 'raw', ...(behind ? { checkpointId: behind.id } : {}) }
  })
}
