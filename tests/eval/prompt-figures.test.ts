import { expect, test } from 'vitest'
import {
  amplification,
  combined,
  figuresOf,
  fullAmplification,
  meanUse,
  PieceCounter,
  reusableShare,
  type Exchange,
} from '../../bench/prompt/figures.js'

/** The figures of `npm run bench -- prompt`. A figure that a worse build could not make worse would prove nothing. */

const WORD = ' word'
const piece = (name: string, tokens = 50) => name + WORD.repeat(tokens)
const history = (count: number) => Array.from({ length: count }, (_, at) => piece(`m${at}`))
/** A client that adds a message a time; the prompts are its histories, changed by `cut`. */
const replay = (cut: (pieces: string[], at: number) => string[]): Exchange[] =>
  Array.from({ length: 10 }, (_, at) => ({ client: history(at + 1), prompt: cut(history(at + 1), at) }))
const of = (exchanges: Exchange[], usable = 10_000) => figuresOf(exchanges, usable, new PieceCounter())

test('[P12] a prompt that only grows at its end has amplification 1 and no break', () => {
  const figures = of(replay((pieces) => pieces))
  expect([amplification(figures), figures.breaks]).toEqual([1, 0])
  expect(Number.isNaN(meanUse(figures))).toBe(true)
})

test('[P12] a change near the start costs all that follows, one near the end hardly anything', () => {
  const early = of(replay((pieces, at) => [at > 4 ? piece('changed') : pieces[0]!, ...pieces.slice(1)]))
  const late = of(
    replay((pieces, at) => (at === 5 ? [...pieces.slice(0, -2), piece('changed'), pieces.at(-1)!] : pieces)),
  )
  expect(early.breaks).toBe(1)
  // The changed piece comes once more when it changes back.
  expect(late.breaks).toBe(2)
  expect(amplification(early)).toBeGreaterThan(amplification(late))
  expect(reusableShare(early)).toBeLessThan(reusableShare(late))
})

test('[P12] a cut each request is a break each request, and words that the client did not send count against us', () => {
  const always = of(replay((pieces, at) => [piece(`cut ${at}`), ...pieces.slice(1)]))
  expect(always.breaks).toBe(9)
  expect(reusableShare(always)).toBeLessThan(0.1)
  const recalled = of(replay((pieces) => pieces.flatMap((one) => [piece('recalled', 100), one])))
  expect(recalled.breaks).toBe(0)
  expect(amplification(recalled)).toBeGreaterThan(2)
})

test('[P12] the fewest possible breaks are those of a context that is emptied when it is full', () => {
  // The first piece is fixed. Of 300 tokens, three pieces fit beside it, then three again, and again.
  expect(
    of(
      replay((pieces) => pieces),
      210,
    ).leastBreaks,
  ).toBe(2)
  expect(of(replay((pieces) => pieces)).leastBreaks).toBe(0)
})

test('[P12] the use counts only requests whose history no longer fits, so that an empty prompt is seen', () => {
  const empty = of(
    replay((pieces) => pieces.slice(-1)),
    300,
  )
  expect(empty.full.requests).toBe(5)
  expect(meanUse(empty)).toBeLessThan(0.2)
  expect(empty.largest).toBeLessThan(1)
  const over = of(
    replay((pieces) => pieces),
    300,
  )
  expect(over.largest).toBeGreaterThan(1)
  expect(fullAmplification(over)).toBe(1)
  const both = combined([empty, over])
  expect(both.requests).toBe(20)
  expect(both.largest).toBe(over.largest)
})
