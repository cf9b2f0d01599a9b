/** Markers: lines in the assistant's own words that say what becomes of the goal. Read as people and models write them (case, dashes, markdown
 * around them), and only where the assistant speaks for itself: not in quotes, code, thinking or tags around what others said. Summaries are
 * never read. Every step looks at each character a fixed number of times. [G3] */
import type { ParsedMessage } from '../message.js'
import { DESCRIPTION_MAX, TEXT_MAX, type FileAction, type ItemKind, type StepStatus } from './goal.js'
import { finish, type Steps } from '../steps.js'
import { ownLinesWith, ownLineSteps } from './own-lines.js'

export type Marker =
  | { kind: 'goal'; text: string }
  | { kind: 'step'; text: string; status?: StepStatus }
  | { kind: 'decision'; text: string; locked: boolean }
  | { kind: 'artifact'; path: string; action: FileAction }
  | { kind: 'next'; text: string }
  /** Its text is longer than a goal keeps; never cut, because then it would say something else. */
  | { kind: 'too-long'; of: ItemKind | 'goal' }

/** A message says no more than so many things about the goal; further lines are counted, not read. */
const MARKERS_MAX = 100
/** Characters of a message that are read for markers, from its start. No model writes so much in one reply. */
const READ_CHARS = 1_000_000
/** A marker stands within the first characters of its line, after bullets and the like. */
const HEAD_CHARS = 160
/** A state stands within the last characters of its line. */
const TAIL_CHARS = 40
/** Longer lines are not looked into. */
const LINE_MAX = 4_000

/** What the assistant says about the goal. */
export interface Said {
  markers: Marker[]
  /** Marker lines that were not read. */
  beyond: number
}

const NAMES = 'goal|checkpoint|decision|artifact|next'
const ANYWHERE = `\\[[ \\t]{0,2}(?:${NAMES})[ \\t]{0,2}\\]`
const HOLDS_ONE = new RegExp(ANYWHERE, 'i')
const BULLET = '[-*+•](?=[ \\t])|\\d{1,3}[.)](?=[ \\t])'
const CHECKBOX = '\\[[ xX]\\](?=[ \\t])'
/** Indentation, bullets, numbers, checkboxes, headings, pictures; emphasis or code font; the marker, which is no link. */
const HEAD = new RegExp(
  `^((?:[ \\t]|${BULLET}|${CHECKBOX}|#{1,6}(?=[ \\t])|\\p{Extended_Pictographic}\\uFE0F?){0,60})([*_~\`]{0,3})\\[[ \\t]{0,2}(${NAMES})[ \\t]{0,2}\\](?![([])`,
  'iu',
)
const CHECKED = /\[[xX]\]/
/** As much indentation without a bullet is code. */
const INDENTED_CODE = /^(?: {4}|[ ]{0,3}\t)[ \t]*$/
const AFTER_MARKER = /^[:：]?[*_~`]{0,3}[:：]?[ \t]*(?:[-–—][ \t]+)?/
const DASH = '(?:[ \\t][-‐-―−]{1,3}[ \\t]{0,3}|[ \\t]{0,3}[–—][ \\t]{0,3})'
const STATE = (words: string) => new RegExp(`${DASH}[*_~\`([]{0,3}(${words})[*_~\`)\\]]{0,3}[.!]?$`, 'i')
const STEP_STATE = STATE('completed|in[ _-]?progress|pending')
const LOCK_STATE = STATE('locked')
const ONLY_STATE = /^(?:completed|in[ _-]?progress|pending|locked)$/i
const FILE = /^[*_~`]{0,3}(created|modified|deleted)[*_~`]{0,3}(?:[ \t]*[:：][*_~]{0,3}|[ \t])[ \t]*/i
/** What a chat template or a terminal would read as its own: nothing that is to stand beside the system prompt may hold it. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSAFE_TEXT = /<\|[^|<>\n]{1,40}\|>|[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/

/** What the assistant says about the goal, in order; at most `MARKERS_MAX`, and how many there were beyond. */
export function markersOf(message: Pick<ParsedMessage, 'role' | 'parts'>): Said {
  return finish(markerSteps(message))
}

/** As `markersOf`, with pauses. */
export function* markerSteps({ role, parts }: Pick<ParsedMessage, 'role' | 'parts'>): Steps<Said> {
  const markers: Marker[] = []
  let beyond = 0
  let left = READ_CHARS
  if (role !== 'assistant') return { markers, beyond }
  for (const part of parts) {
    yield
    if (part.type !== 'text') continue
    const text = firstLines(part.text, left)
    left -= text.length
    if (!HOLDS_ONE.test(text)) continue
    const own = yield* ownLineSteps(text, ANYWHERE, MARKERS_MAX - markers.length)
    markers.push(...own.lines.flatMap(({ from, to }) => readLine(text, from, to)))
    beyond += own.beyond
  }
  return { markers, beyond }
}

/** The beginning of a text, in whole lines: a marker that is cut off would say something else. */
function firstLines(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(0, text.lastIndexOf('\n', Math.max(0, chars)) + 1)
}

/** A text without the marker lines that `drop` chooses. */
export function withoutMarkers(text: string, drop: (marker: Marker) => boolean): string {
  if (!HOLDS_ONE.test(text)) return text
  let kept = ''
  let at = 0
  for (const { from, to } of ownLinesWith(text, ANYWHERE, MARKERS_MAX).lines) {
    if (!readLine(text, from, to).some(drop)) continue
    kept += text.slice(at, from)
    at = Math.min(text.length, to + 1)
  }
  return kept + text.slice(at)
}

function readLine(text: string, from: number, to: number): Marker[] {
  const head = HEAD.exec(text.slice(from, Math.min(to, from + HEAD_CHARS)))
  if (!head) return []
  const [all, indent = '', emphasis = '', name = ''] = head
  if (INDENTED_CODE.test(indent)) return []
  const of = KINDS[name.toLowerCase()]!
  if (to - from > LINE_MAX) return [{ kind: 'too-long', of }]
  const rest = text.slice(from + all.length, to)
  const after = AFTER_MARKER.exec(rest)?.[0] ?? ''
  const closed = /[*_~`]/.test(after)
  const said = rest.slice(after.length).trim()
  const marker = readAs(of, emphasis === '' || closed ? said : withoutEnd(said, emphasis), CHECKED.test(indent))
  if (!marker) return []
  const words = marker.kind === 'artifact' ? marker.path : marker.text
  if (words === '' || UNSAFE_TEXT.test(words)) return []
  return [words.length > (of === 'goal' ? DESCRIPTION_MAX : TEXT_MAX) ? { kind: 'too-long', of } : marker]
}

const KINDS: Record<string, ItemKind | 'goal'> = {
  goal: 'goal',
  checkpoint: 'step',
  decision: 'decision',
  artifact: 'artifact',
  next: 'next',
}

function readAs(of: ItemKind | 'goal', said: string, checked: boolean): Exclude<Marker, { kind: 'too-long' }> | null {
  switch (of) {
    case 'goal':
    case 'next':
      return { kind: of, text: plain(said) }
    case 'step': {
      const [text, state] = withState(said, STEP_STATE)
      if (ONLY_STATE.test(text)) return null
      const status = state === null ? (checked ? 'completed' : null) : statusOf(state)
      return { kind: of, text: plain(text), ...(status === null ? {} : { status }) }
    }
    case 'decision': {
      const [text, state] = withState(said, LOCK_STATE)
      if (ONLY_STATE.test(text)) return null
      return { kind: of, text: plain(text), locked: state !== null }
    }
    case 'artifact': {
      const action = FILE.exec(said)
      if (!action) return null
      return { kind: of, path: pathOf(said.slice(action[0].length)), action: action[1]!.toLowerCase() as FileAction }
    }
  }
}

/** A text and the state after its last dash, where what stands there is one: the text may hold dashes itself. */
function withState(said: string, pattern: RegExp): [text: string, state: string | null] {
  const tail = said.slice(-TAIL_CHARS)
  const found = pattern.exec(tail)
  if (!found) return [said, null]
  return [said.slice(0, said.length - tail.length + found.index).trimEnd(), found[1]!]
}

function statusOf(state: string): StepStatus {
  const word = state.toLowerCase()
  return word === 'completed' || word === 'pending' ? word : 'in-progress'
}

/** Without emphasis or quotes around the whole; what is inside is the assistant's. */
function plain(said: string): string {
  const run = /^(\*{1,3}|_{1,3}|~~|`{1,2}|")/.exec(said)?.[0]
  if (run === undefined || !said.endsWith(run) || said.length <= run.length * 2) return said
  const inside = said.slice(run.length, -run.length)
  return inside.includes(run) ? said : inside.trim()
}

/** The end of emphasis that began before the marker. */
function withoutEnd(said: string, emphasis: string): string {
  return said.endsWith(emphasis) ? said.slice(0, -emphasis.length).trimEnd() : said
}

/** In code font or quotes as it stands there; else without what is said about it after a dash, where what stands before looks like a path. */
function pathOf(said: string): string {
  const quote = /^[`"']{1,2}/.exec(said)?.[0]
  const end = quote === undefined ? -1 : said.indexOf(quote, quote.length)
  if (quote !== undefined && end > 0) return said.slice(quote.length, end).trim()
  const [first = said] = said.split(/[ \t]+[-–—][ \t]+/, 1)
  const path = /^\S+$/.test(first) && /[./\\]/.test(first) ? first : said
  return plain(path).replace(/(?<=\w)[.,;]$/, '')
}
