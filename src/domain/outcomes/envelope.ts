import { COMMAND_HEADING, OUTPUT_HEADING, RUNNING_FORMATS } from '../../knowledge/exit-codes.js'
import { writtenCode } from './exit-code.js'
import { isAgentRow } from './rows.js'

/** Takes off what an agent writes before an output: the command itself, its time, its exit code. [V9] */

export interface Envelope {
  /** Exit code; null if none is written. */
  code: number | null
  /** Id of the command if it goes on; null if it ended. */
  running: string | null
  /** What the command printed. */
  output: string
}

/** Headings that are looked at: the repeated command may contain some, too. */
const MAX_HEADINGS = 20
/** Rows of facts before the heading. */
const MAX_FACTS = 8

/** Returns the parts of a result; null if the agent wrote nothing before the output. */
export function envelopeOf(text: string): Envelope | null {
  const heading = `\n${OUTPUT_HEADING}`
  let at = text.indexOf(heading)
  for (let tried = 0; at >= 0 && tried < MAX_HEADINGS; tried++) {
    const end = at + heading.length
    const rest = text.slice(end).replace(/^[ \t\r]{1,8}/, '')
    const facts = rest === '' || rest.startsWith('\n') ? factsBefore(text.slice(0, at)) : null
    if (facts) return { code: writtenCode(facts), running: runningIn(facts), output: rest.slice(1) }
    at = text.indexOf(heading, end)
  }
  return null
}

/** Returns the facts at the end of a text that is nothing but them, below the command; null if it is something else. */
function factsBefore(text: string): string[] | null {
  const facts: string[] = []
  let rest = text
  while (facts.length < MAX_FACTS && rest !== '') {
    const from = rest.lastIndexOf('\n')
    const row = rest.slice(from + 1).trim()
    if (!isFact(row)) break
    facts.unshift(row)
    rest = rest.slice(0, Math.max(0, from))
  }
  return facts.length > 0 && (rest === '' || rest.startsWith(COMMAND_HEADING)) ? facts : null
}

function isFact(row: string): boolean {
  return isAgentRow(row) || writtenCode([row]) !== null || runningIn([row]) !== null
}

function runningIn(rows: readonly string[], isEnveloped = true): string | null {
  for (const row of rows)
    for (const { line, inEnvelope } of RUNNING_FORMATS) {
      if (inEnvelope && !isEnveloped) continue
      const id = line
        .exec(row)
        ?.slice(1)
        .find((group) => group !== undefined)
      if (id !== undefined) return id
    }
  return null
}

/** Filled rows at the start of a result, and rows at its end, in which an agent writes that a command goes on. */
const EDGE_ROWS = { head: 4, tail: 1 }

function edgesOf(text: string): string[] {
  const rows = (part: string) => part.split('\n').flatMap((row) => (row.trim() === '' ? [] : [row.trim()]))
  return [...rows(text.slice(0, 2_000)).slice(0, EDGE_ROWS.head), ...rows(text.slice(-600)).slice(-EDGE_ROWS.tail)]
}

/** Returns the id of the command of a result, if it goes on; null if it ended. */
export function runningId(text: string): string | null {
  const envelope = envelopeOf(text)
  if (envelope && (envelope.running ?? envelope.code) !== null) return envelope.running
  return runningIn(edgesOf((envelope?.output ?? text).trim()), envelope !== null)
}
