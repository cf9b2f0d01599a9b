/** Whose words a question asks for. [M2] */
import type { Candidate } from './candidates.js'

export type Side = 'user' | 'assistant'

/** The pronoun after the verb says whose words answer: “What did you recommend …?”, “Have I ever …?” */
const OF_OTHER = /\b(?:[Dd]id|[Hh]ave|[Hh]ad) you\b|\b[Hh](?:ast|attest) du\b|\b[Hh](?:aben|atten) Sie\b|你.{0,12}过/u
const OF_SELF = /\b(?:[Dd]id|[Hh]ave|[Hh]ad|[Ww]as|[Aa]m) I\b|\b(?:[Hh]abe|[Hh]atte|[Bb]in|[Ww]ar) ich\b|我.{0,12}过/u
/** Share of its score that a message of the other side keeps. Measured on six chats of BEAM: two more questions of 108. */
const OTHER_SHARE = 0.5

/** Returns whose words a question of a person asks for; null: it does not say. */
export function sideAsked(text: string): Side | null {
  if (OF_OTHER.test(text)) return 'assistant'
  return OF_SELF.test(text) ? 'user' : null
}

/** Returns the candidates with those of the side that is asked for further in front.
 * @param chosen what they were read from, with scores */
export function askedSideFirst(
  candidates: readonly Candidate[],
  chosen: readonly { passage: { sessionId: string; seq: number }; score: number }[],
  side: Side | null,
): Candidate[] {
  if (side === null) return [...candidates]
  const scores = new Map(chosen.map(({ passage, score }) => [keyOf(passage), score]))
  const worth = ({ quote }: Candidate) => (scores.get(keyOf(quote)) ?? 0) * (quote.role === side ? 1 : OTHER_SHARE)
  return [...candidates].sort((a, b) => worth(b) - worth(a))
}

function keyOf({ sessionId, seq }: { sessionId: string; seq: number }): string {
  return `${sessionId} ${seq}`
}
