import type { CheckpointLine } from '../checkpoint/checkpoint.js'
import { ratedWords, rarityOf } from '../source/rarity.js'
import { readPassages } from '../source/reading.js'
import type { SourceMessage } from '../source/types.js'
import { composer, type ComposeInput, type Composed } from './compose.js'
import { ends } from './support.js'

/** Composes a checkpoint with the lines of a model, and keeps them only if it then says no less than without them. [V11] */

/** What the checkpoint may say less with the lines of a model, because it reads better with them. */
const TOLERANCE = 0.04
/** Shares of the model's lines to try, the most important first: fewer of them leave more tokens for extracted lines. */
const SHARES_OF_LINES = [1, 1 / 2, 1 / 4]

export interface HelpfulInput extends ComposeInput {
  /** Heading of the checkpoint without lines of the model. */
  headingWithout: string
}

export interface Helpful extends Composed {
  /** Whether lines of the model are in the checkpoint; null if there were none. */
  helped: boolean | null
}

/** Returns the checkpoint with as many lines of the model as do not make it say less than the extractive one, else that one. */
export function helpfulCheckpoint({ accepted, heading, headingWithout, ...input }: HelpfulInput): Helpful {
  const compose = composer(input)
  if (accepted.length === 0) return { ...compose([], heading), helped: null }
  const without = compose([], headingWithout)
  const contentIn = contentOf(input.source)
  const valueOf = ({ text, verification }: Composed) => (contentIn(text) + verification.score) / 2
  const least = valueOf(without) - TOLERANCE
  const ranked = accepted.toSorted((a, b) => b.importance - a.importance)
  const counts = new Set(SHARES_OF_LINES.map((share) => Math.ceil(ranked.length * share)))
  for (const most of counts) {
    const kept = new Set(ranked.slice(0, most))
    const made = compose(
      accepted.filter((line) => kept.has(line)),
      heading,
    )
    if (made.lines.some(isModels) && valueOf(made) >= least) return { ...made, helped: true }
  }
  return { ...without, helped: false }
}

function isModels({ by }: CheckpointLine): boolean {
  return by === 'model'
}

/** Returns a function that gives the share of what people, the assistant, and its reasoning said that a text says: of their words, each
 * once, weighted by how rare they are among the messages. 1 if nothing was said. */
function contentOf(source: readonly SourceMessage[]): (text: string) => number {
  const said = readPassages(source).filter(({ voice }) => voice !== 'call' && voice !== 'result')
  const words = said.map(({ text }) => ratedWords(ends(text)))
  const rarity = rarityOf(words)
  const weights = new Map(words.flat().map((word) => [word, rarity.of(word)]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return () => 1
  return (text) => ratedWords(text).reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / total
}
