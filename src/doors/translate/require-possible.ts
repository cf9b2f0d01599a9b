import { invalidRequest } from '../../domain/errors.js'
import { parseMessage } from '../../domain/formats/index.js'
import { carriedBy, isMedia, noteOf, mediumFacts } from '../../domain/formats/media.js'
import { isObject } from '../../domain/json/json.js'
import type { Json, MediaPart, Part, PartPath } from '../../domain/message.js'
import type { DoorId, Members, Protocol } from '../protocol.js'
import { membersOf } from '../request/parse-body.js'
import type { DoorRequest } from '../request/read-request.js'
import { isAddedTools } from './ollama-tools.js'

/** What a local model behind a door of another provider cannot do. Such a request is refused by the name of the member:
 * an answer to something else would look like success. [10.4] */

interface Rule {
  member: string
  /** Whether the value asks for nothing that is missing here. */
  accepts(value: Json): boolean
  expected: string
}

const NONE: Pick<Rule, 'accepts' | 'expected'> = {
  accepts: (value) => value === false || (isObject(value) && Object.keys(value).length === 0),
  expected: 'nothing: a local model cannot do this',
}
const isEmptyList = (value: Json) => Array.isArray(value) && value.length === 0

const RULES: Record<Exclude<DoorId, 'ollama'>, readonly Rule[]> = {
  openai: [
    { member: 'n', accepts: (value) => value === 1, expected: '1: a local model gives one answer' },
    { member: 'logprobs', ...NONE },
    { member: 'logit_bias', ...NONE },
    { member: 'audio', ...NONE },
    { member: 'functions', accepts: isEmptyList, expected: 'nothing; send them as tools' },
  ],
  responses: [
    { member: 'conversation', ...NONE, expected: 'nothing: a local server keeps no conversation; send all items' },
    { member: 'prompt', ...NONE, expected: 'nothing: a local server keeps no prompts; send instructions' },
    { member: 'background', ...NONE },
  ],
  anthropic: [
    { member: 'container', ...NONE },
    { member: 'mcp_servers', accepts: isEmptyList, expected: 'nothing: a local server calls no tools by itself' },
  ],
}

/** Throws invalid_request for a request that a local model cannot serve. Messages of earlier requests were checked. */
export function requirePossible(protocol: Protocol, { body, kinds, quirk }: DoorRequest): void {
  if (protocol.id === 'ollama') return
  const members = membersOf(body)
  requireMembers(RULES[protocol.id], members)
  if (kinds.length === 0 && members.value('generate') !== false)
    throw invalidRequest(protocol.list, 'at least one message', 'an empty list')
  if (quirk === 'warm-up') return
  body.values.forEach((value, at) => {
    if (isAddedTools(value)) return
    const path = `${protocol.list}[${body.firstParsed + at}]`
    const { parts, paths } = parseMessage(protocol.format, value, path)
    parts.forEach((part, index) => requirePart(part, pathText(path, paths[index]!)))
  })
}

function requireMembers(rules: readonly Rule[], members: Members): void {
  for (const { member, accepts, expected } of rules) {
    const value = members.value(member) ?? null
    if (value !== null && !accepts(value)) throw invalidRequest(member, expected, shown(value))
  }
}

function requirePart(part: Part, path: string): void {
  if (part.type === 'image' || part.type === 'file' || part.type === 'opaque') requireMedium(part, path)
  if (part.type !== 'tool_result' || typeof part.content === 'string') return
  part.content.forEach((block, index) => {
    if (isMedia(block)) requireMedium(block, `${path}[${index}]`)
  })
}

function requireMedium(part: MediaPart, path: string): void {
  if (part.type === 'opaque') return requireWords(part, path)
  const { mediaType, text } = mediumFacts(part)
  if (text !== null) return
  const carried = carriedBy(part)
  if (part.type === 'image' && carried && 'data' in carried) return
  const expected = 'text, or an image as base64 data: a local model reads no addresses and no other files'
  const received = carried && 'url' in carried ? 'an address' : (mediaType ?? `a ${part.type}`)
  throw invalidRequest(path, expected, received)
}

/** Members of an item that name or describe it, beside what it says. */
const NAMES = ['type', 'id', 'status', 'encrypted_content', 'created_by']

/** Throws for a block whose content is at the provider, or readable only there. Others are sent as text. */
function requireWords(part: MediaPart, path: string): void {
  const block = part.block ?? null
  if (!isObject(block) || noteOf(part) === null) return
  if (Object.keys(block).some((name) => !NAMES.includes(name) && block[name] !== null)) return
  throw invalidRequest(
    path,
    'an item with its content',
    `${shown(block.type ?? null)}, whose content only the provider has`,
  )
}

function pathText(path: string, at: PartPath): string {
  return at.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${key}`), path)
}

const SHOWN_CHARS = 60

function shown(value: Json): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value).slice(0, SHOWN_CHARS)
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
}
