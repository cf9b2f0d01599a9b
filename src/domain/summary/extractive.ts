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

/** A summary without a model: lines and sentences copied out of the source so that they cover as many of its exact strings, by weight,
 * as the room allows, and after them its topics. Greedy and deterministic; close to the best there is, since coverage is submodular. [V5] */

export interface ExtractOptions {
  /** Tokens all lines may take as rendered. */
  budgetTokens: number
  count: CountTokens
  /** Texts the reader already has: what stands there brings nothing new. */
  already?: readonly string[]
  /** Lines to return at least, where the source has them and the room allows; 1 by default. */
  minimum?: number
}

/** Computed file lists take at most this share: a long list of files says less than what was done with them. */
const ARTIFACT_SHARE = 0.25
/** So do lines of code that bring nothing important: the file they came from can be read again. */
const CODE_SHARE = 0.25
/** Topic words of one line count this much at most: exact strings go first. */
const TOPIC_CAP = 1.2
/** Lines sharing this much of their words say the same. */
const SAME_WORDS = 0.7
/** Candidates tried in a row that no longer fit before the room counts as full. */
const MAX_MISFITS = 40
/** Candidates rated before the caller may pause: about a millisecond. */
const RATED_PER_STEP = 500
/** Tokens a line costs beyond its text: bullet and line break. */
const LINE_OVERHEAD = 3

/** A source read for lines to copy; they may be chosen from it more than once. */
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

/** As `quarryOf`, with pauses.
 * @param passages of the source
 * @param anchors of the passages */
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

/** Lines grouped by kind, in time order within each; every line is a verbatim piece of the source, but for the name of the tool or of the
 * action before it. */
export function extractLines(extraction: ExtractionSource, options: ExtractOptions): CheckpointLine[] {
  return finish(extractSteps(extraction, options))
}

/** As `extractLines`, with pauses. */
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

/** A span of nothing but signs or one endless word still happened. */
function nothingToQuote(
  passages: readonly Passage[],
  { budgetTokens, count, already }: ExtractOptions,
): CheckpointLine[] {
  const passage = passages.find(({ text }) => text.trim() !== '')
  if (!passage || already?.length) return []
  const text = passage.tool === '' ? 'text with nothing in it to quote' : `${passage.tool}: nothing in it to quote`
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
    // Rates only fall while lines are taken: what still beats the next one is the best of all.
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

/** What was taken so far, and what a further line would still bring. */
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

  /** Weight of what is new in a line, per token. */
  rate(candidate: Candidate): number {
    let exact = 0
    for (const key of candidate.anchors) if (!this.covered.has(key)) exact += this.pool.weights.get(key) ?? 0
    let topics = 0
    for (const word of candidate.topics) if (!this.covered.has(word)) topics += this.pool.topicWeights.get(word) ?? 0
    const fresh = exact + Math.min(TOPIC_CAP, topics)
    // A line that brings nothing new is worth nothing, whatever its kind.
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

  /** Takes a line, unless its kind has had its share. False: it no longer fits. */
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

  /** Prose without one exact string or repeated word: its first lines stand for it. */
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

/** 0 to 1: the kind says most of it, a person's own words and many new exact strings the rest. */
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
