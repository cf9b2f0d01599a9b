import type { CheckpointLine, LineKind } from '../compression/checkpoint.js'
import { finish, type Steps } from '../steps.js'
import { anchorSteps, IMPORTANT } from '../anchors/anchors.js'
import { artifactsOf } from '../anchors/artifacts.js'
import { candidateSteps, type Candidate, type CandidatePool } from './candidates.js'
import { indexSource } from '../anchors/source-index.js'
import { bestFirst } from './best-first.js'
import { readPassages, type Passage } from '../source/reading.js'
import { KIND_ORDER, renderedLine } from './rendering.js'
import { contentWords } from '../source/sentences.js'
import { anchorMatcher } from '../anchors/anchor-matcher.js'
import type { Anchor, CountTokens, SourceMessage } from '../source/types.js'

/** Builds a summary without a model. It extracts lines and sentences that cover the most exact strings by weight within
 * the token budget, then the topics. Greedy and deterministic. The result is near the optimum, because coverage is
 * submodular. [V5] */

export interface ExtractOptions {
  /** Maximum tokens of all lines as rendered. */
  budgetTokens: number
  count: CountTokens
  /** Texts already in the context. Their content adds nothing new. */
  already?: readonly string[]
  /** Minimum number of lines, if the source has them and the budget allows; 1 by default. */
  minimum?: number
}

/** Maximum share for the list of changed files. A long list carries less information than the work on the files. */
const ARTIFACT_SHARE = 0.25
/** Maximum share for code lines that add no important anchor. Their file can be read again. */
const CODE_SHARE = 0.25
/** Maximum weight of the topic words of one line, so that exact strings come first. */
const TOPIC_CAP = 1.2
/** Lines that share more of their words than this count as repetitions. */
const SAME_WORDS = 0.7
/** Number of candidates that may not fit before the budget counts as used up. */
const MAX_MISFITS = 40
/** Candidates rated per step; about a millisecond. */
const RATED_PER_STEP = 500
/** Tokens of a line beyond its text: bullet and line break. */
const LINE_OVERHEAD = 3

/** A source prepared for extraction. Lines may be selected from it several times. */
export interface ExtractionSource {
  passages: readonly Passage[]
  pool: CandidatePool
  sourceIndex: ReturnType<typeof indexSource>
  artifacts: ReturnType<typeof artifactsOf>
}

export function extractionSource(source: readonly SourceMessage[]): ExtractionSource {
  const passages = readPassages(source)
  return finish(extractionSourceSteps(source, passages, finish(anchorSteps(passages))))
}

/** Same as `extractionSource`, with pauses.
 * @param passages passages of the source
 * @param anchors anchors of the passages */
export function* extractionSourceSteps(
  source: readonly SourceMessage[],
  passages: readonly Passage[],
  anchors: readonly Anchor[],
): Steps<ExtractionSource> {
  const pool = yield* candidateSteps(passages, anchors)
  yield
  const sourceIndex = indexSource(passages, pool.weights.keys())
  yield
  return { passages, pool, sourceIndex, artifacts: artifactsOf(source).reverse() }
}

/** Returns lines grouped by kind, in time order within each kind. Every line is verbatim from the source, except for
 * the name of the tool or file action before it. */
export function extractLines(extraction: ExtractionSource, options: ExtractOptions): CheckpointLine[] {
  return finish(extractSteps(extraction, options))
}

/** Same as `extractLines`, with pauses. */
export function* extractSteps(
  { passages, pool, sourceIndex, artifacts }: ExtractionSource,
  options: ExtractOptions,
): Steps<CheckpointLine[]> {
  const pick = new Selection(pool, options)
  for (const artifact of artifacts) {
    yield
    const line = { kind: 'artifact' as const, text: `${artifact.action} ${artifact.path}`, sources: artifact.seqs }
    if (!sourceIndex.inventedIn(line.text).length) pick.artifact(line, artifact.path)
  }
  const grounded = (candidate: Candidate) => sourceIndex.inventedIn(candidate.text).length === 0
  yield* fill(pool, pick, grounded)
  yield* pick.reachMinimum(pool.candidates, options.minimum ?? 1, grounded)
  const lines = pick.lines()
  return lines.length > 0 ? lines : nothingToQuote(passages, options)
}

/** Returns a placeholder line for a span of only punctuation or one endless word, so that the span leaves a trace. */
function nothingToQuote(
  passages: readonly Passage[],
  { budgetTokens, count, already }: ExtractOptions,
): CheckpointLine[] {
  const passage = passages.find(({ text }) => text.trim() !== '')
  if (!passage || already?.length) return []
  const text = passage.tool === '' ? 'text without quotable content' : `${passage.tool}: no quotable content`
  const line = { kind: 'fact' as const, text, importance: 0.1, sources: [passage.seq], by: 'extract' as const }
  const tokens = count(renderedLine(line))
  return tokens <= budgetTokens ? [{ ...line, tokens }] : []
}

function* fill(pool: CandidatePool, pick: Selection, grounded: (candidate: Candidate) => boolean): Steps<void> {
  const heap = bestFirst<Candidate>()
  for (const [at, candidate] of pool.candidates.entries()) {
    if (at % RATED_PER_STEP === 0) yield
    heap.push(candidate, pick.rate(candidate))
  }
  let misfits = 0
  while (misfits < MAX_MISFITS) {
    yield
    const top = heap.pop()
    if (!top) return
    const rate = pick.rate(top.item)
    if (rate <= 0) continue
    // Rates only fall as lines are selected, so an item that still beats the next one is the best of all.
    if (rate < heap.peek() - 1e-12) {
      heap.push(top.item, rate)
      continue
    }
    if (pick.repeats(top.item) || !grounded(top.item)) continue
    if (!pick.take(top.item)) misfits++
  }
}

interface Taken {
  line: CheckpointLine
  order: number
  words: Set<string>
}

/** The lines selected so far, and the value that a further line would add. */
class Selection {
  private readonly covered = new Set<string>()
  private readonly seenTexts = new Set<string>()
  private readonly taken: Taken[] = []
  private left: number
  private codeTokens = 0

  constructor(
    private readonly pool: CandidatePool,
    private readonly options: ExtractOptions,
  ) {
    this.left = options.budgetTokens
    const already = (options.already ?? []).join('\n')
    if (already === '') return
    const isKnown = anchorMatcher(already, pool.anchors.length)
    for (const anchor of pool.anchors) if (isKnown(anchor)) this.covered.add(anchor.text)
    for (const line of already.split('\n')) this.seenTexts.add(normal(line.replace(/^\s*[-*•]\s*/, '')))
  }

  /** Returns the new weight of a line per token. */
  rate(candidate: Candidate): number {
    let exact = 0
    for (const key of candidate.anchors) if (!this.covered.has(key)) exact += this.pool.weights.get(key) ?? 0
    let topics = 0
    for (const word of candidate.topics) if (!this.covered.has(word)) topics += this.pool.topicWeights.get(word) ?? 0
    const fresh = exact + Math.min(TOPIC_CAP, topics)
    // A line without new content has no value, whatever its kind.
    if (fresh <= 0) return 0
    return ((fresh + candidate.prior * Math.min(1, fresh)) * candidate.factor) / (candidate.size + LINE_OVERHEAD)
  }

  artifact(line: { kind: 'artifact'; text: string; sources: number[] }, path: string): void {
    const tokens = this.options.count(renderedLine(line))
    const spent = this.options.budgetTokens - this.left
    if (spent + tokens > this.options.budgetTokens * ARTIFACT_SHARE || this.seenTexts.has(normal(line.text))) return
    this.covered.add(path)
    this.add({ ...line, importance: 0.8, by: 'extract', tokens }, line.sources.at(-1) ?? 0, line.text)
  }

  /** Selects a line, unless code has used up its share. Returns false if the line no longer fits. */
  take(candidate: Candidate): boolean {
    const { kind, text, seq } = candidate
    const tokens = this.options.count(renderedLine({ kind, text }))
    if (tokens > this.left) return false
    const weight = this.newWeight(candidate)
    if (kind === 'code' && weight < IMPORTANT) {
      if (this.codeTokens + tokens > this.options.budgetTokens * CODE_SHARE) return true
      this.codeTokens += tokens
    }
    const importance = importanceOf(candidate, weight)
    for (const key of candidate.anchors) this.covered.add(key)
    for (const word of candidate.topics) this.covered.add(word)
    this.add({ kind, text, importance, sources: [seq], by: 'extract', tokens }, candidate.order, text)
    return true
  }

  repeats(candidate: Candidate): boolean {
    if (this.seenTexts.has(normal(candidate.text))) return true
    const words = new Set(contentWords(candidate.text))
    if (words.size < 3) return false
    return this.taken.some((other) => alike(words, other.words)) && this.newWeight(candidate) < IMPORTANT
  }

  /** Selects the first lines of prose that has no exact strings or repeated words. */
  *reachMinimum(
    candidates: readonly Candidate[],
    minimum: number,
    grounded: (candidate: Candidate) => boolean,
  ): Steps<void> {
    for (const candidate of candidates) {
      if (this.taken.length >= minimum) return
      yield
      if (!this.seenTexts.has(normal(candidate.text)) && grounded(candidate)) this.take(candidate)
    }
  }

  lines(): CheckpointLine[] {
    const rank = new Map(KIND_ORDER.map((kind, index) => [kind, index]))
    return this.taken
      .sort((a, b) => (rank.get(a.line.kind) ?? 0) - (rank.get(b.line.kind) ?? 0) || a.order - b.order)
      .map((entry) => entry.line)
  }

  private newWeight(candidate: Candidate): number {
    return candidate.anchors.reduce(
      (sum, key) => sum + (this.covered.has(key) ? 0 : (this.pool.weights.get(key) ?? 0)),
      0,
    )
  }

  private add(line: CheckpointLine, order: number, text: string): void {
    this.left -= line.tokens
    this.seenTexts.add(normal(text))
    this.taken.push({ line, order, words: new Set(contentWords(text)) })
  }
}

const KIND_IMPORTANCE: Record<LineKind, number> = {
  intent: 0.9,
  constraint: 0.85,
  decision: 0.75,
  artifact: 0.8,
  error: 0.6,
  next: 0.65,
  question: 0.5,
  progress: 0.45,
  fact: 0.4,
  code: 0.25,
}

/** Returns the importance, 0 to 1. The kind decides most of it; a human voice and many new exact strings add to it. */
function importanceOf(candidate: Candidate, weight: number): number {
  const own = candidate.voice === 'human' ? 0.1 : 0
  const printed = candidate.voice === 'result' || candidate.voice === 'payload' ? 0.15 : 0
  return (
    Math.round(
      100 * Math.min(1, Math.max(0.05, KIND_IMPORTANCE[candidate.kind] + own - printed + Math.min(0.1, weight / 90))),
    ) / 100
  )
}

function normal(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}

function alike(a: Set<string>, b: Set<string>): boolean {
  if (Math.min(a.size, b.size) < SAME_WORDS * Math.max(a.size, b.size)) return false
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared > SAME_WORDS * (a.size + b.size - shared)
}
