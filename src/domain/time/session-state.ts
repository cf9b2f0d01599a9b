import type { Session, SessionChange } from '../session/session.js'
import { withoutWords } from '../standing/records.js'
import { UNKNOWN_SCALE } from '../session/token-scale.js'

/** Session fields that describe the conversation at one moment. System prompt and tools belong to it as well; they are
 * large, so old ones are kept once, by context version. Settings of the app do not belong to it. [R1] */
const STATE_FIELDS = [
  'version',
  'limit',
  'scale',
  'ledger',
  'ledgerRules',
  'goals',
  'lastSeq',
  'turn',
  'lastSpokenSeq',
  'openCalls',
  'tokenCounts',
  'level',
  'checkpointCount',
  'inViewCount',
  'compressionCount',
  'compressedAtSeq',
  'evictedCount',
  'withdrawnCount',
  'quality',
  'pressedOut',
  'excerptCount',
  'recall',
  'standing',
  'recalledSeq',
  'watermark',
] as const satisfies readonly (keyof Session)[]
export type SessionState = Pick<Session, (typeof STATE_FIELDS)[number]>

/** Fields that a restore leaves as they are: they belong to the session or to its model, not to the conversation. */
const KEPT_BY_RESTORE: ReadonlySet<string> = new Set(['version', 'limit', 'scale', 'lastSeq', 'level', 'goals'])

/** Returns the state of a session, without its settings. */
export function stateOf(session: SessionState): SessionState {
  // Standing words are read again by their ids: once deleted, no record holds them.
  const standing = session.standing && withoutWords(session.standing)
  return pick({ ...session, standing, scale: session.scale ?? UNKNOWN_SCALE }, STATE_FIELDS)
}

/** Returns the session as it was, with its present settings. */
export function withState(session: Session, state: SessionState): Session {
  return { ...without(session, STATE_FIELDS), ...state } as Session
}

/** The fields of a session that decide whether a change starts a new moment, as they were before the change. */
export interface MomentMark extends Pick<Session, 'limit' | 'lastSeq'> {
  ratio: number
  /** As JSON. */
  watermark: string | undefined
}

/** Returns what decides whether a change begins a new moment. Take it before the change. */
export function momentMark({ limit, lastSeq, scale, watermark }: Session): MomentMark {
  return { limit, lastSeq, ratio: scale.ratio, watermark: watermark && JSON.stringify(watermark) }
}

/** Whether a change that makes no cut starts a new moment all the same: the same messages then make another context.
 * Messages move the watermark as well; that follows from them. */
export function beginsMoment(before: MomentMark, session: Session): boolean {
  const now = momentMark(session)
  return (
    now.limit !== before.limit ||
    now.ratio !== before.ratio ||
    (now.lastSeq === before.lastSeq && now.watermark !== before.watermark)
  )
}

/** Returns what a restore changes of the session. Goals are restored by an act. [R2] */
export function restoreState({ quality, lastSeq }: Session, state: SessionState): SessionChange {
  const fields = STATE_FIELDS.filter((field) => !KEPT_BY_RESTORE.has(field))
  return {
    ...Object.fromEntries(fields.map((field) => [field, state[field]])),
    // The size of the model may be known only since then.
    quality: { ...state.quality, parameters: quality.parameters },
    compressedAtSeq: lastSeq - (state.lastSeq - state.compressedAtSeq),
    refills: 0,
    reducedAtTokens: undefined,
    savedAboveThreshold: undefined,
    coldPrompt: undefined,
  }
}

function pick<T extends object, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> {
  return Object.fromEntries(
    fields.flatMap((field) => (from[field] === undefined ? [] : [[field, from[field]]])),
  ) as Pick<T, K>
}

function without(from: Session, fields: readonly string[]): Partial<Session> {
  return Object.fromEntries(Object.entries(from).filter(([field]) => !fields.includes(field)))
}
