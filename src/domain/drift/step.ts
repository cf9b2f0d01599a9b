import { parsedArguments } from '../source/reading.js'
import type { SourceMessage, SourcePart } from '../source/types.js'

/** What an assistant does next, and what the messages before it said, as plain text of bounded length. */

export interface Step {
  /** Its words and the values of its arguments. */
  text: string
  /** Its words alone. */
  spoken: string
  /** It calls tools: it goes on, whatever it says. */
  calls: boolean
}

/** Characters of a step that are looked at: what it is about shows at its beginning. */
const STEP_CHARS = 4_000
/** Of every part of an earlier message: its beginning, and its end where the verdict of a tool stands. */
const PART_HEAD_CHARS = 3_000
const PART_TAIL_CHARS = 1_000
/** Of every earlier message. */
const MESSAGE_CHARS = 20_000
/** Nested arguments are followed this deep. */
const ARGUMENT_DEPTH = 6

export function stepOf(message: Pick<SourceMessage, 'parts'>): Step {
  const spoken = message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const calls = message.parts.filter((part) => part.kind === 'call')
  return stepOfText([spoken, ...calls.map(partText)].join('\n'), spoken, calls.length > 0)
}

/** A step that is only described. */
export function stepOfText(text: string, spoken = text, calls = false): Step {
  return { text: text.slice(0, STEP_CHARS), spoken: spoken.slice(0, STEP_CHARS), calls }
}

/** What a message of the session said, results included. */
export function messageText(message: Pick<SourceMessage, 'parts'>): string {
  return message.parts
    .map((part) => headAndTail(partText(part)))
    .join('\n')
    .slice(0, MESSAGE_CHARS)
}

/** Of a call the values of its arguments: names of tools and arguments are the same in every session of an app. */
function partText(part: SourcePart): string {
  if (part.kind !== 'call') return part.text
  const values: string[] = []
  valuesOf(parsedArguments(part.args), 0, values)
  return values.join('\n')
}

function valuesOf(value: unknown, depth: number, found: string[]): void {
  if (typeof value === 'string') found.push(value)
  else if (typeof value === 'number') found.push(String(value))
  else if (typeof value === 'object' && value !== null && depth < ARGUMENT_DEPTH)
    for (const inner of Object.values(value)) valuesOf(inner, depth + 1, found)
}

function headAndTail(text: string): string {
  if (text.length <= PART_HEAD_CHARS + PART_TAIL_CHARS) return text
  return `${text.slice(0, PART_HEAD_CHARS)}\n${text.slice(-PART_TAIL_CHARS)}`
}
