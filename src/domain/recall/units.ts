import type { Closeness } from './floor.js'
import type { Ranked } from '../search/rank.js'
import type { Passage } from '../search/passages.js'
import { queryTerms, type QueryTerm } from '../search/query.js'
import type { DatedMessages } from './dates.js'

/** Ranks what may be recalled: messages with the messages around them, because the answer to a question is found by the
 * words of the question. `npm run eval -- recall` measures the constants. [M2] [M3] */

/** A passage of a message in some session. */
export interface RecallPassage extends Passage {
  sessionId: string
  seq: number
}

export interface RecallUnit<P> extends Closeness {
  best: Ranked<P>
  /** Orders the units: how well one matches, less for a long one. */
  score: number
}

/** Shares of the score of the messages before, and after, that a message gains. */
const BEFORE_SHARES = [0.6, 0.4]
const AFTER_SHARES = [0.3, 0.15]
/** What the words of someone whom the question names gain, and those of others lose: a name is in the replies to them, too. What they gain
 * from the messages around them changes alike. */
const SPEAKER = { named: 1.2, other: 0.5 }
/** Messages on each side that are of one stretch with a message, and the share of the best score that the best stretch gives: a
 * conversation stays with a subject, and some of what it says of it has few words of the question. */
const STRETCH = { messages: 12, share: 0.4 }
/** Characters of a passage above which it ranks lower, by the square root of its length. Of a long one only a part is quoted, and the more
 * words it has, the less it says that some of them are those of the question. Ranked alike, long answers took the tokens of the short
 * messages that they answer: 5 points of BEAM. */
const LONG_CHARS = 300

export interface UnitQuery {
  terms: readonly QueryTerm[]
  /** Terms that are names. */
  names: readonly number[]
  /** Of the terms. */
  weights: readonly number[]
  /** Terms that are a number or an id. */
  ids: readonly number[]
  /** Terms of the sentences around the question, which say nothing of how much of it is found. */
  around: readonly number[]
  dated: DatedMessages
}

/** Returns the units, best first.
 * @param ranked the passages, each ranked with the terms and weights of the query */
export function rankUnits<P extends RecallPassage>(ranked: readonly Ranked<P>[], query: UnitQuery): RecallUnit<P>[] {
  const { terms, names, ids, weights, around, dated } = query
  const others = new Set(around)
  const named = new Set(names.flatMap((term) => terms[term]!.spellings))
  const all = weights.reduce((sum, weight, term) => (others.has(term) ? sum : sum + weight), dated.weight)
  const units: RecallUnit<P>[] = []
  const bySession = bestOfMessages(ranked)
  const stretchOf = stretches(bySession.values())
  for (const messages of bySession.values())
    for (const [seq, best] of messages) {
      const near = [seq - 1, seq, seq + 1].flatMap((one) => messages.get(one)?.occurrences ?? [])
      const has = new Set(near.map(({ term }) => term))
      const ofDate = dated.weight * dated.share(best.passage)
      const covered = [...has].reduce((sum, term) => (others.has(term) ? sum : sum + weights[term]!), ofDate)
      const at = (one: number) => messages.get(one)?.score ?? 0
      const neighbors =
        BEFORE_SHARES.reduce((sum, share, n) => sum + share * at(seq - n - 1), 0) +
        AFTER_SHARES.reduce((sum, share, n) => sum + share * at(seq + n + 1), 0)
      const own = (best.score + neighbors) * speakerFactor(best.passage, named) + (stretchOf.get(best) ?? 0)
      units.push({
        best,
        score: own * lengthFactor(best.passage) + ofDate,
        match: own + ofDate,
        matchShare: all === 0 ? 0 : (own + ofDate) / all,
        coverage: all === 0 ? 0 : covered / all,
        weight: covered,
        terms: has.size,
        isExact: ofDate > 0 || ids.some((term) => has.has(term)),
      })
    }
  return units.sort((a, b) => b.score - a.score || b.best.passage.seq - a.best.passage.seq)
}

/** Returns the best passage of each message that has a term, by session and number. */
function bestOfMessages<P extends RecallPassage>(all: readonly Ranked<P>[]): Map<string, Map<number, Ranked<P>>> {
  const bySession = new Map<string, Map<number, Ranked<P>>>()
  for (const ranked of all) {
    const { passage, score } = ranked
    if (score <= 0) continue
    const messages = bySession.get(passage.sessionId) ?? new Map<number, Ranked<P>>()
    if (score > (messages.get(passage.seq)?.score ?? 0)) messages.set(passage.seq, ranked)
    bySession.set(passage.sessionId, messages)
  }
  return bySession
}

/** Returns what each message gains from the messages of its stretch: the squares of their scores, the nearer the more. A few good hits
 * say more about the subject of a stretch than many with a frequent word. */
function stretches<R extends { score: number }>(sessions: Iterable<ReadonlyMap<number, R>>): Map<R, number> {
  const sums = new Map<R, number>()
  let [bestScore, bestSum] = [0, 0]
  for (const messages of sessions)
    for (const [seq, one] of messages) {
      let sum = 0
      for (let far = -STRETCH.messages; far <= STRETCH.messages; far++) {
        const score = messages.get(seq + far)?.score ?? 0
        sum += score * score * (1 - Math.abs(far) / (STRETCH.messages + 1))
      }
      sums.set(one, sum)
      bestScore = Math.max(bestScore, one.score)
      bestSum = Math.max(bestSum, sum)
    }
  return new Map([...sums].map(([one, sum]) => [one, (STRETCH.share * bestScore * sum) / bestSum]))
}

function lengthFactor({ text }: RecallPassage): number {
  return text.length <= LONG_CHARS ? 1 : Math.sqrt(LONG_CHARS / text.length)
}

/** The label of who speaks, in a transcript. */
const LABEL = /^([\p{L}\p{N}_.-]{1,30}(?: [\p{L}\p{N}_.-]{1,30}){0,2}): /u

function speakerFactor({ start, text }: RecallPassage, named: ReadonlySet<string>): number {
  const label = start === 0 && named.size > 0 ? LABEL.exec(text)?.[1] : undefined
  if (label === undefined) return 1
  const isNamed = queryTerms(label).some(({ spellings }) => spellings.some((one) => named.has(one)))
  return isNamed ? SPEAKER.named : SPEAKER.other
}
