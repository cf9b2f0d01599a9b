import { readTextCalls, THOUGHT_LABEL } from '../../knowledge/text-calls.js'
import { readTextResult } from '../../knowledge/text-results.js'
import type { Origin, ParsedMessage, Part, PartShape, ResultBlock } from '../message.js'
import {
  boundedText,
  boundedValue,
  extentOf,
  fairShare,
  headAndTail,
  MESSAGE_READ_CHARS,
  PARTS_READ,
} from './bounded.js'
import { scriptedCall } from '../shell/scripted-calls.js'
import { isShell } from '../shell/shell-files.js'
import { startsThinking, withoutThinking } from '../attribution/pairs.js'
import { conclusionOf } from './conclusion.js'
import { textOfBlocks } from '../json/content-blocks.js'
import type { SourceMessage, SourcePart } from './types.js'

/** Characters of the start and end of a result that its outline keeps. The result stays readable as an offload. */
export const RESULT_HEAD_CHARS = 80_000
export const RESULT_TAIL_CHARS = 40_000

/** Converts a message to the form that the summary reads. Of the thinking before calls, only what it came to is read, and only if
 * no text repeats it. Thinking alone is read as a thought. A long message is read in part. */
export function toSource(
  seq: number,
  message: Pick<ParsedMessage, 'role' | 'parts' | 'speaker'> & { origin?: Origin },
  shape: readonly PartShape[],
): SourceMessage {
  const read = readParts(message.parts)
  // The shares must be the same for a whole message and for its outline, so sizes are capped first.
  const sizes = read.map(({ part }) => Math.min(sizeOf(part), MESSAGE_READ_CHARS))
  const chars = Math.min(fairShare(sizes, MESSAGE_READ_CHARS), MESSAGE_READ_CHARS)
  const spoken = read.map(({ part, index }) => sourcePart(part, shape[index], chars))
  const { role, speaker } = message
  const result = role === 'user' && message.origin === 'app' ? textResultOf(seq, spoken) : null
  if (result !== null) return { seq, role: 'tool', parts: result }
  const said =
    role === 'assistant' ? spoken.flatMap((part) => (part.kind === 'text' ? saidIn(seq, part.text) : [part])) : spoken
  const parts = [...thoughtOf(message.parts), ...said]
  return speaker === undefined ? { seq, role, parts } : { seq, role, speaker, parts: named(parts, speaker) }
}

/** Reads what a model wrote as text: thinking before its words, which is left out, and calls, whose result is in the next message. */
function saidIn(seq: number, whole: string): SourcePart[] {
  const text = startsThinking(whole) ? withoutThinking(whole).trim() : whole
  const read = text.includes('<') || text.includes('```') ? readTextCalls(text) : null
  const said = (read?.said ?? text).replace(THOUGHT_LABEL.line, '')
  if (read === null) return [{ kind: 'text', text: said }]
  const { calls } = read
  return [
    ...(said === '' ? [] : [{ kind: 'text' as const, text: said }]),
    ...calls.map(({ name, args }, at): SourcePart => {
      const isLast = at === calls.length - 1
      return { kind: 'call', callId: textCallId(seq + 1, isLast ? 0 : at + 1), name, args: JSON.stringify(args) }
    }),
  ]
}

/** Names a call in text by the message of its result. */
function textCallId(seq: number, at = 0): string {
  return at === 0 ? `text ${seq}` : `text ${seq} ${at}`
}

/** Returns the call and the result that a message of a text-only agent names; null if it has another form. */
function textResultOf(seq: number, parts: readonly SourcePart[]): SourcePart[] | null {
  const read = readTextResult(parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n'))
  if (read === null) return null
  const { tool: name, subject, output: text } = read
  const callId = textCallId(seq)
  const result: SourcePart = { kind: 'result', callId, name, text, isError: false }
  if (subject === '') return [result]
  const args = JSON.stringify(isShell(name) ? { command: subject } : { path: subject })
  return [{ kind: 'call', callId, name, args }, result]
}

/** Puts the name of its author before the first text, as transcripts do. */
function named(parts: readonly SourcePart[], speaker: string): SourcePart[] {
  const first = parts.findIndex(({ kind }) => kind === 'text')
  const label = `${speaker}: `
  return parts.map((part, at) =>
    at === first && part.kind === 'text' && !part.text.startsWith(label) ? { ...part, text: label + part.text } : part,
  )
}

/** Returns what a message that only thinks and calls concluded. [C10] */
function thoughtOf(parts: readonly Part[]): SourcePart[] {
  const speaks = parts.some((part) => part.type === 'text' && part.text.trim() !== '')
  if (speaks || !parts.some(({ type }) => type === 'tool_call')) return []
  const text = conclusionOf(parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('\n\n'))
  return text === '' ? [] : [{ kind: 'thought', text }]
}

function readParts(parts: readonly Part[]): { part: Part; index: number }[] {
  const all = parts.map((part, index) => ({ part, index }))
  const visible = all.filter(({ part }) => part.type !== 'reasoning')
  const read = visible.length > 0 ? visible : all
  const { head, tail } = PARTS_READ
  return read.length <= head + tail ? read : [...read.slice(0, head), ...read.slice(-tail)]
}

/** Returns the characters in a part that could be read. */
function sizeOf(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text.length
    case 'tool_call':
      return extentOf(part.args).lengths.reduce((sum, length) => sum + length, 0)
    case 'tool_result':
      if (typeof part.content === 'string') return part.content.length
      return part.content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
    default:
      return 0
  }
}

/** Returns the start and end of a result in the same proportion as its outline. */
function ends(text: string, chars: number): string {
  const head = Math.floor((chars * RESULT_HEAD_CHARS) / (RESULT_HEAD_CHARS + RESULT_TAIL_CHARS))
  return headAndTail(text, head, Math.floor(chars) - head)
}

/** @param chars maximum characters to read of the part */
function sourcePart(part: Part, known: PartShape | undefined, chars: number): SourcePart {
  switch (part.type) {
    case 'text':
      return { kind: 'text', text: boundedText(part.text, chars) }
    case 'reasoning':
      return { kind: 'thought', text: boundedText(part.text, chars) }
    case 'tool_call': {
      const callId = known?.kind === 'tool_call' ? known.callId : part.callId
      const args = sizeOf(part) > chars || !extentOf(part.args).isWhole ? boundedValue(part.args, chars) : part.args
      const scripted = typeof args === 'string' ? scriptedCall(args) : null
      const own = { name: part.name, args: typeof args === 'string' ? args : JSON.stringify(args) }
      return { kind: 'call', callId, ...(scripted ?? own) }
    }
    case 'tool_result': {
      const { callId, name } = known?.kind === 'tool_result' ? known : { callId: part.callId, name: '' }
      const text = resultText(part.content)
      return {
        kind: 'result',
        callId,
        name,
        text: ends(textOfBlocks(text) ?? text, chars),
        isError: part.isError === true,
      }
    }
    default:
      return { kind: 'text', text: `[${part.type}]` }
  }
}

/** Returns the characters that are read of messages. */
export function sourceChars(source: readonly SourceMessage[]): number {
  const ofPart = (part: SourceMessage['parts'][number]) => (part.kind === 'call' ? part.args.length : part.text.length)
  return source.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + ofPart(part), 0), 0)
}

/** Returns the text of a result, with a placeholder for each image or file. */
export function resultText(content: string | readonly ResultBlock[]): string {
  return typeof content === 'string' ? content : content.map(blockText).join('\n')
}

function blockText(block: ResultBlock): string {
  return block.type === 'text' ? String(block.text) : `[${block.type}]`
}
