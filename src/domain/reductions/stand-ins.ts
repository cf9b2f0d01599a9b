/** What stands in the context for a part that was put away: who it was, how big, and the handle that reads it back. */
import type { Json } from '../message.js'

const PREVIEW_LINES = 10
const PREVIEW_CHARACTERS = 500
/** String arguments longer than this are put away; paths, names and flags are shorter and stay. */
const KEPT_ARGUMENT_CHARACTERS = 200

interface PutAway {
  /** Handle: `off_…`. */
  id: string
  toolName: string
  /** Tokens of the part as it came. */
  tokens: number
}

/** A big result: reference and first lines. [D1] */
export function offloadText({ id, toolName, tokens }: PutAway, content: string): string {
  const lines = content.split('\n')
  const preview = clip(lines.slice(0, PREVIEW_LINES).join('\n'), PREVIEW_CHARACTERS)
  return `[${toolName || 'tool'} result put away: ${tokens} tokens, ${lines.length} lines, ${content.length} characters. Read or search all of it as offload ${id}. It begins:]\n${preview}`
}

/** An old result: one line. [D5] */
export function maskText({ id, toolName, tokens }: PutAway): string {
  return `[${toolName || 'tool'} ok, ${tokens} tokens, put away as offload ${id}]`
}

/** Arguments with their long strings put away, as JSON text of the same shape. [D3] */
export function truncatedArguments({ id }: PutAway, args: Json): string {
  const shorten = (value: Json): Json => {
    if (typeof value === 'string') {
      return value.length > KEPT_ARGUMENT_CHARACTERS
        ? `[${value.length} characters put away as offload ${id}: ${clip(firstLine(value), 60)}]`
        : value
    }
    if (Array.isArray(value)) return value.map(shorten)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]))
  }
  const shortened = shorten(args)
  // The place of the arguments must hold an object in every format; what came as broken text is kept as one field.
  const isObject = shortened !== null && typeof shortened === 'object' && !Array.isArray(shortened)
  return JSON.stringify(isObject ? shortened : { input: shortened })
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]!
}

/** At most so many characters, never half of a surrogate pair. */
function clip(text: string, characters: number): string {
  if (text.length <= characters) return text
  const cut = text.slice(0, characters)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
