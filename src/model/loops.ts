/** Detects loops: small models may repeat one line until their token limit, at the full cost of every token. */
import { hasWord } from '../domain/texts.js'

/** Repetitions in a row that count as a loop. The items of a real list differ somewhere. */
const REPETITIONS = 4
/** Longest repeated text to detect, in characters. An object in a JSON list is about this long. */
const MAX_PERIOD = 300
/** Shortest repeated text to detect, in characters. Ruler lines and indents repeat shorter texts. */
const MIN_PERIOD = 12

/** Whether a text ends in the same passage four times in a row. Reads only the last 1,200 characters. */
export function endsInLoop(text: string): boolean {
  const end = text.slice(-MAX_PERIOD * REPETITIONS)
  for (let period = MIN_PERIOD; period * REPETITIONS <= end.length; period++) {
    const from = end.length - period * REPETITIONS
    let same = from
    while (same + period < end.length && end[same] === end[same + period]) same++
    // Ruler lines repeat with any period, so a loop must contain a word.
    if (same + period === end.length && hasWord(end.slice(-period))) return true
  }
  return false
}
