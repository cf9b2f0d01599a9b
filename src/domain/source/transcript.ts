import { withoutControls, withoutPartialWord } from '../texts.js'
import { cleanText, isClientOutput, parsedArguments, toolName } from './reading.js'
import { withoutTemplateTokens } from './template-tokens.js'
import type { SourceMessage, SourcePart } from './types.js'

/** Renders a span for the summarizer: quoted as data, inside a fence that its content cannot close. [V3] */

export const FENCE_OPEN = '<conversation>'
export const FENCE_CLOSE = '</conversation>'
/** Characters kept of a long tool result: its start, and its end with the verdict. */
const RESULT_HEAD_CHARS = 1_600
const RESULT_TAIL_CHARS = 700
const ARGUMENT_HEAD_CHARS = 500
const ARGUMENT_TAIL_CHARS = 150
const GAP = '\n[… the middle is left out …]\n'

const FENCE_LOOKALIKE = /<(?=\s{0,8}\/?\s{0,8}conversation\b)/gi
const HEADER_LOOKALIKE = /^(\s{0,8})---(?=\s{0,8}message\b)/gim

/** Returns messages as quoted text between fences, which no text inside can close. [P7] */
export function fencedTranscript(source: readonly SourceMessage[]): string {
  return `${FENCE_OPEN}\n${source.map(transcriptOf).join('')}${FENCE_CLOSE}`
}

/** Renders one message with a header per part: seq and author, and for a tool its name and outcome. */
export function transcriptOf(message: SourceMessage): string {
  return message.parts
    .map((part) => `--- message ${message.seq} · ${whoSpeaks(message, part)} ---\n${quoted(partText(part))}\n`)
    .join('')
}

function whoSpeaks(message: SourceMessage, part: SourcePart): string {
  switch (part.kind) {
    case 'text':
      return message.role
    case 'thought':
      return `${message.role} thinks`
    case 'call':
      return `assistant calls ${toolName(part.name)}`
    case 'result':
      return `result of ${toolName(part.name)} · ${part.isError ? 'error' : 'ok'}`
  }
}

/** Returns the text of a part for the summarizer: whole texts, but only head and tail of long results and arguments. */
export function partText(part: SourcePart): string {
  switch (part.kind) {
    case 'text':
      return isClientOutput(part.text)
        ? shortened(cleanText(part.text), RESULT_HEAD_CHARS, RESULT_TAIL_CHARS)
        : cleanText(part.text)
    case 'thought':
      return cleanText(part.text)
    case 'call':
      return shortened(argumentLines(part.args), ARGUMENT_HEAD_CHARS, ARGUMENT_TAIL_CHARS)
    case 'result':
      return shortened(cleanText(part.text), RESULT_HEAD_CHARS, RESULT_TAIL_CHARS)
  }
}

/** Renders `name: value` for each argument. Each long value is shortened by itself, so that none hides the others. */
function argumentLines(args: string): string {
  const value = parsedArguments(args)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return args
  const lines = Object.entries(value).map(([name, inner]) => {
    const text = typeof inner === 'string' ? inner : JSON.stringify(inner)
    return `${name}: ${shortened(text ?? '', 240, 80)}`
  })
  return lines.join('\n')
}

/** Cuts out the middle at word ends, so that no partial name is shown. */
function shortened(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + GAP.length) return text
  const front = text.slice(0, head)
  const back = text.slice(-tail)
  return withoutPartialWord(front) + GAP + back.replace(/^\S{1,200}/, '')
}

/** Escapes text so that it cannot close the fence or imitate a message header or a chat template token. */
function quoted(text: string): string {
  return withoutTemplateTokens(withoutControls(text)).replace(FENCE_LOOKALIKE, '‹').replace(HEADER_LOOKALIKE, '$1- -')
}

/** Escapes external text outside the fence: the goal, earlier lines, and instructions of the app. */
export function quotedInline(text: string): string {
  return quoted(text)
}
