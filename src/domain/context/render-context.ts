/** Renders the assembled context in a provider's format. Raw messages received in that format are returned byte for
 * byte, except for call ids that the provider would reject. [C8] [P5] */
import { missingKey, ownCallIds, rawWithOwnIds } from './call-ids.js'
import type { ContextEntry } from './context.js'
import { layOut, type RenderedContext, type Written } from './layout.js'
import { parseMessage, parseSteps, renderMessage, replaceParts, sentSteps, stringifySteps } from '../formats/index.js'
import type { Format, Json, Part, PartShape, Role, StoredMessage } from '../message.js'
import { isBeside } from './pairing.js'
import { partKey, type Reduction } from './reduction.js'
import { finish, type Steps } from '../steps.js'
import { MISSING_RESULT_TEXT } from '../tokens.js'

/** Message content and reductions by `seq`. */
export interface Contents {
  messages: ReadonlyMap<number, StoredMessage>
  reductions: ReadonlyMap<number, readonly Reduction[]>
}

/** All steps at once, for short contexts. */
export function renderContext(...input: Parameters<typeof renderSteps>): RenderedContext {
  const { system, messages } = finish(renderSteps(...input))
  return { system, messages }
}

/** `counts`: messages of each entry, before the layout joins neighbors or moves system text. */
export function* renderSteps(
  format: Format,
  given: string | null,
  all: readonly ContextEntry[],
  contents: Contents,
): Steps<RenderedContext & { counts: number[] }> {
  const { prompt, context } = withBlocks(given, all)
  const ids = ownCallIds(format, context)
  const written: Written[] = []
  // Blocks in the system text are no messages.
  const counts = new Array<number>(all.length - context.length).fill(0)
  for (const entry of context) {
    const messages = yield* writeEntry(format, entry, contents, ids)
    written.push(...messages)
    counts.push(messages.length)
    yield
  }
  return { ...(yield* layOut(format, prompt, written)), counts }
}

/** Appends the system blocks directly after the system prompt to the prompt. Blocks after system messages stay
 * entries. */
function withBlocks(
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

/** Returns the messages of one entry of the context, as JSON text. */
export function* writeEntry(
  format: Format,
  entry: ContextEntry,
  contents: Contents,
  ids: ReadonlyMap<string, string>,
): Steps<Written[]> {
  switch (entry.kind) {
    case 'message':
      return yield* writeMessage(
        format,
        contents.messages.get(entry.entry.seq)!,
        contents.reductions.get(entry.entry.seq) ?? [],
        ids,
      )
    case 'checkpoint':
      return yield* write(format, entry.checkpoint.range.to, 'assistant', [
        { type: 'text', text: entry.checkpoint.text },
      ])
    case 'goal':
    case 'progress':
    case 'ledger':
      return yield* write(format, 0, entry.role, [{ type: 'text', text: entry.text }])
    case 'goal-note':
      // In the user role, because the context must not end with the assistant's own text when the model has to reply.
      return yield* write(format, entry.afterSeq, 'user', [{ type: 'text', text: entry.text }])
    case 'standing':
      return yield* write(format, 'seq' in entry ? entry.seq : 0, 'user', [{ type: 'text', text: entry.text }])
    case 'recall':
      return yield* write(format, entry.seq, 'user', [{ type: 'text', text: entry.text }])
    case 'missing-results': {
      const parts = entry.calls.map(({ callId, name }, at): Part => {
        const goesBy = ids.get(missingKey(entry.callSeq, at)) ?? callId
        return { type: 'tool_result', callId: goesBy, name, content: MISSING_RESULT_TEXT }
      })
      return yield* write(format, entry.callSeq, 'tool', parts)
    }
  }
}

function* writeMessage(
  format: Format,
  message: StoredMessage,
  reductions: readonly Reduction[],
  ids: ReadonlyMap<string, string>,
): Steps<Written[]> {
  const apart = message.shape.some((part) => part.kind === 'tool_result' && !isBeside(part))
  if (format === message.format && !apart && !message.irregular) {
    const raw = yield* rawWithOwnIds(message, ids)
    if (reductions.length === 0) return yield* sent(format, message.role, raw)
    const value = yield* parseSteps(raw)
    const replaced = replaceParts(
      format,
      value,
      parseMessage(format, value, `message ${message.seq}`),
      placeholders(reductions),
    )
    return replaced === null ? [] : yield* sent(format, message.role, yield* stringifySteps(replaced))
  }
  const { parts } = parseMessage(message.format, yield* parseSteps(message.raw), `message ${message.seq}`)
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
  const spoken = yield* write(format, message.seq, message.role, kept)
  return [...spoken, ...(yield* write(format, message.seq, 'user', notes))]
}

function* sent(format: Format, role: Role, raw: string): Steps<Written[]> {
  return (yield* sentSteps(format, raw)).map((json) => ({ role, json }))
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

function* write(format: Format, seq: number, role: Role, parts: Part[]): Steps<Written[]> {
  if (parts.length === 0) return []
  const written: Written[] = []
  for (const value of renderMessage(format, { seq, role, parts }))
    written.push({ role, json: yield* stringifySteps(value) })
  return written
}
