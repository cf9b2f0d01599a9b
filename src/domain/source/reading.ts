import { withoutColors, wordSet, firstBlank, startsWithOne } from '../texts.js'
import type { SourceMessage, SourcePart } from './types.js'

/** Reads messages as passages of plain text, each with its voice. Anchors and extracts come from passages. [V4] */

/** human: text by a person · spoken: assistant text · thought: what a model concluded before a call · error: failed result · call: short arguments of a call ·
 * payload: long arguments (file contents, patches) · result: tool output. */
export type Voice = 'human' | 'spoken' | 'thought' | 'error' | 'call' | 'payload' | 'result'

export interface Passage {
  seq: number
  voice: Voice
  /** Tool that was called; empty for plain text. */
  tool: string
  text: string
  /** Who says it, if that is neither a person nor the assistant: `Read src/a.ts`. */
  label?: string
  /** Whether a person ran the command in the client that printed it: it is not about the work. */
  isClient?: boolean
}

/** Weight of an exact string by its voice; 2 or more is important. [V4] */
export const VOICE_WEIGHT: Record<Voice, number> = {
  human: 3,
  spoken: 3,
  thought: 0.3,
  error: 3,
  call: 2,
  payload: 1,
  result: 0.3,
}

/** Maximum characters of a short argument. Longer ones are content (a file, a patch), not parameters of the call. */
const SHORT_ARGUMENT_CHARS = 400
/** Characters at the start and end of a failed result that count as the error. The rest is ordinary output. */
const ERROR_EDGE_CHARS = 600
/** Maximum depth of nested arguments. Deeper ones are read as JSON text. */
export const ARGUMENT_DEPTH = 6

const REMINDER_OPEN = '<system-reminder>'
const REMINDER_CLOSE = '</system-reminder>'
const NUMBERED_LINE = /^[ \t]{0,8}\d{1,6}(?:→|\t|: ?(?![\d/]))/
const ASKING_TOOLS = ['askuser', 'askfollowup', 'askquestion', 'requestuserinput']
/** The frame of a client around the reasons with which a person refused a call, from the start of a failed result. */
const USER_SAID = /^\s{0,20}(?:error: ?)?(?:the user\b[^\n]{0,400}?\b)?the user said\s?:\s*/i

/** Returns the texts of messages as passages, each with who speaks in it. */
export function readPassages(source: readonly SourceMessage[]): Passage[] {
  const subjects = new Map<string, string>()
  return source.flatMap((message) =>
    message.parts.flatMap((part) => {
      if (part.kind === 'call') subjects.set(part.callId, subjectOf(part.args))
      return readPart(message, part, part.kind === 'result' ? (subjects.get(part.callId) ?? '') : '')
    }),
  )
}

/** Whether the result of a tool is what a person answered. */
export function isAskingTool(name: string): boolean {
  const joined = name.toLowerCase().replaceAll('_', '')
  return joined === 'question' || ASKING_TOOLS.some((words) => joined.includes(words))
}

/** Returns the passages and the tool names of a span as one text for lookups. */
export function sourceText(passages: readonly Passage[]): string {
  const tools = new Set(passages.map((passage) => passage.tool))
  return [...tools, ...passages.map((passage) => passage.text)].join('\n')
}

/** Removes additions of terminals and clients: color codes, reminder blocks, and line numbers of file readers. */
export function cleanText(text: string): string {
  return withoutLineNumbers(withoutReminders(withoutColors(text).replace(/\r\n?/g, '\n')))
}

function withoutReminders(text: string): string {
  let from = text.indexOf(REMINDER_OPEN)
  if (from < 0) return text
  const kept: string[] = []
  let at = 0
  while (from >= 0) {
    const to = text.indexOf(REMINDER_CLOSE, from)
    if (to < 0) break // An unclosed tag is plain text: keep it.
    kept.push(text.slice(at, from))
    at = to + REMINDER_CLOSE.length
    from = text.indexOf(REMINDER_OPEN, at)
  }
  kept.push(text.slice(at))
  return kept.join('')
}

/** Removes line numbers only if they are consecutive or followed by an arrow. A single `12: …` is part of the text. */
function withoutLineNumbers(text: string): string {
  const lines = text.split('\n')
  const numbers = lines.map((line) => (NUMBERED_LINE.test(line) ? Number.parseInt(line, 10) : null))
  let changed = false
  const stripped = lines.map((line, index) => {
    const here = numbers[index]
    if (typeof here !== 'number') return line
    if (numbers[index - 1] !== here - 1 && numbers[index + 1] !== here + 1 && !line.includes('→')) return line
    changed = true
    return line.replace(NUMBERED_LINE, '')
  })
  return changed ? stripped.join('\n') : text
}

function readPart(message: SourceMessage, part: SourcePart, subject: string): Passage[] {
  const { seq, role } = message
  switch (part.kind) {
    case 'text': {
      const text = cleanText(part.text)
      if (isClientOutput(part.text)) return [{ seq, tool: '', voice: 'result', text, label: 'client', isClient: true }]
      const voice = voiceOf(message)
      const label = role === 'user' ? 'app' : 'tool'
      return [{ seq, tool: '', voice, text, ...(voice === 'result' && { label }) }]
    }
    case 'thought':
      return [{ seq, tool: '', voice: 'thought', text: cleanText(part.text) }]
    case 'call':
      return callPassages(seq, part.name, part.args)
    case 'result':
      return resultPassages(seq, part, toolLabel(part.name, subject))
  }
}

const CLIENT_OUTPUT = ['<local-command-stdout>', '<local-command-stderr>', '<bash-stdout>', '<bash-stderr>']

/** Whether a text is what a command of the client printed, such as its release notes. */
export function isClientOutput(text: string): boolean {
  return startsWithOne(text.trimStart(), CLIENT_OUTPUT)
}

/** Text in the user role that a program wrote is output, whatever it says: it makes no rules. [C4] */
function voiceOf({ role, origin }: SourceMessage): Voice {
  if (role === 'user') return origin === 'app' ? 'result' : 'human'
  return role === 'tool' ? 'result' : 'spoken'
}

function resultPassages(seq: number, part: Extract<SourcePart, { kind: 'result' }>, label: string): Passage[] {
  const tool = part.name
  const text = cleanText(part.text)
  // A page may contain the same words; only a client makes an error of them, from its start.
  const frame = part.isError ? USER_SAID.exec(text.slice(0, 2_000)) : null
  if (frame) {
    const at = frame[0].length
    return [
      { seq, tool, label, voice: 'result', text: text.slice(0, at) },
      { seq, tool, voice: 'human', text: text.slice(at) },
    ]
  }
  if (isAskingTool(tool) && !part.isError) return [{ seq, tool, voice: 'human', text }]
  if (!part.isError) return [{ seq, tool, label, voice: 'result', text }]
  if (text.length <= 2 * ERROR_EDGE_CHARS) return [{ seq, tool, label, voice: 'error', text }]
  const head = lineEdge(text, ERROR_EDGE_CHARS)
  const tail = Math.max(head, lineEdge(text, text.length - ERROR_EDGE_CHARS))
  return [
    { seq, tool, label, voice: 'error', text: text.slice(0, head) },
    { seq, tool, label, voice: 'result', text: text.slice(head, tail) },
    { seq, tool, label, voice: 'error', text: text.slice(tail) },
  ]
}

/** Maximum characters of a name, and of what a call is about. */
const MAX_LABEL = { tool: 60, subject: 60 }

/** Returns the name of a tool without signs that could be read as markup. */
export function toolName(name: string): string {
  return name.replace(/[^\w.:/-]+/g, '_').slice(0, MAX_LABEL.tool) || 'tool'
}

function toolLabel(name: string, subject: string): string {
  const tool = toolName(name)
  return subject === '' ? tool : `${tool} ${subject}`
}

/** Returns the file or address that a call is about; empty if it names none that is short. */
function subjectOf(args: string): string {
  if (args.length > 100_000) return ''
  const value = parsedArguments(args)
  if (typeof value !== 'object' || value === null) return ''
  const names = Object.values(value).filter(
    (one): one is string => typeof one === 'string' && one.length <= 300 && /^[\w~.:/\\@%?=&-]*[./\\]\w+$/.test(one),
  )
  const [name = ''] = names
  if (name.length <= MAX_LABEL.subject) return name
  // The end of a long path names the file; the end of an address does not.
  return name.includes('://') ? '' : (/[^/\\]{1,60}$/.exec(name)?.[0] ?? '')
}

/** Returns the nearest line or word end at or after an offset, so that no word is split. */
function lineEdge(text: string, from: number): number {
  const near = text.slice(from, from + 400)
  const edge = firstBlank(near)
  return edge < 0 ? text.length : from + edge
}

/** Between the short arguments of a call. */
export const BETWEEN_TERMS = ' · '
/** Keys of arguments that are content whatever their length, and keys of numbers that only control the tool. */
const PAYLOAD_KEYS = wordSet(
  'content contents old_string new_string old_str new_str file_text patch diff new_source insert_text',
)
const STEERING_KEYS = wordSet(
  'timeout timeout_ms timeoutms limit offset head_limit max_results maxresults line line_start line_end linestart lineend view_range -a -b -c',
)

function callPassages(seq: number, tool: string, args: string): Passage[] {
  const short: string[] = []
  const long: string[] = []
  const take = (text: string, key: string) =>
    (text.length <= SHORT_ARGUMENT_CHARS && !PAYLOAD_KEYS.has(key.toLowerCase()) ? short : long).push(cleanText(text))
  const walk = (value: unknown, key: string, depth: number): void => {
    if (typeof value === 'string') take(value, key)
    else if (typeof value === 'number' && !STEERING_KEYS.has(key.toLowerCase())) take(String(value), key)
    else if (typeof value === 'object' && value !== null) {
      if (depth >= ARGUMENT_DEPTH) take(JSON.stringify(value), key)
      else for (const [name, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? key : name, depth + 1)
    }
  }
  walk(parsedArguments(args), '', 0)
  // The parameters of a call form one line. A search pattern without its folder carries little information.
  const terms = short
    .filter((text) => text.trim() !== '')
    .join(short.some((text) => text.includes('\n')) ? '\n' : BETWEEN_TERMS)
  return [
    { seq, tool, voice: 'call', text: terms },
    ...long.map((text): Passage => ({ seq, tool, voice: 'payload', text })),
  ]
}

/** Parses arguments as JSON. Returns the string itself if it is not valid JSON. */
export function parsedArguments(args: string): unknown {
  try {
    return JSON.parse(args)
  } catch {
    return args
  }
}
