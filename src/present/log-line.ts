/** Renders the events of a session as lines for people: the action and its effect on the context. [R5] */
import { oneLine } from '../domain/texts.js'
import { EVENT_TYPES, type Event, type EventType, type NewEvent } from '../domain/event.js'
import type { AgedData } from '../domain/compression/event-data.js'
import type { EventData, ReducedData } from '../domain/event-data.js'
import type { SeqRange } from '../domain/message.js'
import { formatInteger, pluralize, percent } from '../domain/number-format.js'
import { goalsText, levelText, lockText, NO_NAMES, reasonText, type LogNames } from './log-words.js'
import { REDUCTION_EVENTS, type ReductionEventType } from '../domain/reductions/registry.js'

export interface LogLine {
  line: string
  /** Tokens in the context before and after; null when the event did not change it. */
  usage: { before: number; after: number } | null
  /** Context version that the line's cut made; null: it is about no cut. */
  cut: number | null
}

export interface LogEntry extends LogLine {
  /** ISO 8601. */
  at: string
  /** Number of the event in the session. */
  seq: number
  type: EventType
}

function agedFrom({ levelBefore, level }: Partial<AgedData>): string {
  // Events of older builds do not say what the level was.
  if (levelBefore === undefined) return `Checkpoint aged to level ${level}`
  return level === levelBefore
    ? `Checkpoint of level ${level} shortened or filled`
    : `Checkpoint aged from level ${levelBefore} to ${level}`
}

/** Events of older builds have no such number. */
function linesBack(returned: number | undefined): string {
  return returned === undefined || returned === 0 ? '' : `; ${pluralize(returned, 'line')} came back`
}

/** null: the event has no line, because it reports no action or another line covers it. */
type Lines = { [T in EventType]: ((data: EventData[T], names: LogNames) => string | null) | null }

const LINES: Lines = {
  'session-created': ({ model, limit, reserve }) =>
    `Opened for ${oneLine(model)}: limit ${tokens(limit)}, ${formatInteger(reserve)} reserved for the reply`,
  'session-updated': ({ changed, window, limit }) =>
    `Changed ${changed.join(', ')}` +
    (window === undefined
      ? ''
      : `; the model's window is ${tokens(window)}, the limit is now ${formatInteger(limit ?? window)}`),
  'session-deleted': null,
  'session-expiring': ({ retentionDays, deletesAt }) =>
    `Idle for ${pluralize(retentionDays, 'day')}; deleted at ${deletesAt} unless it becomes active`,
  'session-imported': ({ format, messages }) => `Imported ${pluralize(messages, 'message')} (${format})`,
  'message-appended': null,
  'budget-updated': null,
  'budget-warning': ({ used, limit }) => `Budget warning: ${formatInteger(used)} of ${tokens(limit)} in use`,
  'level-changed': ({ from, to, used, limit }) => `${levelText(from, to)}: ${formatInteger(used)} of ${tokens(limit)}`,
  'tokens-recalibrated': ({ ratioBefore, ratio, usedBefore, usedAfter }) =>
    `Token ratio of the model ${ratioBefore} → ${ratio}: the context takes ${tokens(usedAfter)} instead of ${formatInteger(usedBefore)}`,
  'count-deviation': ({ checked, deviations }) =>
    `Recount of ${pluralize(checked, 'message')}: ${pluralize(deviations.length, 'count')} differ`,
  'reliability-changed': ({ from, to, score }) => `Reliability ${from} → ${to} (${percent(score)})`,
  'reliability-warning': ({ recommendation }) => `Reliability warning: ${recommendation}`,
  'fresh-session-advised': ({ used, limit, recommendation }) =>
    `Fresh session advised at ${formatInteger(used)} of ${tokens(limit)}: ${recommendation}`,
  'compression-queued': ({ trigger, used, limit }) =>
    `Compression queued at ${formatInteger(used)} of ${tokens(limit)}: ${reasonText(trigger)}`,
  'compression-started': ({ messages, from, to, tokens: size }) =>
    `Compression started: ${pluralize(messages, 'message')} (${from} to ${to}), ${tokens(size)}`,
  'compression-progress': null,
  compressed: ({ checkpointId, messages, tokensBefore, tokensAfter, withoutModel }) =>
    `${checkpointId === null ? 'Evicted' : 'Summarized'} ${pluralize(messages, 'message')}` +
    `${checkpointId === null ? '' : ' → 1 checkpoint'}, saved ~${tokens(tokensBefore - tokensAfter)}` +
    (withoutModel === 'small-span' ? '; a small span: a model summarizes it with the next one' : '') +
    (withoutModel === 'in-conversation' ? '; the model is slow: it summarizes when the session is idle' : ''),
  'compression-skipped': ({ reason }) => `Compression skipped: ${reasonText(reason)}`,
  'compression-error': ({ reason }) => `Compression failed: ${reasonText(reason)}`,
  'compression-stuck': ({ reason }) => `No compression can help until something changes: ${reasonText(reason)}`,
  'checkpoint-created': ({ number, messages, originalTokens, tokens: size, summarizer, score }) =>
    `Checkpoint ${number} replaces ${pluralize(messages, 'message')}: ${formatInteger(originalTokens)} → ${tokens(size)}, ` +
    `${summarizer === 'extractive' ? 'extractive' : 'written by a model'}, shows ${percent(score)} of the names and numbers`,
  'checkpoint-aged': (data) =>
    `${agedFrom(data)}: ${formatInteger(data.tokensBefore)} → ${tokens(data.tokensAfter)}${linesBack(data.returned)}`,
  'checkpoint-merged': ({ replaces, tokensBefore, tokensAfter, returned }) =>
    `Merged ${pluralize(replaces.length, 'checkpoint')} into one: ` +
    `${formatInteger(tokensBefore)} → ${tokens(tokensAfter)}${linesBack(returned)}`,
  'checkpoint-upgraded': ({ number }) => `Checkpoint ${number} was extractive; a model rewrote it`,
  // The line of the compression covers its cut.
  'context-rewritten': ({ kind, reason, removedBlocks }) =>
    kind === 'compression'
      ? null
      : `Context rewritten (${kind}): ${reason}` +
        // How many calls and results left is what a task boundary is about. [D4]
        (kind === 'watermark' ? `; ${pluralize(removedBlocks, 'block')} left` : ''),
  'context-recalled': ({ seq, excerpts, tokens: size, reason }) =>
    reason === undefined
      ? `Recalled ${pluralize(excerpts.length, 'quote')} (${tokens(size)}) for message ${seq}`
      : `Recalled nothing for message ${seq}: ${reasonText(reason)}`,
  'prompt-evaluated': ({ promptTokens, durationMs }) =>
    `The model read the changed prompt${promptTokens === null ? '' : ` (${tokens(promptTokens)})`} in ${formatInteger(durationMs)} ms, before the next request`,
  'standing-added': ({ kind, seq }) =>
    seq === undefined ? `Noted a standing ${kind} for the scope` : `Noted a standing ${kind} from message ${seq}`,
  'standing-changed': ({ state, entryId }) => `Standing entry ${entryId} is ${state}`,
  'standing-deleted': ({ entries }) => `Deleted ${pluralize(entries, 'standing entry', 'standing entries')}`,
  ...reductionLines(),
  'messages-evicted': ({ ranges, reason }) => `Evicted ${messagesIn(ranges)}: ${reason}`,
  'message-pinned': ({ seq, tokens: size }) => `Pinned message ${seq} (${tokens(size)})`,
  'message-unpinned': ({ seq }) => `Unpinned message ${seq}`,
  'watermark-advanced': ({ from, to, pending }) =>
    from === to
      ? `The next call of ${oneLine(pending ?? 'the tool')} will end the task`
      : `Task ended at message ${to}`,
  emergency: ({ limit, reserve }) =>
    `Emergency: context shrunk to fit ${tokens(limit)} less ${formatInteger(reserve)} for the reply`,
  'snapshot-created': ({ name, seq, tokens: size }) =>
    `Snapshot${name === null ? '' : ` “${oneLine(name)}”`} at message ${seq} (${tokens(size)})`,
  'auto-snapshot-created': ({ purpose, seq, tokens: size }) =>
    `Automatic snapshot (${purpose}) at message ${seq} (${tokens(size)})`,
  'snapshot-restored': ({ seq }) => `Restored the state at message ${seq}`,
  'snapshot-error': ({ purpose }) => `A snapshot (${purpose}) could not be made`,
  'rollover-complete': ({ epoch, trigger }) =>
    `Rolled over to epoch ${epoch}${trigger === 'overflow' ? ': nothing more could shrink' : ''}`,
  'session-forked': ({ parentId, seq }) => `Forked from session ${parentId} at message ${seq}`,
  'goal-updated': goalsText,
  'decision-locked': ({ itemId }, names) => lockText(itemId, names),
  'drift-detected': ({ seq, score, action }) =>
    `Drift: ${seq === null ? 'the described action' : `message ${seq}`} matches the intent by ${percent(score)}; ${action}`,
  'audit-failed': ({ violations }) => `Audit found ${pluralize(violations.length, 'violation')}`,
  'system-prompt-over-budget': ({ tokens: size, budget }) =>
    `System prompt takes ${tokens(size)}; the budget for it is ${formatInteger(budget)}`,
  'fixed-part-over-budget': ({ tokens: size, budget, parts }) =>
    `The fixed part takes ${tokens(size)}; half of the limit is ${formatInteger(budget)} (${parts.map((part) => `${part.name} ${formatInteger(part.tokens)}`).join(', ')})`,
  'model-unavailable': null,
  'model-available': null,
  'model-unfit': null,
  'model-window-lowered': null,
}

/** Event types that appear in the session log. */
export const LOGGED_TYPES: EventType[] = EVENT_TYPES.filter((type) => LINES[type] !== null)

/** Returns the session log of `events`, in their order. Events without a line are omitted. */
export function logEntries(events: readonly Event[], names: LogNames = NO_NAMES): LogEntry[] {
  // The line of a compression covers its cut, so it leads to what that cut changed.
  let covered: Event<'context-rewritten'>['data'] | null = null
  return events.flatMap((event): LogEntry[] => {
    if (event.type === 'context-rewritten' && event.data.kind === 'compression') covered = event.data
    const line = logLine(event, names)
    if (line === null) return []
    const isOfCut = event.type === 'compressed' && covered?.tokensBefore === event.data.tokensBefore
    const cut = isOfCut ? covered!.version : line.cut
    return [{ at: event.at, seq: event.seq, type: event.type, ...line, cut }]
  })
}

/** Returns the line of one event; null when it has none. */
export function logLine(event: NewEvent, names: LogNames = NO_NAMES): LogLine | null {
  const line = lineOf(event, names)
  const cut = event.type === 'context-rewritten' ? event.data.version : null
  return line === null ? null : { line, usage: usageOf(event), cut }
}

function lineOf<T extends EventType>({ type, data }: { type: T; data: EventData[T] }, names: LogNames): string | null {
  return LINES[type]?.(data, names) ?? null
}

function usageOf({ type, data }: NewEvent): LogLine['usage'] {
  switch (type) {
    case 'context-rewritten':
    case 'compressed':
    case 'emergency':
    case 'snapshot-restored':
      return { before: data.tokensBefore, after: data.tokensAfter }
    default:
      return null
  }
}

function tokens(count: number): string {
  return `${formatInteger(count)} tokens`
}

/** Returns the line of every reduction event, in the words of the registry. */
function reductionLines(): Pick<Lines, ReductionEventType> {
  const lines = REDUCTION_EVENTS.map(({ type, verb, unit }) => [
    type,
    (data: ReducedData) => `${verb} ${parts(data, unit)}`,
  ])
  return Object.fromEntries(lines) as Pick<Lines, ReductionEventType>
}

function parts({ parts: all }: ReducedData, thing: string): string {
  const seqs = all.map(({ seq }) => seq)
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
  const where = first === last ? `message ${first}` : `messages ${first} to ${last}`
  const saved = all.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
  return `${pluralize(all.length, thing)} (${where}), saved ~${tokens(saved)}`
}

function messagesIn(ranges: readonly SeqRange[]): string {
  const count = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  return `${pluralize(count, 'message')} (${ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')})`
}
