import { cleanText, parsedArguments } from './reading.js'
import type { SourceMessage, SourcePart } from './types.js'

/** A span as a summarizer reads it: quoted as data inside a fence that nothing in it can close. [V3] */

export const FENCE_OPEN = '<conversation>'
export const FENCE_CLOSE = '</conversation>'
/** What is left of a long tool result: its start, and its end where the verdict stands. */
const RESULT_HEAD_CHARS = 1_600
const RESULT_TAIL_CHARS = 700
const ARGUMENT_HEAD_CHARS = 500
const ARGUMENT_TAIL_CHARS = 150
const GAP = '\n[… the middle is left out …]\n'

const FENCE_LOOKALIKE = /<(?=\s{0,8}\/?\s{0,8}conversation\b)/gi
const HEADER_LOOKALIKE = /^(\s{0,8})---(?=\s{0,8}message\b)/gim
// eslint-disable-next-line no-control-regex -- control characters other than tab and line break say nothing and confuse models
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g
const TEMPLATE = /<\|(?=[^|\n]{1,40}\|>)/g

export function fencedTranscript(source: readonly SourceMessage[]): string {
  return `${FENCE_OPEN}\n${source.map(transcriptOf).join('')}${FENCE_CLOSE}`
}

/** One message under its heads: number, who speaks, for a tool its name and whether it went well. */
export function transcriptOf(message: SourceMessage): string {
  return message.parts
    .map((part) => `--- message ${message.seq} · ${whoSpeaks(message, part)} ---\n${quoted(partText(part))}\n`)
    .join('')
}

function whoSpeaks(message: SourceMessage, part: SourcePart): string {
  switch (part.kind) {
    case 'text':
      return message.role
    case 'call':
      return `assistant calls ${toolName(part.name)}`
    case 'result':
      return `result of ${toolName(part.name)} · ${part.isError ? 'error' : 'ok'}`
  }
}

function toolName(name: string): string {
  return name.replace(/[^\w.:/-]+/g, '_').slice(0, 80) || 'tool'
}

/** What of a part goes to the summarizer: all of a text, head and tail of long results and arguments. */
export function partText(part: SourcePart): string {
  switch (part.kind) {
    case 'text':
      return cleanText(part.text)
    case 'call':
      return shortened(argumentLines(part.args), ARGUMENT_HEAD_CHARS, ARGUMENT_TAIL_CHARS)
    case 'result':
      return shortened(cleanText(part.text), RESULT_HEAD_CHARS, RESULT_TAIL_CHARS)
  }
}

/** `name: value` for each argument, long values shortened by themselves so that none hides the others. */
function argumentLines(args: string): string {
  const value = parsedArguments(args)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return args
  const lines = Object.entries(value).map(([name, inner]) => {
    const text = typeof inner === 'string' ? inner : JSON.stringify(inner)
    return `${name}: ${shortened(text ?? '', 240, 80)}`
  })
  return lines.join('\n')
}

/** Cuts out the middle at line or word ends, so that no half name is shown. */
function shortened(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + GAP.length) return text
  const front = text.slice(0, head)
  const back = text.slice(-tail)
  return front.replace(/\S{1,200}$/, '') + GAP + back.replace(/^\S{1,200}/, '')
}

/** Text that can neither close the fence nor pass for a head of ours or for a token of a chat template. */
function quoted(text: string): string {
  return text
    .replace(CONTROL, ' ')
    .replace(FENCE_LOOKALIKE, '‹')
    .replace(HEADER_LOOKALIKE, '$1- -')
    .replace(TEMPLATE, '(|')
}

/** For the few words of others that stand outside the fence (goal, earlier lines, wishes of the app). */
export function quotedInline(text: string): string {
  return quoted(text)
}
