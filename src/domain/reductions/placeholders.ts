/** What stands in the context for a part that was put away: who it was, how big, and the handle that reads it back. */
import type { Json } from '../message.js'
import { mediumSize, SHORT_HASH, type Medium } from '../originals/reading.js'
import type { Measures } from '../originals/slices.js'
import { lineText, type CondensedView } from './condense/view.js'

const PREVIEW_LINES = 10
const PREVIEW_CHARACTERS = 500
/** Most tokens a reference takes: text that is no prose (base64, rare scripts) is shown in fewer characters. */
export const MAX_REFERENCE_TOKENS = 400
const MIN_PREVIEW_CHARACTERS = 60
/** Pictures and files named one by one. */
const MAX_MEDIA_LISTED = 3
const MAX_NAME_CHARACTERS = 80
/** String arguments longer than this are put away; paths, names and flags are shorter and stay. */
const MAX_ARGUMENT_CHARACTERS = 200
/** Where something was written must stay readable, however long its name. */
const LOCATION_KEY = /path|file|dir|url|uri|name$|id$/i
const MAX_LOCATION_CHARACTERS = 1_000

interface Offloaded {
  /** Handle: `off_…`. */
  id: string
  toolName: string
  /** Tokens of the part as it came. */
  tokens: number
  /** Of a call: whether a result says that it was carried out; absent: nobody asked. */
  confirmed?: boolean
}

/** What the reference says of the original. */
interface Original extends Measures {
  content: string
  media: readonly Medium[]
}

/** A big result: what it is, how big, how to read it back, and how it begins. `cost`: tokens of a text where it will stand. [D1] */
export function offloadText(
  { id, toolName, tokens }: Offloaded,
  { content, media, size, sha256 }: Original,
  cost: (text: string) => number,
): string {
  const hash = `sha256 ${sha256.slice(0, SHORT_HASH)}`
  const whole = [
    counted(size.lines, 'line'),
    ...(media.length === 0 ? [counted(size.bytes, 'byte')] : mediaList(media)),
    hash,
  ]
  const fetch = media.some(({ bytes }) => bytes !== null) ? ', or fetch its pictures and files by number' : ''
  const head = (saved: number) =>
    `[Result of ${nameOf(toolName)} put away, saves ${saved} of ${tokens} tokens: ${whole.join(', ')}. Kept whole as offload ${id}: read it by lines or search in it${fetch}.`
  const written = (saved: number) => withBeginning(head(saved), content, cost)
  // The figure is part of the text it tells the cost of: numbers of as many digits cost the same.
  const roughly = tokens - cost(written(tokens))
  return written(tokens - cost(written(roughly)))
}

/** A head and as much of the first lines as there is room for. */
function withBeginning(head: string, content: string, cost: (text: string) => number): string {
  for (
    let characters = PREVIEW_CHARACTERS;
    characters >= MIN_PREVIEW_CHARACTERS;
    characters = Math.floor(characters / 2)
  ) {
    const text = `${head} It begins:]\n${firstLines(content, characters)}`
    if (cost(text) <= MAX_REFERENCE_TOKENS) return text
  }
  return `${head}]`
}

/** A result in short, as its kind of tool wants it: what it was, what is in view, how to read the rest. `cost` as above. [D2] */
export function condenseText(
  { id, toolName, tokens }: Offloaded,
  { size }: Pick<Measures, 'size'>,
  { kept, lines }: CondensedView,
  cost: (text: string) => number,
): string {
  const view = lines.map(lineText).join('\n')
  const written = (saved: number) =>
    `[Result of ${nameOf(toolName)} condensed, saves ${saved} of ${tokens} tokens: ${counted(size.lines, 'line')}, of which is in view: ${kept}. Kept whole as offload ${id}: read it by lines or search in it.]\n${view}`
  const roughly = tokens - cost(written(tokens))
  return written(tokens - cost(written(roughly)))
}

/** An old result: one line. [D5] */
export function maskText({ id, toolName, tokens }: Offloaded): string {
  return `[${nameOf(toolName)} ok, ${tokens} tokens, put away as offload ${id}]`
}

/** Arguments with their long strings put away, as JSON text of the same shape; what names a place stays whole. [D3] */
export function truncatedArguments({ id, confirmed }: Offloaded, args: Json): string {
  const state = confirmed === undefined ? '' : confirmed ? ', carried out' : ', not known to be carried out'
  const shorten = (value: Json, key: string): Json => {
    if (typeof value === 'string') {
      if (value.length <= (LOCATION_KEY.test(key) ? MAX_LOCATION_CHARACTERS : MAX_ARGUMENT_CHARACTERS)) return value
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

function mediaList(media: readonly Medium[]): string[] {
  const more = media.length - MAX_MEDIA_LISTED
  return [...media.slice(0, MAX_MEDIA_LISTED).map(mediumSize), ...(more > 0 ? [`${more} more`] : [])]
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

/** On one line, whatever a program calls its tools. */
function nameOf(toolName: string): string {
  return clip(toolName.replace(/\s+/g, ' ').trim(), MAX_NAME_CHARACTERS) || 'tool'
}

function firstLines(content: string, characters: number): string {
  // One more than is shown: it says that there is more.
  const start = content.slice(0, characters + 1)
  return clip(start.split('\n').slice(0, PREVIEW_LINES).join('\n'), characters)
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
