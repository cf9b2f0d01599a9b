/** Renders the assembled context in a provider's format. Raw messages received in that format are returned byte for
 * byte, except for call ids that the provider would reject. [C8] [P5] */
import { missingKey, rawWithOwnIds } from './call-ids.js'
import type { ContextEntry } from './context.js'
import type { Written } from './layout.js'
import { messageFormat, parseMessage, parseStored, renderMessage, replaceParts, sentTexts } from '../formats/index.js'
import type { Format, Json, Part, PartShape, Role, StoredMessage } from '../message.js'
import { isBeside } from './pairing.js'
import { partKey, type Reduction } from './reduction.js'
import { MISSING_RESULT_TEXT } from '../tokens.js'

/** Message content and reductions by `seq`. */
export interface Contents {
  messages: ReadonlyMap<number, StoredMessage>
  reductions: ReadonlyMap<number, readonly Reduction[]>
}

/** Appends the system blocks directly after the system prompt to the prompt. Blocks after system messages stay entries.
 * @returns the prompt, and the context without those blocks */
export function withBlocks(
  prompt: string | null,
  context: readonly ContextEntry[],
): { prompt: string | null; context: readonly ContextEntry[] } {
  const texts = prompt === null ? [] : [prompt]
  let from = 0
  for (let entry = context[0]; isBlock(entry) && entry.role === 'system'; entry = context[++from])
    texts.push(entry.text)
  return { prompt: texts.length === 0 ? null : texts.join('\n\n'), context: context.slice(from) }
}

function isBlock(
  entry: ContextEntry | undefined,
): entry is Extract<ContextEntry, { kind: 'goal' | 'progress' | 'ledger' }> {
  return entry?.kind === 'goal' || entry?.kind === 'progress' || entry?.kind === 'ledger'
}

/** Whether a message is sent as its stored text. False where that must be read to know. */
export function isSentAsStored(format: Format, message: StoredMessage, contents: Contents): boolean {
  const isOwn = format === message.format && !message.irregular && !messageFormat(format).turns
  return isOwn && !contents.reductions.has(message.seq) && message.shape.every(({ kind }) => kind === 'text')
}

/** Returns the messages of one entry of the context, as JSON text. */
export function writeEntry(
  format: Format,
  entry: ContextEntry,
  contents: Contents,
  ids: ReadonlyMap<string, string>,
): Written[] {
  switch (entry.kind) {
    case 'message':
      return writeMessage(
        format,
        contents.messages.get(entry.entry.seq)!,
        contents.reductions.get(entry.entry.seq) ?? [],
        ids,
      )
    case 'checkpoint':
      return write(format, entry.checkpoint.range.to, 'assistant', [{ type: 'text', text: entry.checkpoint.text }])
    case 'goal':
    case 'progress':
    case 'ledger':
      return write(format, 0, entry.role, [{ type: 'text', text: entry.text }])
    case 'goal-note':
      // In the user role, because the context must not end with the assistant's own text when the model has to reply.
      return write(format, entry.afterSeq, 'user', [{ type: 'text', text: entry.text }])
    case 'standing':
      return write(format, 'seq' in entry ? entry.seq : 0, 'user', [{ type: 'text', text: entry.text }])
    case 'recall':
      return write(format, entry.seq, 'user', [{ type: 'text', text: entry.text }])
    case 'missing-results': {
      const parts = entry.calls.map(({ callId, name }, at): Part => {
        const goesBy = ids.get(missingKey(entry.callSeq, at)) ?? callId
        return { type: 'tool_result', callId: goesBy, name, content: MISSING_RESULT_TEXT }
      })
      return write(format, entry.callSeq, 'tool', parts)
    }
  }
}

function writeMessage(
  format: Format,
  message: StoredMessage,
  reductions: readonly Reduction[],
  ids: ReadonlyMap<string, string>,
): Written[] {
  const apart = message.shape.some((part) => part.kind === 'tool_result' && !isBeside(part))
  if (format === message.format && !apart && !message.irregular) {
    const raw = rawWithOwnIds(message, ids)
    if (reductions.length === 0) return sent(format, message.role, raw)
    const value = parseStored(raw)
    const replaced = replaceParts(
      format,
      value,
      parseMessage(format, value, `message ${message.seq}`),
      placeholders(reductions),
    )
    return replaced === null ? [] : sent(format, message.role, JSON.stringify(replaced))
  }
  const { parts } = parseMessage(message.format, parseStored(message.raw), `message ${message.seq}`)
  const kept: Part[] = []
  const notes: Part[] = []
  const replacements = placeholders(reductions)
  for (const [index, part] of parts.entries()) {
    const placeholder = replacements.get(index)
    if (placeholder === null) continue
    const shape = message.shape[index]
    const shown = withId(
      placeholder === undefined ? part : withPlaceholder(part, placeholder),
      shape,
      ids.get(partKey(message.seq, index)),
    )
    if (shape?.kind === 'tool_result' && !isBeside(shape)) notes.push(asNote(shown, shape))
    else kept.push(shown)
  }
  const spoken = write(format, message.seq, message.role, kept)
  return [...spoken, ...write(format, message.seq, 'user', notes)]
}

function sent(format: Format, role: Role, raw: string): Written[] {
  return sentTexts(format, raw).map((json) => ({ role, json }))
}

/** Returns the newest placeholder of each part. A removed part (null) stays removed, regardless of other reductions. */
function placeholders(reductions: readonly Reduction[]): Map<number, string | null> {
  const found = new Map<number, string | null>()
  for (const { part, placeholder } of reductions) if (found.get(part) !== null) found.set(part, placeholder)
  return found
}

function withPlaceholder(part: Part, placeholder: string): Part {
  if (part.type === 'tool_result') return { ...part, content: placeholder }
  if (part.type === 'tool_call') return { ...part, args: JSON.parse(placeholder) as Json }
  return { type: 'text', text: placeholder }
}

/** Sets the assigned id of a call or result that was received without an id or with a duplicate id. */
function withId(part: Part, shape: PartShape | undefined, goesBy: string | undefined): Part {
  if (part.type === 'tool_call' && shape?.kind === 'tool_call') return { ...part, callId: goesBy ?? shape.callId }
  if (part.type === 'tool_result' && shape?.kind === 'tool_result')
    return { ...part, callId: goesBy ?? shape.callId, name: shape.name }
  return part
}

/** Renders a result as text with a heading. It cannot be sent as a result, because it is not adjacent to its call. */
function asNote(part: Part, shape: Extract<PartShape, { kind: 'tool_result' }>): Part {
  if (part.type !== 'tool_result') return part
  const text =
    typeof part.content === 'string'
      ? part.content
      : part.content.map((block) => (block.type === 'text' ? String(block.text) : `[${block.type}]`)).join('\n')
  const why = shape.late ? 'arrived after the conversation had continued' : 'has no call in this conversation'
  return {
    type: 'text',
    text: `[This ${shape.isError ? 'error' : 'result'} of ${shape.name || 'a tool'} ${why}]\n${text}`,
  }
}

function write(format: Format, seq: number, role: Role, parts: Part[]): Written[] {
  if (parts.length === 0) return []
  const written: Written[] = []
  for (const value of renderMessage(format, { seq, role, parts })) written.push({ role, json: JSON.stringify(value) })
  return written
}
