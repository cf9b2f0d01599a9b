import type { LineKind, Anchor } from '../source/types.js'
import { kindAmong } from '../../knowledge/lines/read.js'
import { isWebSearch } from '../../knowledge/read.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { isAskingTool, type Passage, type Voice } from '../source/reading.js'
import { isDecision, isInstruction, isPassing, isPersonsDecision, isRule } from '../source/decisions.js'
import { contentWords, isNextStep, isQuestion, isThought } from '../source/sentences.js'
import { passageLines, type PassageLine } from './passage-lines.js'
import { introducesSteps, isTentative, saysNothingAlone, seqsBeforeCalls } from '../digest/weak-lines.js'

/** A sentence, list item or code block of a span that an extractive checkpoint could contain, with the exact strings
 * it adds. */
export interface Candidate {
  text: string
  kind: LineKind
  seq: number
  /** Position in the span. */
  order: number
  voice: Voice
  /** Exact strings in the text, as keys of `weights`. */
  anchors: string[]
  /** Words of the text that may describe the topic of the span. */
  topics: string[]
  /** Bonus of its kind. */
  prior: number
  /** Multiplier for its voice and readability. */
  factor: number
  /** Approximate tokens, for ranking only. */
  size: number
}

export interface CandidatePool {
  candidates: Candidate[]
  /** Lines that say nothing outside their place, for a checkpoint without any other line. */
  weak: Candidate[]
  anchors: readonly Anchor[]
  weights: Map<string, number>
  topicWeights: Map<string, number>
}

/** Maximum candidates. A span with more lines is mostly listings. */
const MAX_CANDIDATES = 30_000
/** Maximum topic words of one candidate. */
const MAX_TOPICS = 12

/** Collects the candidates of passages.
 * @param anchors anchors of the same passages */
export function candidatesOf(passages: readonly Passage[], anchors: readonly Anchor[]): CandidatePool {
  const weights = new Map(anchors.map((anchor) => [anchor.text, anchor.weight]))
  const talks = passages.some((passage) => isProse(passage) && passage.text.trim() !== '')
  // Then the words of the agent are about what the tools show.
  const works = passages.some(({ voice }) => voice === 'call')
  const goesOn = seqsBeforeCalls(passages)
  const candidates: Candidate[] = []
  const weak: Candidate[] = []
  const topicCounts = new Map<string, number>()
  const lines = passages.map((passage) => passageLines(passage, works))
  const isOfTool = repeatedIn(passages, lines)
  const isAskedFor = searchedIn(passages)
  for (const [at, passage] of passages.entries()) {
    for (const line of lines[at]!) {
      const kind = kindOf(line, passage, works)
      if (kind === null) continue
      if (passage.voice === 'result' && isOfTool.has(line.text)) continue
      const exact = anchorKeys(line.text)
      const matched = [...exact, ...(isProse(passage) ? [line.text] : [])].filter((key) => weights.has(key))
      const topics = isProse(passage) || !talks ? [...new Set(contentWords(line.text))].slice(0, MAX_TOPICS) : []
      if (matched.length === 0 && (topics.length === 0 || line.isCode)) continue
      const isWeak =
        passage.isClient ||
        (passage.voice === 'result' && !isAskedFor(passage.tool, line.text)) ||
        (works
          ? isVague(line, kind, goesOn.has(passage.seq)) || saysNothingAlone(line.text, passage, exact.length > 0)
          : // What the answers of a chat say without an exact string is in their digest.
            passage.voice === 'spoken' && kind === 'fact' && exact.length === 0)
      const pool = isWeak ? weak : candidates
      if (pool.length >= MAX_CANDIDATES) break
      pool.push(candidate(passage, framed(line), kind, { anchors: matched, topics, order: pool.length }))
      if (!isWeak) for (const topic of topics) topicCounts.set(topic, (topicCounts.get(topic) ?? 0) + 1)
    }
  }
  return { candidates, weak, anchors, weights, topicWeights: topicWeightsOf(topicCounts, candidates.length) }
}

/** Returns whether a sentence of a tool has a word of what was searched with it. A search of the web finds anything; other tools find what
 * they are asked for. */
function searchedIn(passages: readonly Passage[]): (tool: string, text: string) => boolean {
  const asked = new Set(
    passages.flatMap(({ voice, tool, text }) => (voice === 'call' && isWebSearch(tool) ? contentWords(text) : [])),
  )
  return (tool, text) => !isWebSearch(tool) || contentWords(text).some((word) => asked.has(word))
}

/** Returns the sentences that several results have, beside as many of their own: a tool writes them around what it found. A result that only
 * repeats others was asked for again. */
function repeatedIn(passages: readonly Passage[], lines: readonly PassageLine[][]): Set<string> {
  const seqs = new Map<string, Set<number>>()
  const results = passages.flatMap(({ voice, seq }, at) =>
    voice === 'result' ? [{ seq, texts: new Set(lines[at]!.map(({ text }) => text)) }] : [],
  )
  for (const { seq, texts } of results) for (const text of texts) seqs.set(text, (seqs.get(text) ?? new Set()).add(seq))
  const found = new Set<string>()
  for (const { texts } of results) {
    const repeated = [...texts].filter((text) => seqs.get(text)!.size > 1)
    if (2 * repeated.length <= texts.size) for (const text of repeated) found.add(text)
  }
  return found
}

/** Returns a line as the checkpoint shows it: with who said it. */
function framed({ text, frame }: PassageLine): string {
  return frame ? `${frame.before}${text}${frame.after}` : text
}

function isProse({ voice }: Passage): boolean {
  return voice === 'spoken' || voice === 'human'
}

/** Whether a line has its subject elsewhere, or only supposes or plans something before a call that finds it out. */
function isVague({ text, leans, under }: PassageLine, kind: LineKind, goesOn: boolean): boolean {
  if (leans === true || !goesOn || kind === 'decision') return leans === true
  if (under !== undefined && introducesSteps(under)) return true
  const items = under !== undefined && text.startsWith(under) ? text.slice(under.length).trimStart() : text
  return (kind === 'fact' || kind === 'error') && (isTentative(text) || isTentative(items))
}

function anchorKeys(text: string): string[] {
  return [...new Set(exactStrings(text).map((exact) => exact.text))]
}

/** Weighs topic words. A word used at least twice belongs to the topic; a word used everywhere belongs to the
 * language. */
function topicWeightsOf(counts: Map<string, number>, total: number): Map<string, number> {
  const weights = new Map<string, number>()
  for (const [word, count] of counts) {
    if (count >= 2 || total < 40)
      weights.set(word, 0.06 * Math.min(4, 1 + Math.log2(count)) * Math.min(1, 0.5 + (total / (count * 20 + 1)) * 0.5))
  }
  return weights
}

const PRIOR: Record<LineKind, number> = {
  intent: 2,
  constraint: 1.6,
  decision: 1.4,
  artifact: 1,
  error: 1.2,
  next: 1,
  question: 0.5,
  progress: 0.6,
  fact: 0.3,
  code: 0,
}
/** A sentence carries more information than a comparable command or line of output. */
const VOICE_FACTOR: Record<Voice, number> = {
  human: 1.5,
  spoken: 1.15,
  thought: 0.6,
  error: 1,
  call: 0.3,
  payload: 0.5,
  result: 0.4,
}
/** Code without its surroundings carries little information, and the file can be read again. */
const CODE_FACTOR = 0.4

function candidate(
  passage: Passage,
  text: string,
  kind: LineKind,
  found: Pick<Candidate, 'anchors' | 'topics' | 'order'>,
): Candidate {
  return {
    ...found,
    text,
    kind,
    seq: passage.seq,
    voice: passage.voice,
    prior: PRIOR[kind],
    factor: VOICE_FACTOR[passage.voice] * (kind === 'code' ? CODE_FACTOR : 1),
    size: roughTokens(text),
  }
}

const report = kindAmong('fix', 'done')

/** Returns the kind by who said it and how; null if the line must not be kept: plans, questions and reasoning aloud are
 * superseded by what followed them. [C4] */
function kindOf(
  { text: line, said, frame, isCode, under = '' }: PassageLine,
  { voice, tool }: Passage,
  works: boolean,
): LineKind | null {
  if (isCode) return 'code'
  // A plan or a question of someone else is as passing as one of the assistant.
  if (frame) return isThought(line) || isQuestion(line) ? null : 'fact'
  const text = said ?? line
  if (voice === 'call') return 'progress'
  if (voice === 'human') return tool === '' ? typedKind(text) : answerKind(text, tool)
  if (voice !== 'spoken') return 'fact'
  if (isDecision(text)) return 'decision'
  if (isQuestion(text) || isNextStep(text) || isThought(text)) return null
  // Only work with tools fixes and finishes something, and goes on.
  if (works && introducesSteps(under)) return 'next'
  const kind = works ? report(text) : null
  return kind === 'fix' ? 'error' : kind === 'done' ? 'progress' : 'fact'
}

function typedKind(text: string): LineKind {
  if (isRule(text)) return 'constraint'
  return isPersonsDecision(text) ? 'decision' : 'fact'
}

/** What clients add to the answers of a person. */
const CLIENT_ADDS = 'You can now continue with the user'

/** Returns the kind of a person's words in a result: an answer to a question, or why a call was refused. */
function answerKind(text: string, tool: string): LineKind | null {
  if (isRule(text)) return 'constraint'
  if (isAskingTool(tool)) return text.startsWith(CLIENT_ADDS) || isThought(text) ? null : 'decision'
  if (isPassing(text)) return null
  return isInstruction(text) ? 'decision' : 'fact'
}

/** Estimates the tokens of a short text: about one per 3.7 narrow characters, and one per wide character. */
export function roughTokens(text: string): number {
  let wide = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x2000) wide++
  return 2 + (text.length - wide) / 3.7 + wide
}
