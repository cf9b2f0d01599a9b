/**
 * Compares an answer with the answer of the data set as LoCoMo's own evaluation does (`task_eval/evaluation.py` of
 * github.com/snap-research/locomo), but for word stems: it also counts "paints" for "painting", so its figures are a
 * little higher. Measured without a model.
 */

export interface Score {
  /** From 0 to 1. */
  f1: number
  /** Whether the same words occur in both, in any order. */
  isExact: boolean
}

const ARTICLES = new Set(['a', 'an', 'the', 'and'])

/** Returns the score of an answer. A question that needs several messages (`multi-hop`) has several answers, divided by commas: the mean of the best
 * score for each. Of an `inference`, what follows a semicolon is its reason. */
export function scoreOf(answer: string, { gold: given, category }: { gold: string; category: string }): Score {
  const gold = category === 'inference' ? given.split(';')[0]!.trim() : given
  const isExact = sameWords(wordsOf(answer), wordsOf(gold))
  if (category !== 'multi-hop') return { f1: overlap(answer, gold), isExact }
  const said = answer.split(',')
  const best = gold.split(',').map((one) => Math.max(...said.map((part) => overlap(part, one))))
  return { f1: mean(best), isExact }
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
}

/** The words in lower case, without punctuation and articles. */
export function wordsOf(text: string): string[] {
  const bare = text.toLowerCase().replace(/[!-/:-@[-`{-~]/g, '')
  return bare.split(/\s+/).filter((word) => word !== '' && !ARTICLES.has(word))
}

/** F1 of the words of two texts, each as often as it occurs. */
function overlap(answer: string, gold: string): number {
  const said = wordsOf(answer)
  const right = wordsOf(gold)
  const left = new Map<string, number>()
  for (const word of right) left.set(word, (left.get(word) ?? 0) + 1)
  let same = 0
  for (const word of said) {
    const count = left.get(word) ?? 0
    if (count > 0) same++
    left.set(word, count - 1)
  }
  return same === 0 ? 0 : (2 * same) / (said.length + right.length)
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)]
  return left.size === right.size && [...left].every((word) => right.has(word))
}
