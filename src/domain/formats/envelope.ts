import { readTextResult } from '../../knowledge/text-results.js'
import { DomainError, type Fault } from '../errors.js'
import type { Format, Json, Origin, ParsedMessage, Part, PartPath, Role } from '../message.js'
import { readBlock } from './blocks.js'
import { isObject, typeName, type JsonObject } from '../json/json.js'

/** Shared by the readers of provider formats: the role, content that is text, blocks or absent, and token counts. */

export interface Draft {
  parts: Part[]
  paths: PartPath[]
}

export interface Envelope {
  message: JsonObject
  role: Role
  origin: Origin
}

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
  toolResult: 'tool',
}

/** Reads role and origin of a message. An unknown role becomes the user role with the origin `app`. Throws
 * invalid_request if `value` is not a message. */
export function openEnvelope(value: Json, path: string): Envelope {
  if (!isObject(value)) throw invalidMessage({ path, expected: 'a message object', received: typeName(value) })
  if (typeof value.role !== 'string')
    throw invalidMessage({ path: `${path}.role`, expected: 'string', received: typeName(value.role) })
  const role = Object.hasOwn(ROLES, value.role) ? ROLES[value.role] : undefined
  return { message: value, role: role ?? 'user', origin: value.role === 'user' ? 'human' : 'app' }
}

/** Returns the error for faults of a message. The first one is its text. */
export function invalidMessage(...faults: Fault[]): DomainError {
  const [first] = faults
  const text = first ? `${first.path}: expected ${first.expected}, received ${first.received}.` : 'Not a message.'
  return new DomainError('invalid_request', text, {}, faults)
}

export function add(draft: Draft, part: Part, path: PartPath): void {
  draft.parts.push(part)
  draft.paths.push(path)
}

/** Adds the parts of `content`; null, absent and "" have none. A call outside an assistant message, or a result inside
 * one, becomes opaque, because pairing depends on role and position. [P5] Throws invalid_request for content of another
 * type. */
export function readContent(draft: Draft, { message, role }: Envelope, path: string, format: Format): void {
  const { content } = message
  checkContent(content, path)
  if (typeof content === 'string' && content !== '') add(draft, { type: 'text', text: content }, ['content'])
  if (!Array.isArray(content)) return
  content.forEach((block, index) => {
    const { part, at } = readBlock(block, format)
    if (isMisplaced(part.type, role)) add(draft, { type: 'opaque', format, block }, ['content', index])
    else add(draft, part, ['content', index, ...at])
  })
}

function isMisplaced(type: Part['type'], role: Role): boolean {
  if (type === 'tool_result') return role === 'assistant' || role === 'system'
  return (type === 'tool_call' || type === 'reasoning') && role !== 'assistant'
}

export function checkContent(content: Json | undefined, path: string): void {
  if (content === undefined || content === null || typeof content === 'string' || Array.isArray(content)) return
  throw invalidMessage({
    path: `${path}.content`,
    expected: 'string, array of blocks or null',
    received: typeName(content),
  })
}

/** Returns the parsed message. A user message with nothing but results becomes a tool message, as in other formats. A
 * tool message with other parts becomes a user message with the origin `app`, as is one that a text-only agent wrote. */
export function closeEnvelope({ role, origin }: Envelope, { parts, paths }: Draft): ParsedMessage {
  const resultsOnly = parts.length > 0 && parts.every((part) => part.type === 'tool_result')
  if (role === 'user' && resultsOnly) return { role: 'tool', origin: 'app', pinned: false, parts, paths }
  if (role === 'tool' && !resultsOnly) return { role: 'user', origin: 'app', pinned: false, parts, paths }
  if (role === 'user' && origin === 'human' && isTextResult(parts))
    return { role, origin: 'app', pinned: false, parts, paths }
  return { role, origin, pinned: false, parts, paths }
}

/** These formats have no mark for text of the user role that no person wrote, so its form decides. [C1] */
function isTextResult(parts: readonly Part[]): boolean {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return readTextResult(texts.join('\n')) !== null
}

/** Returns the sum of some token counts of a response object; null if it reports none of them. */
export function sumOf(counts: JsonObject, keys: readonly string[]): number | null {
  const sum = keys.reduce((total, key) => total + (typeof counts[key] === 'number' ? counts[key] : 0), 0)
  return Number.isInteger(sum) && sum > 0 ? sum : null
}
