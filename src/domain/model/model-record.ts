/** What a model's summaries were worth so far. A model that keeps failing is no longer asked. [V8] */

/** What became of one stretch of messages that the model was asked to summarize, after all tries. */
export interface SpanOutcome {
  at: string // ISO 8601
  /** `accepted`, or why not. */
  verdict: string
  seconds: number
}

export interface ModelRecord {
  /** Digest of the model the run of refusals belongs to; null: the server does not say. */
  digest: string | null
  spans: { asked: number; accepted: number; refused: number }
  /** Refused spans by reason. */
  refusals: Record<string, number>
  /** Of the exact strings in the source of accepted spans, those that were kept; and how many were made up, refused spans included. */
  anchors: { seen: number; kept: number; invented: number }
  /** Of all spans together. */
  seconds: number
  /** Refused for quality in a row. */
  refusedInARow: number
  unfit: { since: string; reason: string; nextTrialAt: string } | null
  /** The newest last. */
  last: SpanOutcome[]
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
const TRIAL_EVERY_MS = 3_600_000
const LAST_KEPT = 10

/** Failures of the server or of our own request: they say nothing about what the model can write. */
const NOT_QUALITY = new Set(['unavailable', 'timeout', 'no-such-model', 'prompt-cut', 'rejected', 'aborted'])

export function isQuality(verdict: string): boolean {
  return verdict !== 'accepted' && !NOT_QUALITY.has(verdict)
}

/** A changed digest is another model under the same name: it begins anew. */
export function metModel(record: ModelRecord, digest: string | null): ModelRecord {
  if (digest === null || digest === record.digest) return record
  return { ...record, digest, refusedInARow: 0, unfit: null }
}

export function mayWrite(record: ModelRecord, now: Date): 'free' | 'trial' | 'forbidden' {
  if (!record.unfit) return 'free'
  return now.getTime() >= Date.parse(record.unfit.nextTrialAt) ? 'trial' : 'forbidden'
}

/** Takes the hourly trial, so that nobody else does. */
export function onWritingTrial(record: ModelRecord, now: Date): ModelRecord {
  return record.unfit ? { ...record, unfit: { ...record.unfit, nextTrialAt: trialAfter(now) } } : record
}

export interface SpanResult {
  verdict: string
  seconds: number
  anchors: { seen: number; kept: number; invented: number }
}

export function afterSpan(record: ModelRecord, { verdict, seconds, anchors }: SpanResult, now: Date): ModelRecord {
  const accepted = verdict === 'accepted'
  const refusedInARow = accepted ? 0 : record.refusedInARow + Number(isQuality(verdict))
  const unfit =
    refusedInARow < REFUSALS_TO_UNFIT
      ? null
      : (record.unfit ?? { since: now.toISOString(), reason: verdict, nextTrialAt: trialAfter(now) })
  return {
    digest: record.digest,
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
