/** Tools with which a model reads back what a placeholder or checkpoint names. Their results are never reduced: see
 * `isReadBack`. [D1] [P8] */
import type { Json } from '../message.js'

export const READ_OFFLOAD = 'read_offload'
export const RECALL = 'recall'

/** Names of the tool in tool schemas, with the prefix that clients of MCP give it. */
const OFFERED = /"name"\s*:\s*"((?:[\w.-]{1,100}__|(?:mcp_)?palimpsest_)?read_offload)"/

/** Returns the name under which a client offers the tool that reads offloads; null: it does not. Some clients send
 * schemas among the instructions.
 * @param texts tool schemas as JSON text, and system text */
export function offeredReader(texts: readonly (string | null)[]): string | null {
  for (const text of texts) {
    const name = text === null ? undefined : OFFERED.exec(text)?.[1]
    if (name !== undefined) return name
  }
  return null
}

/** Whether a tool always reads back offloads, whatever its arguments. */
export function isReadingTool(name: string): boolean {
  return [READ_OFFLOAD, RECALL].includes(withoutPrefix(name))
}

const PREFIX = /^(?:.*__|(?:mcp_)?palimpsest_)/

/** Returns the name of a tool without the prefix that a client of MCP gives it. */
function withoutPrefix(name: string): string {
  return name.replace(PREFIX, '')
}

const INTEGER = { type: 'integer', minimum: 1 }

/** The definitions in OpenAI's chat format. */
export const READING_TOOL_SCHEMAS: Json = [
  tool(
    READ_OFFLOAD,
    'Reads the original of a part that was replaced by a placeholder such as "stored as offload off_…". Give a line ' +
      'range, or a text to search for. A long range is cut; the result then names the line to continue from.',
    {
      id: { type: 'string', description: 'The handle in the placeholder: off_…' },
      fromLine: { ...INTEGER, description: 'First line to read, from 1. Default: 1.' },
      toLine: { ...INTEGER, description: 'Last line to read. Default: as many as fit.' },
      search: { type: 'string', description: 'Returns the lines that contain this text instead of a range.' },
    },
    ['id'],
  ),
  tool(
    RECALL,
    'Reads earlier messages of this conversation by number, or searches them, also those that a checkpoint summarizes ' +
      'or that left the context. A long result is cut and names where to continue.',
    {
      from: { ...INTEGER, description: 'Number of the first message.' },
      to: { ...INTEGER, description: 'Number of the last message. Default: the first one.' },
      offset: { ...INTEGER, description: 'Characters of the first message to skip, as a cut result names them.' },
      search: {
        type: 'string',
        description: 'Words, names or paths. Returns the best excerpts, with the numbers of their messages.',
      },
      maxTokens: { ...INTEGER, description: 'Maximum size of the result. Default and maximum: a tenth of the limit.' },
    },
    [],
  ),
]

function tool(name: string, description: string, properties: { [key: string]: Json }, required: string[]): Json {
  const parameters = { type: 'object', properties, required, additionalProperties: false }
  return { type: 'function', function: { name, description, parameters } }
}

export type ReadingCall =
  | { tool: typeof READ_OFFLOAD; id: string; fromLine: number; toLine: number | null; search: string | null }
  | {
      tool: typeof RECALL
      from: number
      to: number
      /** Characters of the first message to skip. */
      offset: number
      search: string | null
      /** Base tokens; null: the share of the limit. */
      maxTokens: number | null
    }
  /** What the model did wrong, for it to correct. */
  | { tool: null; fault: string }

const RANGES = [
  ['fromLine', 'toLine'],
  ['from', 'to'],
] as const

/** Reads a call. `args` is an object, or its JSON text, as providers return it. */
export function readingCall(name: string, args: Json): ReadingCall {
  const given = argumentsOf(args)
  if (given === null) return { tool: null, fault: 'The arguments must be a JSON object.' }
  const integer = (key: string) => {
    const value = given[key] ?? null
    return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 1) ? value : undefined
  }
  const faulty = ['fromLine', 'toLine', 'from', 'to', 'offset', 'maxTokens'].find((key) => integer(key) === undefined)
  if (faulty) return { tool: null, fault: `${faulty} must be an integer of at least 1.` }
  const reversed = RANGES.find(([first, last]) => (integer(last) ?? Infinity) < (integer(first) ?? 1))
  if (reversed) return { tool: null, fault: `${reversed[1]} must not be before ${reversed[0]}.` }
  switch (withoutPrefix(name)) {
    case READ_OFFLOAD: {
      const { id, search = null } = given
      if (typeof id !== 'string') return { tool: null, fault: 'id must be the handle in the placeholder: off_…' }
      if (search !== null && typeof search !== 'string') return { tool: null, fault: 'search must be a text.' }
      return { tool: READ_OFFLOAD, id, search, fromLine: integer('fromLine') ?? 1, toLine: integer('toLine') ?? null }
    }
    case RECALL: {
      const from = integer('from') ?? null
      const { search = null } = given
      if (search !== null && typeof search !== 'string') return { tool: null, fault: 'search must be a text.' }
      const isSearch = search !== null && search !== ''
      if (from === null && !isSearch)
        return { tool: null, fault: 'from must be the number of a message, or search a text.' }
      const first = from ?? 1
      const [to, offset, maxTokens] = [integer('to') ?? first, integer('offset') ?? 0, integer('maxTokens') ?? null]
      return { tool: RECALL, from: first, to, offset, search: isSearch ? search : null, maxTokens }
    }
    default:
      return { tool: null, fault: `No such tool. Available: ${READ_OFFLOAD}, ${RECALL}.` }
  }
}

function argumentsOf(args: Json): { [key: string]: Json } | null {
  let value = args
  if (typeof args === 'string') {
    try {
      value = JSON.parse(args) as Json
    } catch {
      return null
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
}
