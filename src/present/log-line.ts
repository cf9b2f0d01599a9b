/** Events of a session as lines that a person reads: what was done, and what it did to the window. [R5] */
import { EVENT_TYPES, type Event, type EventType, type NewEvent } from '../domain/event.js'
import { formatInteger, pluralize } from '../domain/number-format.js'
import type { Json } from '../domain/message.js'

export interface LogLine {
  line: string
  /** Tokens in the context before and after, where the act changed it. */
  usage: { before: number; after: number } | null
}

export interface LogEntry extends LogLine {
  /** ISO 8601. */
  at: string
  /** Number of the event in the session. */
  seq: number
  type: EventType
}

type Data = NewEvent['data']
type Say = (data: Data) => string | null

/** null: no act (what was appended is the history itself), or told by another line. */
const LINES: Record<EventType, Say | null> = {
  'session-created': (data) =>
    `Opened for ${word(data.model)}: ${tokens(data.limit)}, ${figure(data.reserve)} of them held back for the reply`,
  'session-updated': (data) =>
    `Changed: ${list(data.changed)}${data.window === undefined ? '' : `; the model holds ${tokens(data.window)}, the limit is ${figure(data.limit)}`}`,
  'session-deleted': null,
  'message-appended': null,
  // A compression tells of its cut itself.
  'budget-updated': (data) => (data.kind === 'compression' ? null : `Context cut (${word(data.kind)}): ${word(data.reason)}`),
  'level-changed': (data) => `Level ${word(data.from)} → ${word(data.to)} at ${figure(data.used)} of ${tokens(data.limit)}`,
  'reliability-changed': (data) => `Reliability ${word(data.from)} → ${word(data.to)} (${share(data.score)})`,
  'compression-queued': (data) => `Compression owed (${word(data.trigger)}) at ${figure(data.used)} of ${tokens(data.limit)}`,
  'compression-started': (data) =>
    `Compression of ${many(data.messages, 'message')} begun: ${figure(data.from)} to ${figure(data.to)}, ${tokens(data.tokens)}`,
  'compression-progress': null,
  compressed: (data) => word(data.line),
  'compression-skipped': (data) => `Compression skipped: ${word(data.reason)}`,
  'compression-error': (data) => `Compression failed: ${word(data.reason)}; it is tried again`,
  'compression-stuck': (data) => `No compression can help until something changes: ${word(data.reason)}`,
  'checkpoint-created': (data) =>
    `Checkpoint ${figure(data.number)} stands for ${many(data.messages, 'message')}: ${tokens(data.originalTokens)} in ${figure(data.tokens)}, ${data.summarizer === 'extractive' ? 'copied' : 'written by a model'}, ${share(data.score)} of the exact facts kept`,
  'checkpoint-aged': (data) => `Checkpoint aged to level ${figure(data.level)}: ${figure(data.tokensBefore)} → ${tokens(data.tokensAfter)}`,
  'checkpoint-merged': (data) =>
    `${pluralize(size(data.replaces), 'checkpoint')} became one: ${figure(data.tokensBefore)} → ${tokens(data.tokensAfter)}`,
  'checkpoint-upgraded': (data) => word(data.line),
  'tool-result-offloaded': (data) => `Stored apart ${parts(data, 'tool result')}`,
  'tool-result-condensed': (data) => `Condensed ${parts(data, 'tool result')}`,
  'tool-result-masked': (data) => `Masked ${parts(data, 'tool result')}`,
  'tool-input-truncated': (data) => `Shortened the input of ${parts(data, 'call')}`,
  'messages-evicted': (data) => `Set aside ${ranges(data.ranges)}: ${word(data.reason)}`,
  'message-pinned': (data) => `Pinned message ${figure(data.seq)} (${tokens(data.tokens)})`,
  'message-unpinned': (data) => `Unpinned message ${figure(data.seq)}`,
  'watermark-advanced': (data) =>
    data.from === data.to ? `The next call of ${word(data.pending)} will end the task` : `A task ended with message ${figure(data.to)}`,
  'snapshot-created': null,
  'auto-snapshot-created': null,
  'snapshot-restored': null,
  'snapshot-error': null,
  'session-forked': null,
  'rollover-complete': null,
  emergency: (data) => `Shrunk at once so that the context fits ${tokens(data.limit)} with ${figure(data.reserve)} held back`,
  'goal-updated': (data) =>
    `Goals changed by ${data.by === 'app' ? 'the app' : `the assistant in message ${figure(data.afterSeq)}`}: ${changes(data)}`,
  'decision-locked': (data) => `Locked decision ${word(data.itemId)}`,
  'drift-detected': (data) =>
    `Drift: ${data.seq === null ? 'a described step' : `message ${figure(data.seq)}`} scores ${share(data.score)} against what the session is about`,
  'audit-failed': (data) => `The audit found ${pluralize(size(data.violations), 'violation')}`,
  'system-prompt-over-budget': (data) => `The system prompt takes ${tokens(data.tokens)}; ${figure(data.budget)} are meant for it`,
  'model-unavailable': null,
  'model-available': null,
  'model-unfit': null,
}

/** Events that a log is made of. */
export const LOGGED_TYPES: EventType[] = EVENT_TYPES.filter((type) => LINES[type] !== null)

/** null: not an act of its own. */
export function logLine({ type, data }: NewEvent): LogLine | null {
  const line = LINES[type]?.(data) ?? null
  if (line === null) return null
  const { tokensBefore: before, tokensAfter: after } = data
  const ofContext = type === 'budget-updated' || type === 'compressed' || type === 'emergency'
  return { line, usage: ofContext && typeof before === 'number' && typeof after === 'number' ? { before, after } : null }
}

/** Returns the session log of `events`, oldest first. Events without a line are left out. */
export function logEntries(events: readonly Event[]): LogEntry[] {
  return events.flatMap((event): LogEntry[] => {
    const line = logLine(event)
    return line === null ? [] : [{ at: event.at, seq: event.seq, type: event.type, ...line }]
  })
}

/** On one line, whatever an app named. */
function word(value: Json | undefined): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : JSON.stringify(value ?? null)
}

function figure(value: Json | undefined): string {
  return typeof value === 'number' ? formatInteger(value) : word(value)
}

function tokens(value: Json | undefined): string {
  return `${figure(value)} tokens`
}

function share(value: Json | undefined): string {
  return typeof value === 'number' ? `${Math.round(value * 100)} %` : word(value)
}

function many(value: Json | undefined, thing: string): string {
  return pluralize(Number(value), thing)
}

function listed(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function size(value: Json | undefined): number {
  return listed(value).length
}

function list(value: Json | undefined): string {
  return listed(value).map(word).join(', ')
}

function parts(data: Data, thing: string): string {
  const all = listed(data.parts).map(objectOf)
  const sum = (name: string) => all.reduce((total, part) => total + Number(part[name] ?? 0), 0)
  const seqs = all.map(({ seq }) => Number(seq))
  const where = Math.min(...seqs) === Math.max(...seqs) ? `message ${seqs[0]}` : `messages ${Math.min(...seqs)} to ${Math.max(...seqs)}`
  return `${pluralize(all.length, thing)} (${where}), saved ~${tokens(sum('tokensBefore') - sum('tokensAfter'))}`
}

function ranges(value: Json | undefined): string {
  const all = listed(value).map(objectOf)
  const count = all.reduce((total, { from, to }) => total + Number(to) - Number(from) + 1, 0)
  return `${pluralize(count, 'message')} (${all.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')})`
}

function changes(data: Data): string {
  const made = listed(data.changes)
    .map(objectOf)
    .map(
      ({ change, kind, status }) =>
        `${word(kind ?? 'goal')} ${String(change).endsWith('added') ? 'added' : 'changed'}${status === undefined ? '' : ` (${word(status)})`}`,
    )
  const refused = listed(data.refused)
    .map(objectOf)
    .map(({ kind, reason }) => `${word(kind)} refused (${word(reason)})`)
  return [...made, ...refused].join(', ')
}

function objectOf(value: Json): { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
