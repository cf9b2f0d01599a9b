import { asks } from '../texts.js'
import { contentWords } from './sentences.js'

/** Measures how much a text says: its rare words for each of its tokens. Reactions consist of words that everyone uses all the
 * time; what someone may ask for later is named by words that others do not use. Needs no list of words, so it holds in
 * every language. [C10] [P13] */

/** How rare words are among some texts. */
export interface Rarity {
  /** Returns 1 for a word of one text, and nearly 0 for one of all texts. */
  of(word: string): number
}

/** Tokens added to the size of a text: two rare words in four tokens say less than ten in thirty. */
const BASE_TOKENS = 10
/** What a name inside a sentence is worth beside its rarity, in scripts with capitals. */
const NAME_WORTH = 0.6
const NAME = /(?<=[\p{Ll}\p{N},;] )\p{Lu}\p{Ll}/gu
/** Share that a question is worth of an answer. */
const QUESTION_SHARE = 0.6
const NUMBER = /(?<![\p{L}\p{N}])\d{1,2}(?![\p{L}\p{N}])/gu

/** Returns the rarity of words among texts: the square of the inverse document frequency, as a share of its maximum.
 * @param texts the rated words of each text */
export function rarityOf(texts: readonly (readonly string[])[]): Rarity {
  const frequency = new Map<string, number>()
  for (const words of texts) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const inverse = (count: number) => Math.log((texts.length + 1) / (count + 0.5))
  const most = inverse(1)
  return {
    of: (word) => {
      const count = frequency.get(word) ?? 0
      return most <= 0 ? 1 : (Math.max(0, inverse(Math.max(1, count))) / most) ** 2
    },
  }
}

/** Returns how much a text says for each token: about 0.02 for a reaction, 0.2 for a statement with names.
 * @param tokens tokens of the text
 * @param words the rated words of the text, if they are at hand */
export function worthOf(
  text: string,
  { tokens, rarity, words = ratedWords(text) }: { tokens: number; rarity: Rarity; words?: readonly string[] },
): number {
  const rare = words.reduce((sum, word) => sum + rarity.of(word), 0)
  const names = NAME_WORTH * (text.match(NAME)?.length ?? 0)
  return ((asks(text) ? QUESTION_SHARE : 1) * (rare + names)) / (tokens + BASE_TOKENS)
}

/** Returns the words of a text that are rated, each once: words with content, and short numbers. */
export function ratedWords(text: string): string[] {
  return [...new Set([...contentWords(text), ...(text.match(NUMBER) ?? [])])]
}
