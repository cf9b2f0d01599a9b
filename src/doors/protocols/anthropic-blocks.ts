import { isObject, type JsonObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { arrayText, objectText } from '../answers/json-text.js'
import type { Plan } from '../protocol.js'
import { exactObject, withMembers, type ExactObject } from './exact-object.js'

/** Changes content blocks of Anthropic messages and leaves the text of all other blocks as it was received. */

/** Content of a message that had only reasoning: the API refuses a message without content. */
const ONLY_REASONING = '(This message had only reasoning, which has left the context.)'
/** Blocks that the API binds to everything before them. [D7] */
const REASONING = ['thinking', 'redacted_thinking']
/** Blocks with `cache_control` that the API accepts in one request. */
const MAX_CACHE_MARKS = 4

/** Returns the message without its reasoning; the same text if it has none. */
export function withoutReasoning(raw: string): string {
  // Parsing a message costs more than finding the name of a block in it.
  if (!REASONING.some((type) => raw.includes(`"${type}"`))) return raw
  const message = exactObject(raw)
  if (!message || !isObject(message.value) || !Array.isArray(message.value.content)) return raw
  const blocks = message.value.content
  const kept = message.elements('content').filter((_, index) => !isReasoning(blocks[index]))
  if (kept.length === blocks.length) return raw
  if (kept.length === 0) kept.push(JSON.stringify({ type: 'text', text: ONLY_REASONING }))
  return withMembers(raw, { content: arrayText(kept) })
}

/** Returns the messages with those of the assistant that now follow each other joined to one: when only results were
 * between them and left, some servers refuse two in a row. Every block keeps its text. */
export function joinAssistants(messages: readonly string[]): string[] {
  const joined: string[] = []
  for (const raw of messages) {
    const before = joined.at(-1)
    // Parsing costs more than finding the role; a role inside a text has escaped quotes.
    const isPair = before !== undefined && ASSISTANT.test(before) && ASSISTANT.test(raw)
    const one = isPair ? joinedMessage(before, raw) : null
    if (one === null) joined.push(raw)
    else joined[joined.length - 1] = one
  }
  return joined
}

const ASSISTANT = /"role"\s*:\s*"assistant"/

/** Returns null if one of them is not of the assistant, or has no content. */
function joinedMessage(first: string, second: string): string | null {
  const blocks = [first, second].map((raw) => {
    const message = exactObject(raw)
    if (!message || !isObject(message.value) || message.value.role !== 'assistant') return null
    const { content } = message.value
    if (typeof content === 'string') return [JSON.stringify({ type: 'text', text: content })]
    return Array.isArray(content) ? message.elements('content') : null
  })
  const [before, after] = blocks
  return before && after ? withMembers(first, { content: arrayText([...before, ...after]) }) : null
}

function isReasoning(block: Json | undefined): boolean {
  return isObject(block) && REASONING.includes(String(block.type))
}

/** Returns the text of a message in the user role. @param cacheControl exact text; null: none */
export function noteMessage(text: string, cacheControl: string | null): string {
  const block = objectText({ type: '"text"', text: JSON.stringify(text), cache_control: cacheControl })
  return objectText({ role: '"user"', content: arrayText([block]) })
}

/** Returns the message without marks for the prompt cache, also in the blocks of a result. A stored message has those of
 * the request that brought it, and the client has moved them since. */
export function withoutCacheMarks(raw: string): string {
  if (!raw.includes('"cache_control"')) return raw
  const message = exactObject(raw)
  if (!message || !isObject(message.value) || !Array.isArray(message.value.content)) return raw
  const plain = (block: string) => withoutCacheMarks(withMembers(block, { cache_control: null }))
  return withMembers(raw, { content: arrayText(message.elements('content').map(plain)) })
}

/** Returns the `cache_control` whose block left the request, as exact text: it moves to the last note. Null if there is
 * none, or if the request already has as many as the API accepts.
 * @param inPlace marks of the dropped messages that are sent in a reduced form
 * @param rest exact texts of everything else in the request that may have a mark */
export function movedCacheControl(
  dropped: Plan['dropped'],
  inPlace: number,
  rest: readonly (string | null)[],
): string | null {
  const marks = dropped.flatMap((raw) => cacheControls(raw))
  const kept = rest.reduce((sum, text) => sum + (text === null ? 0 : countMarks(text)), 0)
  return kept < MAX_CACHE_MARKS && marks.length > inPlace ? (marks.at(-1) ?? null) : null
}

export function countMarks(text: string): number {
  return text.includes('"cache_control"') ? text.split('"cache_control"').length - 1 : 0
}

function cacheControls(raw: string): string[] {
  if (!raw.includes('"cache_control"')) return []
  const message = exactObject(raw)
  return (message?.elements('content') ?? []).flatMap((text) => cacheControlOf(exactObject(text)))
}

function cacheControlOf(block: ExactObject | null): string[] {
  const mark = block?.members.get('cache_control')
  return mark === undefined || mark === 'null' ? [] : [mark]
}

/** Returns the texts that a request contains outside blocks of other kinds, for recognizing requests of clients. */
export function textsOf(content: Json | undefined): string[] {
  if (typeof content === 'string') return [content]
  const blocks: JsonObject[] = Array.isArray(content) ? content.filter((block) => isObject(block)) : []
  return blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
}

/** Returns the messages with the notes that precede a compaction of the provider directly after it: the provider leaves out what comes before.
 * They stay if the message also has a call, because its result must follow. */
export function notesAfterCompaction(messages: readonly string[], isNote: readonly boolean[]): string[] {
  const at = messages.findLastIndex((text, index) => !isNote[index] && blockTypes(text).includes('compaction'))
  if (at < 0 || blockTypes(messages[at]!).includes('tool_use')) return [...messages]
  const isMoved = (index: number) => index < at && isNote[index]!
  const moved = messages.filter((_, index) => isMoved(index))
  const before = messages.slice(0, at + 1).filter((_, index) => !isMoved(index))
  return [...before, ...moved, ...messages.slice(at + 1)]
}

function blockTypes(text: string): Json[] {
  if (!text.includes('"compaction"')) return []
  const value = JSON.parse(text) as Json
  const content = isObject(value) && Array.isArray(value.content) ? value.content : []
  return content.flatMap((block) => (isObject(block) ? (block.type ?? []) : []))
}
