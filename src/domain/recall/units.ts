import type { Closeness } from './floor.js'
import { rankPassage, type Ranked } from '../search/rank.js'
import type { Passage } from '../search/passages.js'
import type { QueryTerm } from '../search/query.js'

/** Ranks what may be recalled: messages with the messages around them, because the answer to a question is found by the
 * words of the question. `npm run eval -- recall` measures the constants. [M2] [M3] */

/** A passage of a message in some session. */
export interface RecallPassage extends Passage {
  sessionId: string
  seq: number
}

export interface RecallUnit<P> extends Closeness {
  best: Ranked<P>
  /** Orders the units. */
  score: number
}

/** Shares of the score of the messages before, and after, that a message gains. */
const BEFORE_SHARES = [0.45, 0.2]
const AFTER_SHARES = [0.3, 0.15]

/** Returns the units, best first. */
export function rankUnits<P extends RecallPassage>(
  passages: readonly P[],
  terms: readonly QueryTerm[],
  weights: readonly number[],
): RecallUnit<P>[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const bySession = new Map<string, Map<number, Ranked<P>>>()
  for (const passage of passages) {
    const ranked = rankPassage(passage, terms, weights)
    if (ranked.score <= 0) continue
    const messages = bySession.get(passage.sessionId) ?? new Map<number, Ranked<P>>()
    if (ranked.score > (messages.get(passage.seq)?.score ?? 0)) messages.set(passage.seq, ranked)
    bySession.set(passage.sessionId, messages)
  }
  const units: RecallUnit<P>[] = []
  for (const messages of bySession.values())
    for (const [seq, best] of messages) {
      const near = [seq - 1, seq, seq + 1].flatMap((one) => messages.get(one)?.occurrences ?? [])
      const has = new Set(near.map(({ term }) => term))
      const covered = [...has].reduce((sum, term) => sum + weights[term]!, 0)
      const at = (one: number) => messages.get(one)?.score ?? 0
      const around =
        BEFORE_SHARES.reduce((sum, share, n) => sum + share * at(seq - n - 1), 0) +
        AFTER_SHARES.reduce((sum, share, n) => sum + share * at(seq + n + 1), 0)
      units.push({
        best,
        score: best.score + around,
        coverage: all === 0 ? 0 : covered / all,
        weight: covered,
        terms: has.size,
      })
    }
  return units.sort((a, b) => b.score - a.score || b.best.passage.seq - a.best.passage.seq)
}
