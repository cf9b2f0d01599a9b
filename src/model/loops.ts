/** Small models fall into a rut: they write one line again and again until their limit, at full price for every word. */

/** So often in a row is no coincidence; a list of similar lines differs somewhere. */
const TIMES = 4
/** Longest stretch that is looked for, in characters: an object of a JSON list is about this long. */
const LONGEST = 300
/** Shortest: rulers and indents are made of shorter ones. */
const SHORTEST = 12

/** Whether a text ends in one stretch written four times without a difference. Linear in a bounded end of the text. */
export function endsInLoop(text: string): boolean {
  const end = text.slice(-LONGEST * TIMES)
  for (let period = SHORTEST; period * TIMES <= end.length; period++) {
    const from = end.length - period * TIMES
    let same = from
    while (same + period < end.length && end[same] === end[same + period]) same++
    // A ruler repeats with any period; words do not.
    if (same + period === end.length && /\p{L}{3}/u.test(end.slice(-period))) return true
  }
  return false
}
