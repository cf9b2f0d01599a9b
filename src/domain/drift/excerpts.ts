import { cleanText } from '../source/reading.js'
import { sentences } from '../source/sentences.js'
import type { SourceMessage } from '../source/types.js'
import { messageText } from './step.js'
import { termsOf, type Terms } from './terms.js'

/** What of the history brings a session back to its intent: the sentences nearest to what was asked, word for word. [Q3] */

/** What a message has to offer. */
export interface Offer {
  seq: number
  /** Terms of the question that the message says. */
  said: string[]
  /** Its best sentence. */
  excerpt: string
}

/** Terms of the question beyond these are left out: a plan of many pages asks for everything. */
const MAX_QUESTION_TERMS = 200

/** What to look for: terms of the texts, names first. */
export function recoveryTerms(texts: readonly string[]): Terms {
  const terms: [string, number][] = texts.flatMap((text) => [...termsOf(text)])
  return new Map(terms.toSorted(([, a], [, b]) => b - a).slice(0, MAX_QUESTION_TERMS))
}

/** null: it says nothing of what is looked for. Linear in the message's text. */
export function offerOf(message: SourceMessage, wanted: Terms): Offer | null {
  let best = { weight: 0, text: '' }
  const said = new Set<string>()
  for (const text of sentences(cleanText(messageText(message)))) {
    let weight = 0
    for (const term of termsOf(text).keys()) {
      const asked = wanted.get(term)
      if (asked === undefined) continue
      weight += asked
      said.add(term)
    }
    if (weight > best.weight) best = { weight, text }
  }
  return best.weight === 0 ? null : { seq: message.seq, said: [...said], excerpt: best.text }
}

/** The `count` best: terms that few messages say weigh more; what left the context goes before what the model still reads, newer before
 * older. One sentence is given once. */
export function bestOffers(offers: readonly Offer[], wanted: Terms, left: ReadonlySet<number>, count: number): Offer[] {
  const saidBy = new Map<string, number>()
  for (const { said } of offers) for (const term of said) saidBy.set(term, (saidBy.get(term) ?? 0) + 1)
  const worth = ({ said }: Offer) =>
    said.reduce((sum, term) => sum + (wanted.get(term) ?? 0) * Math.log(1 + offers.length / (saidBy.get(term) ?? 1)), 0)
  const ranked = offers
    .map((offer) => ({ offer, removed: left.has(offer.seq), worth: worth(offer) }))
    .sort((a, b) => Number(b.removed) - Number(a.removed) || b.worth - a.worth || b.offer.seq - a.offer.seq)
  const once = new Map<string, Offer>()
  for (const { offer } of ranked) if (!once.has(offer.excerpt)) once.set(offer.excerpt, offer)
  return [...once.values()].slice(0, count)
}
