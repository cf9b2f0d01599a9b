import { expect, test } from 'vitest'
import { causeLines, causesOf, combinedCauses, type CutExchange } from '../../bench/prompt/causes.js'
import { amplification, figuresOf, PieceCounter } from '../../bench/prompt/figures.js'

/** What `npm run bench -- prompt` says the tokens were paid for. A cause that cannot be blamed would prove nothing. */

const piece = (name: string, tokens = 50) => name + ' word'.repeat(tokens)
const history = (count: number) => Array.from({ length: count }, (_, at) => piece(`m${at}`))
/** A client that adds one message a time; `prompt` and `cuts` are ours. */
const replay = (change: (pieces: string[], at: number) => Partial<CutExchange>): CutExchange[] =>
  Array.from({ length: 10 }, (_, at) => {
    const client = history(at + 1)
    return { client, prompt: client, cuts: [], ...change(client, at) }
  })
const counter = new PieceCounter()

test('[P12] the causes add up to the amplification', () => {
  const exchanges = replay((pieces, at) =>
    at < 5
      ? {}
      : { prompt: [pieces[0]!, piece('checkpoint'), ...pieces.slice(4)], cuts: at === 5 ? ['compression'] : [] },
  )
  const figures = figuresOf(exchanges, 10_000, counter)
  const excess = causesOf(exchanges, counter).reduce((sum, cause) => sum + cause.excess, 0)
  expect(1 + excess / figures.added).toBeCloseTo(amplification(figures))
})

test('[P12] a break is blamed on the cuts since the prompt before, each kind once', () => {
  const causes = causesOf(
    replay((pieces, at) =>
      at === 5
        ? { prompt: [...pieces.slice(0, 2), piece('changed'), ...pieces.slice(3)], cuts: ['mask', 'aging', 'mask'] }
        : at > 5
          ? { prompt: [...pieces.slice(0, 2), piece('changed'), ...pieces.slice(3)] }
          : {},
    ),
    counter,
  )
  expect(causes.map(({ name, requests }) => [name, requests])).toEqual([
    ['aging + mask', 1],
    ['no break', 8],
  ])
  // Two of five pieces stayed; the first of them is the fixed part.
  expect(causes[0]!.depths).toBeCloseTo(0.25, 1)
})

test('[P12] a change without a recorded cut is named, and so are words of ours in a prompt that only grew', () => {
  const unrecorded = causesOf(
    replay((pieces, at) => ({ prompt: [pieces[0]!, piece(`changed ${at}`), ...pieces.slice(2)] })),
    counter,
  )
  expect(unrecorded.map(({ name }) => name)).toContain('break without a cut')
  const recalled = causesOf(
    replay((pieces) => ({ prompt: pieces.flatMap((one) => [piece('recalled'), one]) })),
    counter,
  )
  expect(recalled).toHaveLength(1)
  expect(recalled[0]!.excess).toBeGreaterThan(400)
})

test('[P12] the table sums replays, the most expensive cause first', () => {
  const one = [{ name: 'mask', requests: 2, excess: 100, depths: 1 }]
  const two = [
    { name: 'aging', requests: 1, excess: 300, depths: 0.2 },
    { name: 'mask', requests: 1, excess: 50, depths: 0.5 },
  ]
  const lines = causeLines(combinedCauses([one, two]), 1_000)
  expect(lines.slice(2)).toEqual(['| aging | 1 | 300 | +0.30 | 20% |', '| mask | 3 | 150 | +0.15 | 50% |'])
})
