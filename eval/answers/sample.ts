import type { Question, Talk } from '../recall/load.js'
import { seededRandom } from '../seeded-random.js'

/** A question with its number in its conversation, from 0. */
export interface Chosen extends Question {
  number: number
  answer: string
}

const SEED = 40

/**
 * Returns the questions to ask of each conversation. With a count, as many from each conversation and, within it, from each
 * category, as far as there are enough: the same in every run, and those of a smaller count are among those of a larger one.
 */
export function chosenQuestions(talks: readonly Talk[], count: number | null): Map<Talk, Chosen[]> {
  const chosen = new Map<Talk, Chosen[]>()
  for (const [at, talk] of talks.entries()) {
    const all = talk.questions.flatMap((one, number): Chosen[] =>
      one.answer === undefined ? [] : [{ ...one, answer: one.answer, number }],
    )
    const share =
      count === null
        ? all.length
        : Math.floor((count * (at + 1)) / talks.length) - Math.floor((count * at) / talks.length)
    chosen.set(talk, spread(all, talk.name).slice(0, share))
  }
  return chosen
}

/** The questions in a random order in which the categories alternate. */
function spread(questions: readonly Chosen[], name: string): Chosen[] {
  const random = seededRandom([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), SEED))
  const ranked = questions.map((one) => ({ one, rank: random() })).sort((a, b) => a.rank - b.rank)
  const seen = new Map<string, number>()
  const rounds = ranked.map(({ one }) => {
    const round = seen.get(one.category) ?? 0
    seen.set(one.category, round + 1)
    return { one, round }
  })
  // The sort keeps the order within a round.
  return rounds.sort((a, b) => a.round - b.round).map(({ one }) => one)
}
