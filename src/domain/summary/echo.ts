import { lettersOf } from '../texts.js'
import { sentencesOfPrompts } from './prompt.js'

/** Detects lines in which a model repeats its own instructions or the headers of the quoted conversation. [P7] */

/** Minimum characters of an instruction that a line may not contain. */
const MIN_CHARS = 16
/** Minimum share of the line that the instruction must fill, if the line only contains it. */
const MIN_SHARE = 0.5
const HEADER =
  /^\W{0,4}message \d+\s*[·:|-]\s*(?:user|assistant|system|tool|result of|calls)\b|<\/?conversation>|\[\s?…\s?the middle is left out|^"?kind"?\s*:\s*"?text/i

/** Minimum words of a line that says an instruction in nearly its own words, and their share in the instruction. A small model
 * changes the tense: `what was wanted, and why`. */
const NEARLY = { words: 5, share: 0.8 }

let instructions: string[] | null = null

/** Whether a line repeats an instruction of a prompt or a header of the transcript. */
export function isEcho(line: string): boolean {
  if (HEADER.test(line)) return true
  const text = keyOf(line)
  if (text.length < MIN_CHARS) return false
  instructions ??= sentencesOfPrompts().map(keyOf)
  const words = [...new Set(text.split(' '))]
  return instructions.some(
    (own) =>
      own.length >= MIN_CHARS &&
      (own.includes(text) || (text.includes(own) && own.length >= text.length * MIN_SHARE) || saysNearly(words, own)),
  )
}

function saysNearly(words: readonly string[], own: string): boolean {
  if (words.length < NEARLY.words) return false
  const known = new Set(own.split(' '))
  return words.filter((word) => known.has(word)).length >= words.length * NEARLY.share
}

function keyOf(text: string): string {
  return lettersOf(text).trim()
}
