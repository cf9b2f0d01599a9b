import { cleanText } from '../source/reading.js'
import { sentences } from '../source/sentences.js'
import type { SourceMessage } from '../source/types.js'
import { messageText } from './step.js'
import { termsOf, type Terms } from './terms.js'

/** Finds the sentences of the history that bring a session back to its intent: those closest to the query, verbatim.
 * [Q3] */

/** Best excerpt of one message. */
export interface Offer {
  seq: number
  /** Query terms that the message contains. */
  matchedTerms: string[]
  /** The sentence with the highest weight. */
  excerpt: string
}

/** Maximum query terms. A plan of many pages would match everything. */
const MAX_QUERY_TERMS = 200

/** Returns the query terms of the texts, names first. */
export function recoveryTerms(texts: readonly string[]): Terms {
  const terms: [string, number][] = texts.flatMap((text) => [...termsOf(text)])
  return new Map(terms.toSorted(([, a], [, b]) => b - a).slice(0, MAX_QUERY_TERMS))
}

/** Returns the best excerpt of a message; null if it contains no wanted term. Linear in the text of the message. */
export function offerOf(message: SourceMessage, wanted: Terms): Offer | null {
  let best = { weight: 0, text: '' }
  const matchedTerms = new Set<string>()
  for (const text of sentences(cleanText(messageText(message)))) {
    let weight = 0
    for (const term of termsOf(text).keys()) {
      const asked = wanted.get(term)
      if (asked === undefined) continue
      weight += asked
      matchedTerms.add(term)
    }
    if (weight > best.weight) best = { weight, text }
  }
  return best.weight === 0 ? null : { seq: message.seq, matchedTerms: [...matchedTerms], excerpt: best.text }
}

/** Returns the `count` best offers without duplicate sentences. Terms that occur in few messages weigh more.
 * Messages outside the context come before those the model still receives, and newer before older.
 * @param left seqs of the messages outside the context */
export function bestOffers(offers: readonly Offer[], wanted: Terms, left: ReadonlySet<number>, count: number): Offer[] {
  const offersByTerm = new Map<string, number>()
  for (const { matchedTerms } of offers)
    for (const term of matchedTerms) offersByTerm.set(term, (offersByTerm.get(term) ?? 0) + 1)
  const worth = ({ matchedTerms }: Offer) =>
    matchedTerms.reduce(
      (sum, term) => sum + (wanted.get(term) ?? 0) * Math.log(1 + offers.length / (offersByTerm.get(term) ?? 1)),
      0,
    )
  const ranked = offers
    .map((offer) => ({ offer, removed: left.has(offer.seq), worth: worth(offer) }))
    .sort((a, b) => Number(b.removed) - Number(a.removed) || b.worth - a.worth || b.offer.seq - a.offer.seq)
  const once = new Map<string, Offer>()
  for (const { offer } of ranked) if (!once.has(offer.excerpt)) once.set(offer.excerpt, offer)
  return [...once.values()].slice(0, count)
}
