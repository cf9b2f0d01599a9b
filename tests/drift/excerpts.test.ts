import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestOffers, offerOf, recoveryTerms, type Offer } from '../../src/domain/drift/excerpts.js'
import { stepOf } from '../../src/domain/drift/step.js'
import { said } from '../summary/spans.js'

const ABOUT = ['Fix the rounding of total_price in src/cart/total.ts']
const wanted = recoveryTerms(ABOUT)

test('[Q3] an excerpt is a sentence of its message, verbatim, and one that says something of the matter', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const message = said(
        3,
        `${before.replaceAll('<', '')}\nThe rounding of total_price loses a cent.\n${after.replaceAll('<', '')}`,
      )
      const offer = offerOf(message, wanted)!
      expect(offer.seq).toBe(3)
      expect(stepOf(message).spoken.replace(/\r\n?/g, '\n')).toContain(offer.excerpt)
      expect(offer.matchedTerms).toEqual(expect.arrayContaining(['total_price', 'rounding']))
    }),
  )
  expect(offerOf(said(4, 'Nothing about it at all.'), wanted)).toBeNull()
})

test('[Q3] what left the context goes first, then what says the rarer things; one sentence is given once', () => {
  const offers: Offer[] = [
    { seq: 1, matchedTerms: ['rounding'], excerpt: 'a' },
    { seq: 2, matchedTerms: ['rounding', 'total_price'], excerpt: 'b' },
    { seq: 3, matchedTerms: ['rounding'], excerpt: 'a' },
    { seq: 9, matchedTerms: ['rounding', 'total_price', 'total.ts'], excerpt: 'c' },
  ]
  const best = bestOffers(offers, wanted, new Set([1, 2, 3]), 5)
  expect(best.map(({ seq }) => seq)).toEqual([2, 3, 9])
  expect(bestOffers(offers, wanted, new Set(), 1).map(({ seq }) => seq)).toEqual([9])
})
