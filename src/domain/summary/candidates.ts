import type { LineKind } from '../compression/checkpoint.js'
import type { Steps } from '../steps.js'
import { exactStrings } from '../anchors/exact-strings.js'
import type { Passage, Voice } from '../source/reading.js'
import { contentWords, isConstraint, isDecision, sentences } from '../source/sentences.js'
import type { Anchor } from '../source/types.js'

/** A line or sentence of a span that an extractive checkpoint could contain, with the exact strings it adds. */
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
  anchors: readonly Anchor[]
  weights: Map<string, number>
  topicWeights: Map<string, number>
}

/** Maximum candidates. A span with more lines is mostly listings. */
const MAX_CANDIDATES = 30_000
/** Maximum topic words of one candidate. */
const MAX_TOPICS = 12

/** Collects the candidates of passages, with a pause after each sentence.
 * @param anchors anchors of the same passages */
export function* candidateSteps(passages: readonly Passage[], anchors: readonly Anchor[]): Steps<CandidatePool> {
  const weights = new Map(anchors.map((anchor) => [anchor.text, anchor.weight]))
  const talks = passages.some(
    (passage) => (passage.voice === 'spoken' || passage.voice === 'human') && passage.text.trim() !== '',
  )
  const lastSeq = passages.at(-1)?.seq ?? 0
  const candidates: Candidate[] = []
  const topicCounts = new Map<string, number>()
  for (const passage of passages) {
    const prose = passage.voice === 'spoken' || passage.voice === 'human'
    let fenced = false
    for (const text of sentences(passage.text)) {
      // Each sentence is a step, because many patterns are tested on it.
      yield
      if (text.startsWith('```')) {
        fenced = !fenced
        continue
      }
      const line = { text: passage.voice === 'call' ? `${passage.tool}: ${text}` : text, fenced }
      const found = prose && !fenced ? [...anchorKeys(text), text] : anchorKeys(text)
      const matched = found.filter((key) => weights.has(key))
      const topics =
        prose || passage.voice === 'error' || !talks ? [...new Set(contentWords(text))].slice(0, MAX_TOPICS) : []
      if (matched.length === 0 && (topics.length === 0 || (!prose && text.length < 20))) continue
      for (const topic of topics) topicCounts.set(topic, (topicCounts.get(topic) ?? 0) + 1)
      if (candidates.length >= MAX_CANDIDATES) break
      candidates.push(candidate(passage, line, matched, topics, candidates.length, passage.seq === lastSeq))
    }
  }
  return { candidates, anchors, weights, topicWeights: topicWeightsOf(topicCounts, candidates.length) }
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
  fact: 0.1,
  code: 0,
}
/** A sentence carries more information than a comparable command or line of output. */
const VOICE_FACTOR: Record<Voice, number> = {
  human: 1.5,
  spoken: 1.15,
  error: 1,
  call: 0.75,
  payload: 0.5,
  result: 0.6,
}

/** Code without its surroundings carries little information, and the file can be read again. */
const CODE_FACTOR = 0.6
const PLAN_FACTOR = 0.5

function candidate(
  passage: Passage,
  line: { text: string; fenced: boolean },
  anchors: string[],
  topics: string[],
  order: number,
  last: boolean,
): Candidate {
  const kind = kindOf(line.text, passage, line.fenced, last)
  return {
    text: line.text,
    kind,
    seq: passage.seq,
    order,
    voice: passage.voice,
    anchors,
    topics,
    prior: PRIOR[kind],
    factor:
      VOICE_FACTOR[passage.voice] *
      (kind === 'code' ? CODE_FACTOR : kind === 'progress' && STATES_PLAN.test(line.text) ? PLAN_FACTOR : 1),
    size: roughTokens(line.text),
  }
}

const WENT_WRONG =
  /\b(?:error|exception|fail(?:s|ed|ure)?|panic|fatal|cannot|could not|undefined|denied|refused|timed? ?out|not found|traceback)\b|错误|失败|エラー|失敗/i
const FIXED =
  /\b(?:the (?:issue|problem|bug|cause|fix|error) (?:is|was)|fix(?:ed|es|ing)?|root cause|caused by|resolved|workaround)\b|修复|原因是|修正/i
const NEXT =
  /\b(?:next steps?|todo|remaining|still (?:need|have) to|follow-?up|not yet|left to do|afterwards?)\b|\[NEXT\]|下一步|接下来|待办|次に|残り/i
/** A plan such as `Let me look at …`. Its outcome follows in the conversation. */
const STATES_PLAN =
  /^(?:(?:now|ok(?:ay)?|good|great|perfect|first|next|then|so)[,.!]? )?(?:let me|i['’]ll|i will|let['’]s|i['’]m going to)\b/i
const DONE =
  /\b(?:done|completed?|finished|implemented|added|created|updated|removed|renamed|refactored|works|pass(?:es|ed|ing)|committed|pushed|merged|verified|confirmed|all tests)\b|✅|已完成|完成了|完了/i
const CODE_SHAPE =
  /[;{}(,]\s*$|^\s*(?:\/\/|\/\*|\*\s)|:= |^\s*(?:import|export|const|let|var|func|def|class|return|if \(|for \(|#include|package|public|private)\b|=>|\)\s*\{/

function kindOf(text: string, passage: Passage, fenced: boolean, last: boolean): LineKind {
  if (passage.voice === 'error') return 'error'
  if (fenced || passage.voice === 'payload') return 'code'
  if (passage.voice === 'call') return 'progress'
  if (passage.voice === 'result') return CODE_SHAPE.test(text) ? 'code' : WENT_WRONG.test(text) ? 'error' : 'fact'
  if (isConstraint(text)) return 'constraint'
  if (passage.voice === 'human' && passage.tool !== '') return 'decision'
  if (isDecision(text)) return 'decision'
  if (STATES_PLAN.test(text)) return 'progress'
  if (FIXED.test(text)) return 'error'
  if (NEXT.test(text)) return 'next'
  if (/[?？]["')*]{0,3}$/.test(text)) return last ? 'question' : 'fact'
  if (DONE.test(text)) return 'progress'
  return CODE_SHAPE.test(text) ? 'code' : 'fact'
}

/** Estimates the tokens of a short text: about one per 3.7 narrow characters, and one per wide character. */
export function roughTokens(text: string): number {
  let wide = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x2000) wide++
  return 2 + (text.length - wide) / 3.7 + wide
}
