import { formatTime } from '../parts/format.js'

/** The state of a session in words, in one place: how full it is, what the compressor does, and what a person can do. */

export interface ConditionStatus {
  untilCompression: number | null
  waiting?: number
  /** Checkpoints in the context. Without one, no line is copied while the model is down. */
  checkpoints?: number
  compressor: { state: string; reason?: string | undefined }
  degraded: readonly string[]
}

export const CONDITIONS = ['free', 'soon', 'compressing', 'over', 'model-down', 'stuck'] as const
export type ConditionKind = (typeof CONDITIONS)[number]

/** `fault` is the only red: what a person must act on. */
export type Tone = 'plain' | 'busy' | 'warning' | 'fault'

export interface Condition {
  kind: ConditionKind
  tone: Tone
  text: string
  /** Why, and what to do; empty: nothing. */
  detail: string
}

export const CONDITION_TITLES: Record<ConditionKind, string> = {
  free: 'Space left',
  soon: 'Compresses soon',
  compressing: 'Compressing',
  over: 'Over; shrinks at the next read',
  'model-down': 'No model; lines copied',
  stuck: 'Stuck',
}

const TONES: Record<ConditionKind, Tone> = {
  free: 'plain',
  soon: 'plain',
  compressing: 'busy',
  over: 'warning',
  'model-down': 'warning',
  stuck: 'fault',
}

/** Reasons why nothing more can be compressed, and the remedy. */
const STUCK_REASONS: Record<string, string> = {
  'gain-too-small': 'a compression would free too little',
  'nothing-to-compress': 'nothing is left to compress',
  'already-covered': 'everything older is behind checkpoints',
  'not-better': 'no summary was shorter',
}
const STUCK_REMEDY = 'Send shorter messages, unpin some, or use a larger window.'

/** Codes at the start of a degraded condition that mean that no model writes summaries now. */
const MODEL_CODES = ['model-unavailable:', 'model-unfit:', 'quota-exceeded:']

export function conditionOf(status: ConditionStatus): Condition {
  const kind = kindOf(status)
  const reason = status.compressor.reason ?? ''
  const stuck = STUCK_REASONS[reason] ?? reason
  const text = kind === 'stuck' && stuck !== '' ? `Stuck: ${stuck}` : CONDITION_TITLES[kind]
  return { kind, tone: TONES[kind], text, detail: detailOf(kind, status) }
}

function kindOf({ untilCompression, waiting = 0, checkpoints, compressor, degraded }: ConditionStatus): ConditionKind {
  // The next read of the context shrinks it, whatever the compressor does.
  if (waiting > 0) return 'over'
  if (compressor.state === 'stuck') return 'stuck'
  if (compressor.state === 'running') return 'compressing'
  const copiesLines = checkpoints !== 0 || untilCompression === 0
  if (compressor.state === 'backing-off' || (copiesLines && modelFault(degraded) !== undefined)) return 'model-down'
  return compressor.state === 'queued' || untilCompression === 0 ? 'soon' : 'free'
}

const modelFault = (degraded: readonly string[]) =>
  degraded.find((condition) => MODEL_CODES.some((code) => condition.startsWith(code)))

function detailOf(kind: ConditionKind, { degraded, compressor }: ConditionStatus): string {
  if (kind === 'stuck') return STUCK_REMEDY
  if (kind === 'over') return detailIn(degraded.find((condition) => condition.startsWith('over-limit:')))
  if (kind === 'model-down') return detailIn(modelFault(degraded)) || (compressor.reason ?? '')
  return ''
}

/** Returns a degraded condition without the code before its colon. */
const detailIn = (condition: string | undefined): string =>
  condition === undefined ? '' : sentence(condition.replace(CODE, ''))

const CODE = /^[a-z-]+: /

/** Returns a degraded condition as a person reads it: its code in words, and what it says. */
export function degradedText(condition: string): string {
  return sentence(condition.replace(CODE, (code) => code.replaceAll('-', ' ')))
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(TIME, (time) => formatTime(time))
