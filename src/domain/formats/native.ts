import type { Fault } from '../errors.js'
import type { Json, Origin, ParsedMessage, Part, PartPath, ResultBlock, Role } from '../message.js'
import { invalidMessage } from './envelope.js'
import { isObject, typeName, type JsonObject } from '../json/json.js'
import { LIKENESS, type MessageFormat } from './message-format.js'
import type { RenderMessage } from './rendering.js'

/** Reads our own format strictly: an unknown key is a fault, and all faults of a message are reported together. */

const MESSAGE_KEYS = ['role', 'parts', 'content', 'origin', 'pinned', 'timestamp', 'externalId', 'metadata']
const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool']
const ORIGINS: readonly Origin[] = ['human', 'app']
const NO_TEXT: Part = { type: 'text', text: '' }

/** Our own format. Parts and tools are sent as they were received. */
export const native: MessageFormat = {
  parse,
  render,
  // The parser refuses every fault.
  faults: () => [],
  looksLike: ({ parts }) => (Array.isArray(parts) ? LIKENESS.shape : LIKENESS.none),
  system: 'member',
  opensWithUser: false,
  uniqueCallIds: null,
  argsAreText: false,
  mediaKey: null,
}

function parse(value: Json, path: string): ParsedMessage {
  if (!isObject(value)) throw invalidMessage({ path, expected: 'a message object', received: typeName(value) })
  const check = new Check(path)
  check.keys(value, MESSAGE_KEYS, '')
  const role = ROLES.find((known) => known === value.role)
  if (!role) check.fault('.role', ROLES.join(', '), value.role)
  const origin = ORIGINS.find((known) => known === value.origin)
  if (value.origin !== undefined && !origin) check.fault('.origin', ORIGINS.join(' or '), value.origin)
  const externalId = check.optional(value, 'externalId', 'string')
  const pinned = check.optional(value, 'pinned', 'boolean')
  const timestamp = check.optional(value, 'timestamp', 'string')
  if (typeof timestamp === 'string' && Number.isNaN(Date.parse(timestamp)))
    check.fault('.timestamp', 'ISO 8601 time', timestamp)
  if (value.metadata !== undefined && !isObject(value.metadata)) check.fault('.metadata', 'object', value.metadata)
  const { parts, paths } = readBody(value, role, check)
  if (check.faults.length > 0 || !role) throw invalidMessage(...check.faults)
  return {
    role,
    origin: origin ?? (role === 'user' ? 'human' : 'app'),
    pinned: pinned === true,
    parts,
    paths,
    ...(typeof externalId === 'string' && { externalId }),
  }
}

/** Returns one message with its parts unchanged. */
function render({ role, parts }: RenderMessage): Json[] {
  return [{ role, parts: parts.map(partJson) }]
}

function partJson(part: Part): JsonObject {
  if (part.type !== 'tool_result') return { ...part }
  const { content, ...rest } = part
  return { ...rest, content: typeof content === 'string' ? content : content.map((block) => ({ ...block })) }
}

function readBody(value: JsonObject, role: Role | undefined, check: Check): { parts: Part[]; paths: PartPath[] } {
  if (value.parts !== undefined && value.content !== undefined)
    check.fault('.content', 'parts or content, not both', value.content)
  if (value.parts === undefined) {
    if (typeof value.content !== 'string') {
      check.fault(
        value.content === undefined ? '.parts' : '.content',
        value.content === undefined ? 'array, or content' : 'string',
        value.content,
      )
    }
    if (role === 'tool') check.fault('.content', 'parts of type tool_result in a tool message', value.content)
    return typeof value.content === 'string'
      ? { parts: [{ type: 'text', text: value.content }], paths: [['content']] }
      : { parts: [], paths: [] }
  }
  if (!Array.isArray(value.parts)) {
    check.fault('.parts', 'array', value.parts)
    return { parts: [], paths: [] }
  }
  const parts = value.parts.map((part, index) => readPart(part, `.parts[${index}]`, role, check))
  const paths = parts.map((part, index): PartPath => {
    const key =
      part.type === 'text'
        ? 'text'
        : part.type === 'tool_call'
          ? 'args'
          : part.type === 'tool_result'
            ? 'content'
            : null
    return key === null ? ['parts', index] : ['parts', index, key]
  })
  return { parts, paths }
}

function readPart(value: Json, at: string, role: Role | undefined, check: Check): Part {
  if (!isObject(value)) {
    check.fault(at, 'object', value)
    return NO_TEXT
  }
  if (role === 'tool' && value.type !== 'tool_result')
    check.fault(`${at}.type`, 'tool_result in a tool message', value.type)
  switch (value.type) {
    case 'text':
    case 'reasoning':
      check.keys(value, ['type', 'text'], at)
      if (value.type === 'reasoning') check.role(role, ['assistant'], `${at}.type`, value.type)
      return { type: value.type, text: check.string(value, 'text', at) }
    case 'tool_call':
      check.keys(value, ['type', 'callId', 'name', 'args'], at)
      check.role(role, ['assistant'], `${at}.type`, value.type)
      if (value.args === undefined) check.fault(`${at}.args`, 'arguments', value.args)
      return {
        type: 'tool_call',
        callId: check.string(value, 'callId', at),
        name: check.string(value, 'name', at),
        args: value.args ?? null,
      }
    case 'tool_result':
      check.role(role, ['tool', 'user'], `${at}.type`, value.type)
      return readResultPart(value, at, check)
    case 'image':
    case 'file':
    case 'opaque':
      return { ...value, type: value.type }
    default:
      check.fault(`${at}.type`, 'text, reasoning, tool_call, tool_result, image, file or opaque', value.type)
      return NO_TEXT
  }
}

function readResultPart(value: JsonObject, at: string, check: Check): Part {
  check.keys(value, ['type', 'callId', 'content', 'isError', 'name'], at)
  const callId = check.string(value, 'callId', at)
  const isError = check.optional(value, 'isError', 'boolean', at)
  const name = check.optional(value, 'name', 'string', at)
  let content: string | ResultBlock[] = ''
  if (typeof value.content === 'string') content = value.content
  else if (Array.isArray(value.content))
    content = value.content.map((block, index) => readResultBlock(block, `${at}.content[${index}]`, check))
  else check.fault(`${at}.content`, 'string or array of blocks', value.content)
  return {
    type: 'tool_result',
    callId,
    content,
    ...(typeof isError === 'boolean' && { isError }),
    ...(typeof name === 'string' && { name }),
  }
}

function readResultBlock(value: Json, at: string, check: Check): ResultBlock {
  if (!isObject(value)) check.fault(at, 'object', value)
  else if (value.type === 'image' || value.type === 'file' || value.type === 'opaque')
    return { ...value, type: value.type }
  else if (value.type === 'text') {
    check.keys(value, ['type', 'text'], at)
    return { type: 'text', text: check.string(value, 'text', at) }
  } else check.fault(`${at}.type`, 'text, image, file or opaque', value.type)
  return { type: 'text', text: '' }
}

/** Collects the faults of one message, with full paths. */
class Check {
  readonly faults: Fault[] = []
  constructor(private readonly path: string) {}

  fault(at: string, expected: string, received: Json | undefined): void {
    // Quotes only short text. Longer text could be conversation content, which must not appear in errors.
    const named = typeof received === 'string' && received.length <= 40 ? JSON.stringify(received) : typeName(received)
    this.faults.push({ path: this.path + at, expected, received: named })
  }

  keys(value: JsonObject, known: readonly string[], at: string): void {
    for (const key of Object.keys(value)) {
      if (!known.includes(key))
        this.faults.push({
          path: `${this.path}${at}.${key}`,
          expected: `one of ${known.join(', ')}`,
          received: 'unknown key',
        })
    }
  }

  role(role: Role | undefined, allowed: readonly Role[], at: string, received: string): void {
    if (role && !allowed.includes(role))
      this.fault(
        at,
        `a part type allowed in ${role} messages (${received} is allowed in ${allowed.join(' and ')})`,
        received,
      )
  }

  string(value: JsonObject, key: string, at: string): string {
    const text = value[key]
    if (typeof text === 'string') return text
    this.fault(`${at}.${key}`, 'string', text)
    return ''
  }

  optional(value: JsonObject, key: string, type: 'string' | 'boolean', at = ''): Json | undefined {
    const given = value[key]
    if (given !== undefined && typeof given !== type) this.fault(`${at}.${key}`, type, given)
    return given
  }
}
