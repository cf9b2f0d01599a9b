/** Relates a model's own encoding to base tokens by the newest texts of a session, counted in both. [T2] */

/** Tokens of the same texts in two encodings. */
export interface Recoded {
  readonly base: number
  readonly own: number
  /** Present if parts of the texts were left out. */
  readonly partial?: true
}

export interface RecodedTexts {
  /** Consecutive texts together, oldest first. Only the last may be shorter than `spanTokens`. Absent in rows of older
   * versions, which stored one sum. */
  readonly spans?: readonly Recoded[]
  /** Base tokens of a complete span. */
  readonly spanTokens?: number
  readonly partial?: true
}

/** Spans per limit, and spans kept. Twice the limit is more than a context contains. */
const SPANS_PER_LIMIT = 16
const MAX_SPANS = 2 * SPANS_PER_LIMIT
/** Fewer base tokens do not decide a ratio. */
const MIN_TOKENS = 50
/** Margin while parts of the texts are not counted. */
const PARTIAL_MARGIN = 0.03

/** Adds newer texts and forgets the oldest: texts that left the context must not decide the ratio of what is sent now.
 * @param counted each text, in their order */
export function addRecoded(before: RecodedTexts | undefined, counted: readonly Recoded[], limit: number): RecodedTexts {
  const spanTokens = Math.ceil(limit / SPANS_PER_LIMIT)
  const spans = [...(before?.spans ?? [])]
  for (const { base, own } of counted) {
    const last = spans.at(-1)
    if (last && last.base < spanTokens) spans[spans.length - 1] = { base: last.base + base, own: last.own + own }
    else if (base > 0) spans.push({ base, own })
  }
  const isPartial = before?.partial === true || counted.some(({ partial }) => partial)
  return { spans: spans.slice(-MAX_SPANS), spanTokens, ...(isPartial ? { partial: true } : {}) }
}

/** Returns the model tokens per base token, and as margin the share by which the worst span exceeds that: a context may
 * consist of such texts only. No context is a mix of spans with a larger ratio than the largest of them. */
export function recodedScale(texts: RecodedTexts | null): { ratio: number; margin: number } {
  const { spans = [], spanTokens = 0, partial } = texts ?? { partial: true }
  const base = spans.reduce((sum, span) => sum + span.base, 0)
  const own = spans.reduce((sum, span) => sum + span.own, 0)
  const unknown = partial ? PARTIAL_MARGIN : 0
  if (base < MIN_TOKENS) return { ratio: 1, margin: unknown }
  const ratio = own / base
  // A span that is not complete counts as if the rest of it were average.
  const most = spans.map(
    (span) => (span.own + ratio * Math.max(0, spanTokens - span.base)) / Math.max(span.base, spanTokens),
  )
  return { ratio, margin: Math.max(unknown, Math.max(...most) / ratio - 1) }
}
