/** Parses a file as a tool shows it: with or without line numbers, and with text of the tool around it. */

export interface FileLine {
  /** Line number in the file; if the tool shows none, the line number in the result, from 1. */
  number: number
  text: string
}
export interface ShownFile {
  lines: FileLine[]
  /** Lines that the tool adds before and after the file ("[File: a.py (1,997 lines total)]", "(12 more lines
   * below)"). */
  before: string[]
  after: string[]
  numbered: boolean
}

/** Matches `    12→text` (Claude Code), `12<tab>text` (`cat -n`), `12:text` (SWE-agent), `12| text`. */
const NUMBER = /^[ \t]{0,12}(\d{1,9})(?:→|\t|:|\| ?)/
const NUMBERED_SHARE = 0.9
/** Tag of a note that the client appends to a result for the model. */
const REMINDER = '<system-reminder>'

export function readShownFile(text: string): ShownFile {
  const reminder = text.lastIndexOf(`\n${REMINDER}`)
  const lines = (reminder < 0 ? text : text.slice(0, reminder)).split('\n')
  const numbers = lines.map((line) => NUMBER.exec(line.slice(0, 40)))
  const first = numbers.findIndex((match) => match !== null)
  const last = numbers.findLastIndex((match) => match !== null)
  const found = numbers.filter((match) => match !== null)
  if (
    first < 0 ||
    found.length < (last - first + 1) * NUMBERED_SHARE ||
    last - first + 1 < lines.length * NUMBERED_SHARE ||
    !rises(found)
  ) {
    return {
      lines: lines.map((line, index) => ({ number: index + 1, text: line })),
      before: [],
      after: [],
      numbered: false,
    }
  }
  let number = 0
  const shown = lines.slice(first, last + 1).map((line, index): FileLine => {
    const match = numbers[first + index]
    // A line without a number continues the line before it.
    number = match ? Number(match[1]) : number
    return { number, text: match ? line.slice(match[0].length) : line }
  })
  return { lines: shown, before: lines.slice(0, first), after: lines.slice(last + 1), numbered: true }
}

/** Whether the numbers are line numbers: nearly always one more than the number before. */
function rises(found: readonly RegExpExecArray[]): boolean {
  const steps = found.filter((match, index) => index > 0 && Number(match[1]) === Number(found[index - 1]![1]) + 1)
  return steps.length >= (found.length - 1) * NUMBERED_SHARE
}
