import { kindAmong } from '../../knowledge/lines/read.js'
import { withoutThinking } from '../attribution/pairs.js'
import { withoutBold } from '../source/blocks.js'
import { wordCount } from '../source/prose.js'
import { withoutHead } from '../signs.js'
import { hasLetterOrDigit, introduces, lettersOf, splitWords } from '../texts.js'
import type { LineKind, ProposedLine } from '../source/types.js'
import { isLineKind } from '../checkpoint/rendering.js'

/** Parses the answer of a model into proposed lines, or returns its fault. Checks only the form; `verifySummary` checks
 * the content. [P7] */

export type ReplyProblem = 'empty' | 'refusal' | 'garbage' | 'not-lines'
export interface ParsedReply {
  lines: ProposedLine[]
  problem: ReplyProblem | null
}

/** Characters read of an answer. No valid answer is longer. */
const MAX_REPLY_CHARS = 200_000
const MAX_LINES = 200

const refuses = kindAmong('refusal')
const REFUSAL_CJK = /^\W{0,4}(?:抱歉|对不起|我无法|申し訳)/
/** Signs before a refusal, and characters of it that are read. */
const [SIGNS, MAX_REFUSAL_CHARS] = [' "\'“‘*_>#-•([', 80]
const isRefusal = (text: string) =>
  REFUSAL_CJK.test(text) || refuses(withoutHead(text.slice(0, MAX_REFUSAL_CHARS), SIGNS)) !== null
const ERROR_SHAPE =
  /^\W{0,3}(?:error\b|exception\b|traceback|internal server error|an error occurred|failed to generate)/i
const TOOL_SYNTAX =
  /<\/?(?:tool_call|tool_calls|tool_use|function_call|function_calls|invoke)\b|<\|(?:tool|python|im_start|im_end|start_header_id)[^|\n]{0,30}\|?>|"(?:tool_calls|function_call)"\s{0,4}:/i

/** Returns the proposed lines, or no lines and the problem of the answer.
 * @param schema whether the model was given a JSON schema */
export function parseReply(reply: string, schema: boolean): ParsedReply {
  const text = unfenced(withoutThinking(reply.slice(0, MAX_REPLY_CHARS))).trim()
  if (text === '') return { lines: [], problem: 'empty' }
  if (isRefusal(text)) return { lines: [], problem: 'refusal' }
  // `Error: …` may also be the first of several lines, with its kind.
  if (ERROR_SHAPE.test(text) && !text.includes('\n')) return { lines: [], problem: 'garbage' }
  if (TOOL_SYNTAX.test(text.slice(0, 2_000))) return { lines: [], problem: 'garbage' }
  if (mostlySigns(text)) return { lines: [], problem: 'garbage' }
  const asJson = schema || startsJson(text) ? jsonLines(text) : null
  if (JSON.stringify(parsed(text)) === '{"lines":[]}') return { lines: [], problem: 'empty' }
  const lines = (asJson && asJson.length > 0 ? asJson : plainLines(text)).slice(0, MAX_LINES)
  if (lines.length === 0) return { lines, problem: 'not-lines' }
  if (lines.every((line) => isRefusal(line.text))) return { lines: [], problem: 'refusal' }
  return { lines, problem: null }
}

/** Returns the content of a code fence around the whole answer or around its JSON. */
function unfenced(text: string): string {
  const open = /^[ \t]*```[\w-]*[ \t]*\n/m.exec(text)
  if (!open || text.slice(0, open.index).trim().length > 200) return text
  const start = open.index + open[0].length
  const close = text.indexOf('\n```', start)
  const inside = close < 0 ? text.slice(start) : text.slice(start, close)
  return startsJson(inside) || open.index === 0 ? inside : text
}

function startsJson(text: string): boolean {
  return '[{'.includes(text.trimStart()[0] ?? ' ')
}

/** Whether less than 40% of the characters are letters or digits. */
function mostlySigns(text: string): boolean {
  const sample = splitWords(text.slice(0, 4_000)).join('')
  const letters = splitWords(lettersOf(sample)).join('')
  return sample.includes('\ufffd\ufffd') || letters.length < sample.length * 0.4
}

function jsonLines(text: string): ProposedLine[] {
  const from = text.search(/[[{]/)
  const whole =
    from < 0
      ? undefined
      : (parsed(text) ?? parsed(text.slice(from, Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1)))
  const list = whole === undefined ? salvaged(text) : itemsOf(whole)
  return list.flatMap(lineFrom)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Recovers complete objects from JSON that is truncated or broken elsewhere. */
function salvaged(text: string): unknown[] {
  return (text.match(/\{[^{}]{1,4000}\}/g) ?? []).map(parsed).filter((value) => value !== undefined)
}

function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return []
  const fields: { [key: string]: unknown } = { ...value }
  if (Array.isArray(fields['lines'])) return fields['lines']
  if ('text' in fields) return [value]
  const lists = Object.entries(fields).flatMap(([name, inner]) =>
    Array.isArray(inner)
      ? inner.map((item: unknown) => (typeof item === 'string' ? { kind: name, text: item } : item))
      : [],
  )
  return lists
}

function lineFrom(item: unknown): ProposedLine[] {
  if (typeof item === 'string') return item.trim() === '' ? [] : [proposed('fact', item)]
  if (typeof item !== 'object' || item === null) return []
  const { kind, text, importance }: { kind?: unknown; text?: unknown; importance?: unknown } = item
  if (typeof text !== 'string' || text.trim() === '') return []
  const line = proposed(kindNamed(typeof kind === 'string' ? kind : '') ?? 'fact', text)
  if (typeof importance !== 'number' || !Number.isFinite(importance)) return [line]
  return [{ ...line, importance: Math.min(1, Math.max(0, importance > 1 ? importance / 10 : importance)) }]
}

const HEAD = /^(?:[-*•>#\s]|\d{1,3}[.)]\s)*\[?([\p{L}][\p{L} &_-]{1,30}?)\]?\**\s{0,2}[::]\**\s*(?!\s)(.*)$/u
const BULLET = /^(?:[-*•>\s]|\d{1,3}[.)]\s)+/

/** Parses `KIND: text` lines. Lines under a title get its kind; other lines of at least three words are facts. */
function plainLines(text: string): ProposedLine[] {
  const lines: ProposedLine[] = []
  let title: LineKind = 'fact'
  for (const raw of text.split('\n')) {
    const row = raw.trim().slice(0, 2_000)
    if (lines.length >= MAX_LINES) break
    if (!hasLetterOrDigit(row)) continue
    const head = HEAD.exec(row)
    const kind = head ? kindNamed(head[1] ?? '') : null
    if (kind && head?.[2]) lines.push(proposed(kind, head[2]))
    else if (kind) title = kind
    else {
      const named = kindNamed(lettersOf(row))
      const bare = withoutBold(row.replace(BULLET, ''))
      if (named) title = named
      else if (!introduces(bare) && wordCount(bare) >= 3) lines.push(proposed(title, bare))
    }
  }
  return lines
}

/** Names that models give to kinds of lines, beside ours. */
const SYNONYMS: Partial<Record<LineKind, string>> = {
  intent: 'goal, goals, objective, objectives, purpose, task',
  constraint: 'constraints, rule, rules, requirement, requirements, preference, preferences, limit, limits',
  decision: 'decisions, key decision, key decisions, decisions made, key decisions made, reason, reasons',
  artifact: 'artifacts, file, files, files touched, files modified, files changed, files created',
  error:
    'errors, errors and fixes, errors & fixes, errors fixes, error and fix, fix, fixes, bug, bugs, problem, problems, issue, issues',
  next: 'next step, next steps, todo, todos, to-do',
  question: 'questions, open question, open questions',
  progress: 'done, completed, status',
  fact: 'facts, identifier, identifiers, finding, findings, info, note, notes, summary',
  code: 'snippet, snippets',
}
const KIND_OF = new Map(
  Object.entries(SYNONYMS).flatMap(([kind, names]) =>
    names.split(', ').map((name) => [name, kind as LineKind] as const),
  ),
)

function kindNamed(name: string): LineKind | null {
  const plain = name.trim().toLowerCase().replaceAll('_', ' ')
  if (isLineKind(plain)) return plain
  return KIND_OF.get(plain) ?? null
}

/** Importance by kind, if the model gives none. */
const KIND_IMPORTANCE: Record<LineKind, number> = {
  intent: 0.9,
  constraint: 0.9,
  decision: 0.8,
  artifact: 0.7,
  error: 0.7,
  next: 0.7,
  question: 0.6,
  progress: 0.5,
  fact: 0.5,
  code: 0.4,
}

function proposed(kind: LineKind, text: string): ProposedLine {
  return { kind, text: text.trim(), importance: KIND_IMPORTANCE[kind], sources: [] }
}
