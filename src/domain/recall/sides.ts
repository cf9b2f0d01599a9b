/** Whose words a question asks for. [M2] */
import { kindAmong } from '../../knowledge/lines/read.js'
import type { Candidate } from './candidates.js'

/** The person, or what answers the person: the model, and the tools that it calls. */
export type Side = 'user' | 'assistant'

/** Share of its score that a message of the other side keeps. Measured on six chats of BEAM: two more questions of 108. */
const OTHER_SHARE = 0.5

const asked = kindAmong('of-assistant', 'of-user')

/** Returns whose words a question of a person asks for; null: it does not say. */
export function sideAsked(text: string): Side | null {
  const kind = asked(text)
  return kind === null ? null : kind === 'of-user' ? 'user' : 'assistant'
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
  const worth = ({ quote }: Candidate) => (scores.get(keyOf(quote)) ?? 0) * (sideOf(quote) === side ? 1 : OTHER_SHARE)
  return [...candidates].sort((a, b) => worth(b) - worth(a))
}

function sideOf({ role }: Candidate['quote']): Side {
  return role === 'user' ? 'user' : 'assistant'
}

function keyOf({ sessionId, seq }: { sessionId: string; seq: number }): string {
  return `${sessionId} ${seq}`
}
