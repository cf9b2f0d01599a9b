import { withoutBullet, oneLine } from '../texts.js'
import type { CheckpointLine } from '../checkpoint/checkpoint.js'
import type { LineKind, CountTokens } from '../source/types.js'
import { IMPORTANT } from '../anchors/anchors.js'
import { anchorMatcher } from '../anchors/anchor-matcher.js'
import { splitSentences } from '../source/split-sentences.js'
import { contentWords } from '../source/sentences.js'
import type { Candidate, CandidatePool } from './candidates.js'
import { KIND_ORDER, renderedLine } from '../checkpoint/rendering.js'

export interface ExtractOptions {
  /** Maximum tokens of all lines as rendered. */
  budgetTokens: number
  count: CountTokens
  /** Texts already in the context. Their content adds nothing new. */
  already?: readonly string[]
  /** Minimum number of lines, if the source has them and the budget allows; 1 by default. */
  minimum?: number
}

/** Maximum share for code lines that add no important anchor. Their file can be read again. */
const CODE_SHARE = 0.25
/** Maximum weight of the topic words of one line, so that exact strings come first. */
const TOPIC_CAP = 1.2
/** Lines that share more of their words than this count as repetitions. */
const SAME_WORDS = 0.7
/** Minimum characters of a sentence whose repetition makes a line of several superfluous. */
const MIN_PART_CHARS = 30
/** Tokens of a line beyond its text: bullet and line break. */
const LINE_OVERHEAD = 3

interface Taken {
  line: CheckpointLine
  order: number
  words: Set<string>
}

/** The lines selected so far, and the value that a further line would add. */
export class Selection {
  private readonly covered = new Set<string>()
  private readonly seenTexts = new Set<string>()
  private readonly seenWords: Set<string>[] = []
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
    for (const line of already.split('\n')) {
      const text = withoutBullet(line)
      this.seenTexts.add(normal(text))
      const words = new Set(contentWords(text))
      if (words.size >= 3) this.seenWords.push(words)
      for (const word of words) this.covered.add(word)
    }
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
    for (const key of candidate.anchors) this.covered.add(key)
    for (const word of candidate.topics) this.covered.add(word)
    this.left -= tokens
    this.seenTexts.add(normal(text))
    const words = new Set(contentWords(text))
    const importance = importanceOf(candidate, weight)
    const line: CheckpointLine = { kind, text, importance, sources: [seq], by: 'extract', tokens }
    this.taken.push({ line, order: candidate.order, words })
    return true
  }

  repeats(candidate: Candidate): boolean {
    const text = normal(candidate.text)
    if (this.seenTexts.has(text)) return true
    for (const seen of this.seenTexts) if (seen.length > text.length && seen.includes(text)) return true
    const words = new Set(contentWords(candidate.text))
    if (words.size < 3) return false
    if (this.showsPartOf(candidate.text) && this.newWeight(candidate) < IMPORTANT) return true
    const isLike =
      this.seenWords.some((other) => alike(words, other)) || this.taken.some((one) => alike(words, one.words))
    return isLike && this.newWeight(candidate) < IMPORTANT
  }

  /** Whether a line quotes one of several sentences or items. */
  private showsPartOf(text: string): boolean {
    const parts = splitSentences(text).flatMap((sentence) => sentence.split('; ').map(normal))
    if (parts.length < 2) return false
    return parts.some(
      (part) => part.length >= MIN_PART_CHARS && [...this.seenTexts].some((seen) => seen.includes(part)),
    )
  }

  /** Selects the first lines of prose that has no exact strings or repeated words. */
  reachMinimum(candidates: readonly Candidate[], minimum: number, grounded: (candidate: Candidate) => boolean): void {
    for (const candidate of candidates) {
      if (this.taken.length >= minimum) return
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
}

/** Importance by kind. Facts, progress and code are filler. */
const KIND_IMPORTANCE: Record<LineKind, number> = {
  intent: 0.9,
  constraint: 0.85,
  decision: 0.6,
  artifact: 0.6,
  error: 0.46,
  next: 0.4,
  question: 0.4,
  progress: 0.3,
  fact: 0.3,
  code: 0.25,
}

/** Returns the importance, 0 to 1. The kind decides most of it; a human voice and many new exact strings add to it. */
function importanceOf({ voice, kind }: Candidate, weight: number): number {
  const own = voice === 'human' ? 0.1 : 0
  const printed = voice === 'result' || voice === 'call' ? 0.15 : 0
  const importance = KIND_IMPORTANCE[kind] + own - printed + Math.min(0.1, weight / 90)
  return Math.round(100 * Math.min(1, Math.max(0.05, importance))) / 100
}

function normal(text: string): string {
  return oneLine(text.toLowerCase()).trim()
}

function alike(a: Set<string>, b: Set<string>): boolean {
  if (Math.min(a.size, b.size) < SAME_WORDS * Math.max(a.size, b.size)) return false
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared > SAME_WORDS * (a.size + b.size - shared)
}
