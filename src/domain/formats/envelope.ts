import { DomainError, type Fault } from '../errors.js'
import type { Format, Json, Origin, ParsedMessage, Part, PartPath, Role } from '../message.js'
import { readBlock } from './blocks.js'
import { isObject, typeName, type JsonObject } from './json.js'

/** What the readers of provider formats share: who speaks, and content that is text, blocks or nothing. */

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

/** Throws invalid_request for what is no message. A role nobody knows speaks in the user role, but no person wrote it. */
export function openEnvelope(value: Json, path: string): Envelope {
  if (!isObject(value)) throw refusal({ path, expected: 'a message object', received: typeName(value) })
  if (typeof value.role !== 'string')
    throw refusal({ path: `${path}.role`, expected: 'string', received: typeName(value.role) })
  const role = Object.hasOwn(ROLES, value.role) ? ROLES[value.role] : undefined
  return { message: value, role: role ?? 'user', origin: value.role === 'user' ? 'human' : 'app' }
}

export function refusal(...faults: Fault[]): DomainError {
  const [first] = faults
  const text = first ? `${first.path}: expected ${first.expected}, received ${first.received}.` : 'Not a message.'
  return new DomainError('invalid_request', text, {}, faults)
}

export function add(draft: Draft, part: Part, path: PartPath): void {
  draft.parts.push(part)
  draft.paths.push(path)
}

/** Adds the parts of `content`: null, absent and "" hold none. A call that does not stand in an assistant message, or a result that does,
 * is carried unread: pairs are made by role and place. [P5] Throws invalid_request for a type content cannot have. */
export function readContent(draft: Draft, { message, role }: Envelope, path: string, format: Format): void {
  const { content } = message
  checkContent(content, path)
  if (typeof content === 'string' && content !== '') add(draft, { type: 'text', text: content }, ['content'])
  if (!Array.isArray(content)) return
  content.forEach((block, index) => {
    const { part, at } = readBlock(block, format)
    const misplaced = isMisplaced(part.type, role)
    if (misplaced) add(draft, { type: 'opaque', format, block }, ['content', index])
    else add(draft, part, ['content', index, ...at])
  })
}

function isMisplaced(type: Part['type'], role: Role): boolean {
  if (type === 'tool_result') return role === 'assistant' || role === 'system'
  return (type === 'tool_call' || type === 'reasoning') && role !== 'assistant'
}

export function checkContent(content: Json | undefined, path: string): void {
  if (content === undefined || content === null || typeof content === 'string' || Array.isArray(content)) return
  throw refusal({ path: `${path}.content`, expected: 'string, array of blocks or null', received: typeName(content) })
}

/** Only results in the user role is what other formats call a tool message; a tool message without any is a program's words. */
export function closeEnvelope({ role, origin }: Envelope, { parts, paths }: Draft): ParsedMessage {
  const resultsOnly = parts.length > 0 && parts.every((part) => part.type === 'tool_result')
  if (role === 'user' && resultsOnly) return { role: 'tool', origin: 'app', pinned: false, parts, paths }
  if (role === 'tool' && !resultsOnly) return { role: 'user', origin: 'app', pinned: false, parts, paths }
  return { role, origin, pinned: false, parts, paths }
}
