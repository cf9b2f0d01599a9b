import type { Event, EventType } from '@palimpsest/client'
import { conditionOf } from '../context/condition.js'
import { formatInteger, formatShare } from './format.js'

/** Events in one line, and their types in groups. */

/** Members shown first, in this order. */
const FIRST = ['kind', 'reason', 'recommendation', 'fault', 'trigger', 'name', 'model', 'from', 'to']
/** Ids are in the details. */
const HIDDEN = /Id$/

/** Describes the data of an event in one line. */
export function lineOf({ type, data }: Event): string {
  if (type === 'budget-updated')
    return `${formatInteger(data.used)} of ${formatInteger(data.limit)} tokens (${formatShare(data.utilization)}) · ${conditionOf(data).text}`
  if (type === 'message-appended') {
    const [first, last] = [data.messages[0], data.messages.at(-1)]
    const which = first === last ? `#${first?.seq} ${first?.role}` : `#${first?.seq} to #${last?.seq}`
    return `${which} · ${formatInteger(data.messages.reduce((sum, { tokens }) => sum + tokens, 0))} tokens`
  }
  if (type === 'context-rewritten')
    return `${data.kind}: ${data.reason} · ${formatInteger(data.tokensBefore)} → ${formatInteger(data.tokensAfter)} tokens`
  const members = Object.entries(data as Record<string, unknown>).filter(([name]) => !HIDDEN.test(name))
  const rank = ([name]: [string, unknown]) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return members
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(([name, value]) => (textOf(value, name) === null ? [] : [labeled(name, textOf(value, name)!)]))
    .join(' · ')
}

/** Members of event data whose names are no words for people. */
const LABELED: Record<string, (value: string) => string> = {
  seq: (value) => `#${value}`,
  afterSeq: (value) => `after #${value}`,
  tokens: (value) => `${value} tokens`,
  name: (value) => `“${value}”`,
  recommendation: (value) => value,
  by: (value) => `by ${value === 'app' ? 'the app' : `a ${value}`}`,
}

/** `tokensBefore` 12 → `tokens before 12`. */
function labeled(name: string, value: string): string {
  return LABELED[name]?.(value) ?? `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`
}

/** Members of event data that are shares of something. */
const SHARES = ['utilization']

function textOf(value: unknown, name: string): string | null {
  if (typeof value === 'number') {
    if (SHARES.includes(name)) return formatShare(value)
    return Number.isInteger(value) ? formatInteger(value) : String(Math.round(value * 1_000) / 1_000)
  }
  if (typeof value === 'string') return value.length > 120 ? `${value.slice(0, 120)} …` : value
  if (Array.isArray(value)) return formatInteger(value.length)
  return null
}

/** Types of events by subject, for filters. */
export const TYPE_GROUPS: Record<string, readonly EventType[]> = {
  Sessions: [
    'session-created',
    'session-updated',
    'session-deleted',
    'session-expiring',
    'session-imported',
    'session-forked',
  ],
  Messages: ['message-appended', 'message-pinned', 'message-unpinned', 'messages-evicted', 'watermark-advanced'],
  Budget: [
    'budget-updated',
    'budget-warning',
    'level-changed',
    'tokens-recalibrated',
    'fresh-session-advised',
    'system-prompt-over-budget',
    'fixed-part-over-budget',
    'emergency',
    'rollover-complete',
  ],
  Compression: [
    'compression-queued',
    'compression-started',
    'compression-progress',
    'compressed',
    'compression-skipped',
    'compression-error',
    'compression-stuck',
    'checkpoint-created',
    'checkpoint-aged',
    'checkpoint-merged',
    'checkpoint-upgraded',
  ],
  'Cuts and reductions': [
    'context-rewritten',
    'context-recalled',
    'prompt-evaluated',
    'standing-added',
    'standing-changed',
    'standing-deleted',
    'tool-result-condensed',
    'tool-result-offloaded',
    'tool-result-masked',
    'tool-input-truncated',
    'reasoning-dropped',
    'text-offloaded',
    'text-excerpted',
  ],
  Snapshots: ['snapshot-created', 'auto-snapshot-created', 'snapshot-restored', 'snapshot-error'],
  'Goals and drift': ['goal-updated', 'decision-locked', 'drift-detected'],
  Health: [
    'reliability-changed',
    'reliability-warning',
    'count-deviation',
    'audit-failed',
    'model-unavailable',
    'model-available',
    'model-unfit',
    'model-window-lowered',
  ],
}
