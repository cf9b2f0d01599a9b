import { headAndTail } from '../source/bounded.js'
import { parsedArguments } from '../source/reading.js'
import type { SourceMessage, SourcePart } from '../source/types.js'

/** Steps of an assistant and earlier messages, as plain text of bounded length. */

export interface Step {
  /** Its text and the values of its call arguments. */
  text: string
  /** Its text only. */
  spoken: string
  /** Whether it calls tools, so that the work continues. */
  calls: boolean
}

/** Characters read from a step. Its start shows its topic. */
const STEP_CHARS = 4_000
/** Characters read from the start and end of each part of an earlier message. Tools often report their verdict at the
 * end. */
const PART_HEAD_CHARS = 3_000
const PART_TAIL_CHARS = 1_000
/** Characters read from each earlier message. */
const MESSAGE_CHARS = 20_000
/** Maximum depth of nested arguments. */
const ARGUMENT_DEPTH = 6

/** Returns the step that a message takes. */
export function stepOf(message: Pick<SourceMessage, 'parts'>): Step {
  const spoken = message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const calls = message.parts.filter((part) => part.kind === 'call')
  return stepOfText([spoken, ...calls.map(partText)].join('\n'), spoken, calls.length > 0)
}

/** Builds a step from a description. */
export function stepOfText(text: string, spoken = text, calls = false): Step {
  return { text: text.slice(0, STEP_CHARS), spoken: spoken.slice(0, STEP_CHARS), calls }
}

/** Returns the text of a message, including results. */
export function messageText(message: Pick<SourceMessage, 'parts'>): string {
  return message.parts
    .map((part) => headAndTail(partText(part), PART_HEAD_CHARS, PART_TAIL_CHARS))
    .join('\n')
    .slice(0, MESSAGE_CHARS)
}

/** Returns the text of a part. Calls give only argument values, because names are the same in every session of an
 * app. */
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
