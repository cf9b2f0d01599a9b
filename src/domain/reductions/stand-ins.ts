/** What stands in the context for a part that was put away: who it was, how big, and the handle that reads it back. */
import type { Json } from '../message.js'

const PREVIEW_LINES = 10
const PREVIEW_CHARACTERS = 500
/** String arguments longer than this are put away; paths, names and flags are shorter and stay. */
const KEPT_ARGUMENT_CHARACTERS = 200
/** Where something was written must stay readable, however long its name. */
const PLACE_KEY = /path|file|dir|url|uri|name$|id$/i
const KEPT_PLACE_CHARACTERS = 1_000

interface PutAway {
  /** Handle: `off_…`. */
  id: string
  toolName: string
  /** Tokens of the part as it came. */
  tokens: number
  /** Of a call: whether a result says that it was carried out; absent: nobody asked. */
  confirmed?: boolean
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

/** Arguments with their long strings put away, as JSON text of the same shape; what names a place stays whole. [D3] */
export function truncatedArguments({ id, confirmed }: PutAway, args: Json): string {
  const state = confirmed === undefined ? '' : confirmed ? ', carried out' : ', not known to be carried out'
  const shorten = (value: Json, key: string): Json => {
    if (typeof value === 'string') {
      if (value.length <= (PLACE_KEY.test(key) ? KEPT_PLACE_CHARACTERS : KEPT_ARGUMENT_CHARACTERS)) return value
      const lines = value.split('\n').length
      return `[${lines} ${lines === 1 ? 'line' : 'lines'}, ${value.length} characters${state}; read it as offload ${id}. It begins: ${clip(firstLine(value), 60)}]`
    }
    if (Array.isArray(value)) return value.map((item) => shorten(item, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, shorten(item, inner)]))
  }
  const shortened = shorten(args, '')
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
