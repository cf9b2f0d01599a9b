import type { Occurrence } from '../search/rank.js'

/** Names in a message without a capital letter: people type so on phones. What they name is known by how the conversation writes it. [M3] */

/** Share of the places of a word within sentences that must have a capital letter. */
const MOST = 0.8
const CAPITAL = /^\p{Lu}/u
const HAS_CAPITAL = /\p{Lu}/u
/** Signs before a word that begins a sentence. */
const SIGNS = new Set('.!?:…。！？"“(*-')
/** Characters before a word that are read. */
const READ_CHARS = 8

export function hasNoCapital(text: string): boolean {
  return !HAS_CAPITAL.test(text)
}

/** Returns which terms of a query are names in these passages.
 * @param terms number of the terms */
export function namesInPassages(
  found: readonly { passage: { text: string }; occurrences: readonly Occurrence[] }[],
  terms: number,
): number[] {
  const counts = Array.from({ length: terms }, () => ({ all: 0, capital: 0 }))
  for (const { passage, occurrences } of found)
    for (const { term, start } of occurrences) {
      if (isFirst(passage.text, start)) continue
      const count = counts[term]!
      count.all += 1
      if (CAPITAL.test(passage.text.slice(start, start + 2))) count.capital += 1
    }
  return counts.flatMap(({ all, capital }, term) => (all > 0 && capital >= MOST * all ? [term] : []))
}

/** Whether a word is the first one of its sentence or line. */
function isFirst(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - READ_CHARS), start)
  const words = before.trimEnd()
  return words === '' || SIGNS.has(words.at(-1)!) || before.slice(words.length).includes('\n')
}
