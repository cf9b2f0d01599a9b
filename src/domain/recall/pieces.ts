/** Chooses the sentences of a long text to quote: those that have most of the words, with what is around them. [M2] */

export interface Sentence {
  from: number
  to: number
  /** Weight of each word of the question that it has, once. */
  words: ReadonlyMap<number, number>
}

/** Sentences that are chosen by their words. What is around them says what they mean, so the rest of the tokens is its. */
const MAX_PIECES = 3
/** Share of its weight that a word keeps once a chosen sentence has it. */
const AGAIN_SHARE = 0.3

/** Returns the chosen sentences as runs of neighbors, each by its first and its last; the one that says most comes first.
 * @param sentences at least one
 * @param maxChars characters of all that is chosen, unless the first sentence has more */
export function chosenRuns(sentences: readonly Sentence[], maxChars: number): { first: number; last: number }[] {
  const best = bestSentences(sentences, maxChars)
  const chosen = new Set(best)
  let chars = best.reduce((sum, at) => sum + lengthOf(sentences[at]!), 0)
  // Grows in turn, to the side that has more of the words; the sentence after explains more than the one before.
  for (let grows = true; grows;) {
    grows = false
    for (const at of best) {
      const beside = besideOf(at, chosen, sentences, maxChars - chars)
      if (beside === null) continue
      chosen.add(beside)
      chars += lengthOf(sentences[beside]!)
      grows = true
    }
  }
  const rank = ({ first, last }: { first: number; last: number }) => best.findIndex((at) => at >= first && at <= last)
  return runsOf(chosen).sort((a, b) => rank(a) - rank(b))
}

/** Returns the sentences that have most of the words, best first: each says something that those before it do not. */
function bestSentences(sentences: readonly Sentence[], maxChars: number): number[] {
  const best: number[] = []
  const had = new Set<number>()
  let chars = 0
  const gainOf = ({ words }: Sentence) =>
    [...words].reduce((sum, [word, weight]) => sum + (had.has(word) ? AGAIN_SHARE * weight : weight), 0)
  while (best.length < MAX_PIECES) {
    let [next, gain] = [-1, 0]
    for (const [at, sentence] of sentences.entries()) {
      const fits = best.length === 0 || chars + lengthOf(sentence) <= maxChars
      const own = fits && !best.includes(at) ? gainOf(sentence) : 0
      if (own > gain) [next, gain] = [at, own]
    }
    if (next < 0) break
    best.push(next)
    chars += lengthOf(sentences[next]!)
    for (const word of sentences[next]!.words.keys()) had.add(word)
  }
  return best.length > 0 ? best : [0]
}

/** Returns the sentence by which the run of a chosen one grows; null: none fits. */
function besideOf(
  at: number,
  chosen: ReadonlySet<number>,
  sentences: readonly Sentence[],
  freeChars: number,
): number | null {
  let [before, after] = [at - 1, at + 1]
  while (chosen.has(before)) before -= 1
  while (chosen.has(after)) after += 1
  const fits = (one: number) => sentences[one] !== undefined && lengthOf(sentences[one]) <= freeChars
  if (fits(after) && (!fits(before) || weightOf(sentences[after]!) >= weightOf(sentences[before]!))) return after
  return fits(before) ? before : null
}

function runsOf(chosen: ReadonlySet<number>): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const at of [...chosen].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.last === at - 1) run.last = at
    else runs.push({ first: at, last: at })
  }
  return runs
}

function weightOf({ words }: Sentence): number {
  return [...words.values()].reduce((sum, weight) => sum + weight, 0)
}

/** With the blank after it. */
function lengthOf({ from, to }: Sentence): number {
  return to - from + 1
}
