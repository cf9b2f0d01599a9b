import { MODEL_FAULTS } from './breaker.js'
import type { HelpByKind } from './help.js'

/** Track record of a model's summaries. A model that keeps failing is no longer called. [V8] */

/** Result of one span of messages that the model was asked to summarize, after all tries. */
export interface SpanOutcome {
  at: string // ISO 8601
  /** `accepted`, or the reason of the refusal. */
  verdict: string
  seconds: number
}

export interface ModelRecord {
  /** Digest of the model that `refusedInARow` refers to; null if the server reports none. */
  digest: string | null
  spans: { asked: number; accepted: number; refused: number }
  /** Refused spans by reason. */
  refusals: Record<string, number>
  /** Anchors in the source of accepted spans, how many of them were kept, and anchors the model invented, refused spans
   * included. */
  anchors: { seen: number; kept: number; invented: number }
  /** Total over all spans. */
  seconds: number
  /** Consecutive refusals for quality. */
  refusedInARow: number
  unfit: { since: string; reason: string; nextTrialAt: string } | null
  /** Newest last. */
  last: SpanOutcome[]
  /** Titles of sessions. Absent: the model was never asked for one. */
  titles?: { asked: number; accepted: number; refusedInARow: number }
  /** Whether its summaries say more than what they replace. Absent: none was compared. */
  help?: HelpByKind
}

export const NO_RECORD: ModelRecord = {
  digest: null,
  spans: { asked: 0, accepted: 0, refused: 0 },
  refusals: {},
  anchors: { seen: 0, kept: 0, invented: 0 },
  seconds: 0,
  refusedInARow: 0,
  unfit: null,
  last: [],
}

const REFUSALS_TO_UNFIT = 5
/** Titles refused in a row after which the model is asked for none. It may still write summaries. */
const TITLES_TO_UNFIT = 5
const TRIAL_EVERY_MS = 3_600_000
const LAST_KEPT = 10

/** Failures of the server or of our own request. They do not count against the model's quality. */
const NOT_QUALITY = new Set<string>([...MODEL_FAULTS, 'prompt-cut', 'rejected', 'aborted'])

export function isQuality(verdict: string): boolean {
  return verdict !== 'accepted' && !NOT_QUALITY.has(verdict)
}

/** Returns the record for the model with this digest. A changed digest is a different model under the same name: its
 * refusals and its unfit state are reset. */
export function adoptDigest(record: ModelRecord, digest: string | null): ModelRecord {
  if (digest === null || digest === record.digest) return record
  const titles = record.titles && { titles: { ...record.titles, refusedInARow: 0 } }
  const { help: _, ...kept } = record
  return { ...kept, digest, refusedInARow: 0, unfit: null, ...titles }
}

/** Whether the model may write summaries. `trial`: one span, to see whether it does better now. */
export function mayWrite(record: ModelRecord, now: Date): 'free' | 'trial' | 'forbidden' {
  if (!record.unfit) return 'free'
  return now.getTime() >= Date.parse(record.unfit.nextTrialAt) ? 'trial' : 'forbidden'
}

/** Whether the model may name sessions. A model that was refused too often gets another chance when its digest changes. [V8] */
export function mayTitle({ titles }: ModelRecord): boolean {
  return titles === undefined || titles.refusedInARow < TITLES_TO_UNFIT
}

/** Returns the record after one title. */
export function afterTitle(record: ModelRecord, isAccepted: boolean): ModelRecord {
  const { asked, accepted, refusedInARow } = record.titles ?? { asked: 0, accepted: 0, refusedInARow: 0 }
  const titles = {
    asked: asked + 1,
    accepted: accepted + Number(isAccepted),
    refusedInARow: isAccepted ? 0 : refusedInARow + 1,
  }
  return { ...record, titles }
}

/** Returns the record with the hourly trial taken, so that no other job takes it. */
export function onWritingTrial(record: ModelRecord, now: Date): ModelRecord {
  return record.unfit ? { ...record, unfit: { ...record.unfit, nextTrialAt: trialAfter(now) } } : record
}

/** Seconds of a summary from which on a model is slow: on a processor, a model of half a billion parameters took 10 to 36; on a graphics
 * card, one of 7 billion needs about 10. */
const SLOW_FROM_SECONDS = 15
/** Spans that decide. One of them may have waited for other calls, or for the model to load. */
const SPANS_TO_JUDGE_SPEED = 3

/** Whether each of the newest spans took the model so long that a conversation with the same model would feel it: its calls wait
 * for the summary, and then the server reads the whole conversation again. [P12] */
export function isSlow({ last }: ModelRecord): boolean {
  const newest = last.slice(-SPANS_TO_JUDGE_SPEED)
  return newest.length > 0 && newest.every(({ seconds }) => seconds >= SLOW_FROM_SECONDS)
}

/** Whether one call took so long. */
export function isSlowCall(ms: number): boolean {
  return ms >= SLOW_FROM_SECONDS * 1_000
}

export interface SpanResult {
  verdict: string
  seconds: number
  anchors: { seen: number; kept: number; invented: number }
  /** Whether the record of help by kind of content decides about it, not that of the model. */
  ofKind?: boolean
}

/** Returns the record after one span. Too many refusals for quality in a row make the model unfit. [V8] */
export function afterSpan(
  record: ModelRecord,
  { verdict, seconds, anchors, ofKind = false }: SpanResult,
  now: Date,
): ModelRecord {
  const accepted = verdict === 'accepted'
  const refusedInARow = accepted ? 0 : record.refusedInARow + Number(isQuality(verdict) && !ofKind)
  const unfit =
    refusedInARow < REFUSALS_TO_UNFIT
      ? null
      : (record.unfit ?? { since: now.toISOString(), reason: verdict, nextTrialAt: trialAfter(now) })
  return {
    ...record,
    spans: {
      asked: record.spans.asked + 1,
      accepted: record.spans.accepted + Number(accepted),
      refused: record.spans.refused + Number(!accepted),
    },
    refusals: accepted ? record.refusals : { ...record.refusals, [verdict]: (record.refusals[verdict] ?? 0) + 1 },
    anchors: {
      seen: record.anchors.seen + anchors.seen,
      kept: record.anchors.kept + anchors.kept,
      invented: record.anchors.invented + anchors.invented,
    },
    seconds: record.seconds + seconds,
    refusedInARow,
    unfit,
    last: [...record.last, { at: now.toISOString(), verdict, seconds: Math.round(seconds * 1000) / 1000 }].slice(
      -LAST_KEPT,
    ),
  }
}

function trialAfter(now: Date): string {
  return new Date(now.getTime() + TRIAL_EVERY_MS).toISOString()
}
