import type { CheckpointLine } from '../checkpoint/checkpoint.js'
import { indexSource } from '../anchors/source-index.js'
import { BETWEEN_TERMS, type Passage } from '../source/reading.js'
import { cutAtWord, oneLine } from '../texts.js'
import type { Anchor } from '../source/types.js'
import { candidatesOf, type Candidate, type CandidatePool } from './candidates.js'
import { renderedLine } from '../checkpoint/rendering.js'
import { Selection, type ExtractOptions } from './selection.js'

/** Fills free tokens of a checkpoint without a model. It extracts sentences that cover the most exact strings by weight
 * within the token budget, then the topics. Greedy and deterministic. The result is near the optimum, because coverage
 * is submodular. [V5] */

/** Number of candidates that may not fit before the budget counts as used up. */
const MAX_MISFITS = 40

/** A source prepared for extraction. Lines may be selected from it several times. */
export interface ExtractionSource {
  passages: readonly Passage[]
  pool: CandidatePool
  sourceIndex: ReturnType<typeof indexSource>
}

/** Prepares passages and their anchors for an extractive checkpoint. */
export function extractionOf(passages: readonly Passage[], anchors: readonly Anchor[]): ExtractionSource {
  const pool = candidatesOf(passages, anchors)
  const sourceIndex = indexSource(passages, pool.weights.keys())
  return { passages, pool, sourceIndex }
}

/** Returns lines grouped by kind, in time order within each kind. Every line is verbatim from the source, except for
 * the words that name the tool of a call. */
export function extractLines(
  { passages, pool, sourceIndex }: ExtractionSource,
  options: ExtractOptions,
): CheckpointLine[] {
  const pick = new Selection(pool, options)
  const grounded = (candidate: Candidate) => sourceIndex.inventedIn(candidate.text).length === 0
  fill(pool, pick, grounded)
  const minimum = options.minimum ?? 1
  pick.reachMinimum(pool.candidates, minimum, grounded)
  pick.reachMinimum(pool.weak, minimum, grounded)
  const lines = pick.lines()
  const isQuotable = pool.candidates.length + pool.weak.length > 0
  return lines.length > 0 || isQuotable ? lines : nothingToQuote(passages, options)
}

/** Characters of a call that names a span. */
const MAX_CALL_CHARS = 100

/** Returns a line for a span without any other, so that the span leaves a trace: its last call, or a placeholder if it has only
 * punctuation or one endless word. */
function nothingToQuote(
  passages: readonly Passage[],
  { budgetTokens, count, already, minimum }: ExtractOptions,
): CheckpointLine[] {
  const isFilled = ({ text }: Passage) => text.trim() !== ''
  const call = passages.findLast((one) => one.voice === 'call' && isFilled(one))
  const passage = call ?? passages.find(isFilled)
  if (!passage || minimum === 0 || (already?.length && !call)) return []
  const terms = oneLine(passage.text.split(BETWEEN_TERMS)[0] ?? '').trim()
  const text = call
    ? `called ${passage.tool} with ${cutAtWord(terms, MAX_CALL_CHARS)}`
    : passage.tool === ''
      ? 'text without quotable content'
      : `result of ${passage.tool} without quotable content`
  const line = { kind: 'fact' as const, text, importance: 0.1, sources: [passage.seq], by: 'extract' as const }
  const tokens = count(renderedLine(line))
  return tokens <= budgetTokens ? [{ ...line, tokens }] : []
}

function fill(pool: CandidatePool, pick: Selection, grounded: (candidate: Candidate) => boolean): void {
  // The best is last; of equal rates, the first candidate.
  const rated = pool.candidates.map((candidate) => ({ candidate, rate: pick.rate(candidate) })).sort(worseFirst)
  let misfits = 0
  while (misfits < MAX_MISFITS) {
    const top = rated.pop()
    if (!top) return
    const { candidate } = top
    const rate = pick.rate(candidate)
    if (rate <= 0) continue
    // Rates only fall as lines are selected, so a candidate that still beats the next one is the best of all.
    if (rate < (rated.at(-1)?.rate ?? -Infinity) - 1e-12) {
      insert(rated, { candidate, rate })
      continue
    }
    if (pick.repeats(candidate) || !grounded(candidate)) continue
    if (!pick.take(candidate)) misfits++
  }
}

interface Rated {
  candidate: Candidate
  rate: number
}

function worseFirst(a: Rated, b: Rated): number {
  return a.rate - b.rate || b.candidate.order - a.candidate.order
}

/** Inserts a candidate in its place among sorted ones. Its rate is mostly among the best, so that few move. */
function insert(rated: Rated[], one: Rated): void {
  let [from, to] = [0, rated.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (worseFirst(rated[middle]!, one) < 0) from = middle + 1
    else to = middle
  }
  rated.splice(from, 0, one)
}
