import type { components } from '@palimpsest/client'

/** Input tokens of calls: as they were sent, and as they would have been sent otherwise. */

export type InputSums = Omit<components['schemas']['InputSums'], 'points' | 'limit'>

/** Ways to make the input of a call. */
export const WAYS = ['whole', 'newest', 'sent'] as const
export type Way = (typeof WAYS)[number]
export const WAY_TITLES: Record<Way, string> = {
  whole: 'Whole history',
  newest: 'Newest that fit',
  sent: 'Sent',
}

export const noSums = (): InputSums => ({
  ...{ calls: 0, answersInBulk: 0, callsBeyondLimit: 0 },
  ...{ whole: { tokens: 0, cached: 0 }, newest: { tokens: 0, cached: 0 }, sent: { tokens: 0, cached: 0 } },
  summaries: { promptTokens: 0, outputTokens: 0 },
})

/** Returns both together. */
export function added(a: InputSums, b: InputSums): InputSums {
  const both = (way: Way) => ({ tokens: a[way].tokens + b[way].tokens, cached: a[way].cached + b[way].cached })
  return {
    calls: a.calls + b.calls,
    answersInBulk: a.answersInBulk + b.answersInBulk,
    callsBeyondLimit: a.callsBeyondLimit + b.callsBeyondLimit,
    ...{ whole: both('whole'), newest: both('newest'), sent: both('sent') },
    summaries: {
      promptTokens: a.summaries.promptTokens + b.summaries.promptTokens,
      outputTokens: a.summaries.outputTokens + b.summaries.outputTokens,
    },
  }
}

/** Prices of a million tokens. */
export interface Prices {
  input: number
  cached: number
  /** Of the model that writes summaries, prompt and output together. */
  summaries: number
}

const MILLION = 1_000_000

/** Returns what the input of a way costs. */
export const priceOf = ({ tokens, cached }: InputSums[Way], prices: Prices): number =>
  ((tokens - cached) * prices.input + cached * prices.cached) / MILLION

export const priceOfSummaries = ({ summaries }: InputSums, prices: Prices): number =>
  ((summaries.promptTokens + summaries.outputTokens) * prices.summaries) / MILLION

/** Returns what was saved against the whole history each time, less what the summaries cost. Negative: it cost more. */
export const savedPrice = (sums: InputSums, prices: Prices): number =>
  priceOf(sums.whole, prices) - priceOf(sums.sent, prices) - priceOfSummaries(sums, prices)

export const savedTokens = ({ whole, sent }: InputSums): number => whole.tokens - sent.tokens
