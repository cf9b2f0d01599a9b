/** Markers: lines in the assistant's own text that change the goal. Case, dashes and surrounding markdown may vary.
 * Markers in quotes, code, thinking, or tags around other people's text are ignored. Summaries are never read. Every
 * step reads each character a fixed number of times. [G3] */
import { splitWords } from '../texts.js'
import type { ParsedMessage } from '../message.js'
import { DESCRIPTION_MAX, TEXT_MAX, type FileAction, type ItemKind, type StepStatus } from './goal.js'
import { holdsMarker, markerHead, type MarkerName } from '../attribution/marker-head.js'
import { ownRows, type Row } from '../attribution/own-rows.js'

export type Marker =
  | { kind: 'goal'; text: string }
  | { kind: 'step'; text: string; status?: StepStatus }
  | { kind: 'decision'; text: string; locked: boolean }
  | { kind: 'artifact'; path: string; action: FileAction }
  | { kind: 'next'; text: string }
  /** The text exceeds the maximum length. It is never shortened, because that could change its meaning. */
  | { kind: 'too-long'; of: ItemKind | 'goal' }

/** Maximum markers read per message. Further lines are only counted. */
const MARKERS_MAX = 100
/** Characters of a message searched for markers, from its start. No model writes more in one reply. */
const READ_CHARS = 1_000_000
/** Characters at the end of a line that may contain the state. */
const TAIL_CHARS = 40
/** Maximum characters of a marker line. Longer lines are reported as too long. */
const LINE_MAX = 4_000

/** Markers found in a message. */
export interface FoundMarkers {
  markers: Marker[]
  /** Number of marker lines beyond `MARKERS_MAX`, which were not read. */
  beyond: number
}

const EMPHASIS = ['*', '_', '~', '`']
const AFTER_MARKER = /^[:：]?[*_~`]{0,3}[:：]?[ \t]*(?:[-–—][ \t]+)?/
const DASH = '(?:[ \\t][-‐-―−]{1,3}[ \\t]{0,3}|[ \\t]{0,3}[–—][ \\t]{0,3})'
const STATE = (words: string) => new RegExp(`${DASH}[*_~\`([]{0,3}(${words})[*_~\`)\\]]{0,3}[.!]?$`, 'i')
const STEP_STATE = STATE('completed|in[ _-]?progress|pending')
const LOCK_STATE = STATE('locked')
const ONLY_STATE = /^(?:completed|in[ _-]?progress|pending|locked)$/i
const FILE = /^[*_~`]{0,3}(created|modified|deleted)[*_~`]{0,3}(?:[ \t]*[:：][*_~]{0,3}|[ \t])[ \t]*/i
/** Tokens of chat templates and control characters. Text that follows the system prompt must not contain them. */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const UNSAFE_TEXT = /<\|[^|<>\n]{1,40}\|>|[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/

/** Returns the markers of a message in order, at most `MARKERS_MAX`, and the number of further marker lines. */
export function markersOf({ role, parts }: Pick<ParsedMessage, 'role' | 'parts'>): FoundMarkers {
  const markers: Marker[] = []
  let beyond = 0
  let left = READ_CHARS
  if (role !== 'assistant') return { markers, beyond }
  for (const part of parts) {
    if (part.type !== 'text') continue
    const text = firstLines(part.text, left)
    left -= text.length
    if (!holdsMarker(text)) continue
    const rows = markerRows(text)
    const read = rows.slice(0, MARKERS_MAX - markers.length)
    markers.push(...read.flatMap(({ from, to }) => readLine(text, from, to)))
    beyond += rows.length - read.length
  }
  return { markers, beyond }
}

/** Returns the writer's own rows that hold a marker, in order. */
function markerRows(text: string): Row[] {
  const rows = ownRows(text)
  return rows.filter(({ from, to, frame }) => frame === null && markerHead(text.slice(from, to)) !== null)
}

/** Returns the start of a text in whole lines. A truncated marker could change its meaning. */
function firstLines(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(0, text.lastIndexOf('\n', Math.max(0, chars)) + 1)
}

/** Removes the marker lines that `drop` selects. */
export function withoutMarkers(text: string, drop: (marker: Marker) => boolean): string {
  if (!holdsMarker(text)) return text
  let kept = ''
  let at = 0
  for (const { from, to } of markerRows(text).slice(0, MARKERS_MAX)) {
    if (!readLine(text, from, to).some(drop)) continue
    kept += text.slice(at, from)
    at = Math.min(text.length, to + 1)
  }
  return kept + text.slice(at)
}

function readLine(text: string, from: number, to: number): Marker[] {
  const head = markerHead(text.slice(from, to))
  if (!head) return []
  const { text: all, indent, emphasis, name } = head
  const of = KINDS[name]
  if (to - from > LINE_MAX) return [{ kind: 'too-long', of }]
  const rest = text.slice(from + all.length, to)
  const after = AFTER_MARKER.exec(rest)?.[0] ?? ''
  const closed = EMPHASIS.some((sign) => after.includes(sign))
  const content = rest.slice(after.length).trim()
  const marker = readAs(
    of,
    emphasis === '' || closed ? content : withoutEnd(content, emphasis),
    indent.toLowerCase().includes('[x]'),
  )
  if (!marker) return []
  const words = marker.kind === 'artifact' ? marker.path : marker.text
  if (words === '' || UNSAFE_TEXT.test(words)) return []
  return [words.length > (of === 'goal' ? DESCRIPTION_MAX : TEXT_MAX) ? { kind: 'too-long', of } : marker]
}

const KINDS: Record<MarkerName, ItemKind | 'goal'> = {
  goal: 'goal',
  checkpoint: 'step',
  decision: 'decision',
  artifact: 'artifact',
  next: 'next',
}

function readAs(
  of: ItemKind | 'goal',
  content: string,
  checked: boolean,
): Exclude<Marker, { kind: 'too-long' }> | null {
  switch (of) {
    case 'goal':
    case 'next':
      return { kind: of, text: plain(content) }
    case 'step': {
      const [text, state] = withState(content, STEP_STATE)
      if (ONLY_STATE.test(text)) return null
      const status = state === null ? (checked ? 'completed' : null) : statusOf(state)
      return { kind: of, text: plain(text), ...(status === null ? {} : { status }) }
    }
    case 'decision': {
      const [text, state] = withState(content, LOCK_STATE)
      if (ONLY_STATE.test(text)) return null
      return { kind: of, text: plain(text), locked: state !== null }
    }
    case 'artifact': {
      const action = FILE.exec(content)
      if (!action) return null
      return { kind: of, path: pathOf(content.slice(action[0].length)), action: action[1]!.toLowerCase() as FileAction }
    }
  }
}

/** Splits off the state after the last dash, if a known state follows it. The text itself may contain dashes. */
function withState(content: string, pattern: RegExp): [text: string, state: string | null] {
  const tail = content.slice(-TAIL_CHARS)
  const found = pattern.exec(tail)
  if (!found) return [content, null]
  return [content.slice(0, content.length - tail.length + found.index).trimEnd(), found[1]!]
}

function statusOf(state: string): StepStatus {
  const word = state.toLowerCase()
  return word === 'completed' || word === 'pending' ? word : 'in-progress'
}

/** Removes emphasis or quotes around the whole text, but not inside it. */
function plain(content: string): string {
  const run = /^([*_~`"])\1{0,2}/.exec(content)?.[0]
  if (run === undefined || !content.endsWith(run) || content.length <= run.length * 2) return content
  const inside = content.slice(run.length, -run.length)
  return inside.includes(run) ? content : inside.trim()
}

/** Removes the end of emphasis that began before the marker. */
function withoutEnd(content: string, emphasis: string): string {
  return content.endsWith(emphasis) ? content.slice(0, -emphasis.length).trimEnd() : content
}

/** Returns the path: the quoted text if there is one. Otherwise, if the text before a dash looks like a path, drops the
 * comment after the dash. */
function pathOf(content: string): string {
  const quote = /^[`"']{1,2}/.exec(content)?.[0]
  const end = quote === undefined ? -1 : content.indexOf(quote, quote.length)
  if (quote !== undefined && end > 0) return content.slice(quote.length, end).trim()
  const [first = content] = content.split(/(?<![ \t])[ \t]+[-–—][ \t]+/, 1)
  const isPath = splitWords(first).length === 1 && ['.', '/', '\\'].some((sign) => first.includes(sign))
  const path = isPath ? first : content
  return plain(path).replace(/(?<=\w)[.,;]$/, '')
}
