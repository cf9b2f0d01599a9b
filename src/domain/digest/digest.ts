import type { Artifact } from '../anchors/artifacts.js'
import { artifactsOf } from '../anchors/artifacts.js'
import type { CheckpointLine } from '../compression/checkpoint.js'
import { isDecision, isNextStep, isQuestion } from '../source/sentences.js'
import type { CountTokens, SourceMessage } from '../source/types.js'
import type { Steps } from '../steps.js'
import { renderedLine } from '../summary/rendering.js'
import { closingOf, type Closing } from './closing.js'
import { quoteOf } from './quote.js'
import { runsOf, type Run } from './runs.js'
import { turnsOf, type Turn, type TurnFacts } from './turns.js'

/** Digests of the turns of a span, made without a model: what was asked, what was done, how it ended, what is open.
 * A digest consists of ordinary lines, so that each ages by itself. [V5] */

export interface DigestOptions {
  /** Tokens that all digests together should use; closing statements are shortened to it. */
  budgetTokens: number
  count: CountTokens
}

/** Share of the budget for closing statements, and limits in tokens for each. */
const CLOSING = { share: 0.6, min: 28, max: 120 }
/** Newest turns of a span, whose closing statements get at least this many tokens. */
const RECENT = { turns: 6, min: 90 }
/** More turns than this are named by their message only. */
const MAX_QUOTED_TURNS = 12
/** A human message shorter than this is an answer: it means nothing without the question before it. */
const SHORT_ANSWER_CHARS = 120

const IMPORTANCE = {
  file: 0.8,
  openError: 0.72,
  closing: 0.7,
  check: 0.6,
  next: 0.56,
  question: 0.55,
  pointer: 0.5,
  run: 0.34,
}

/** Returns the lines of all digests, the newest turn last. The importance of a line decides what fits. */
export function* digestSteps(
  source: readonly SourceMessage[],
  facts: TurnFacts,
  { budgetTokens, count }: DigestOptions,
): Steps<CheckpointLine[]> {
  const turns = turnsOf(source, facts)
  yield
  const lines: Draft[] = artifactsOf(source).map(fileLine)
  yield
  lines.push(...runsOf(source).map(runLine))
  const closingTokens = (budgetTokens * CLOSING.share) / Math.max(1, turns.length)
  const tokens = Math.min(CLOSING.max, Math.max(CLOSING.min, Math.floor(closingTokens)))
  for (const [at, turn] of turns.entries()) {
    yield
    const closing = closingOf(turn)
    const subject = subjectOf(turn, turns.length <= MAX_QUOTED_TURNS)
    const isRecent = at >= turns.length - RECENT.turns
    lines.push(
      ...turnLines(turn, closing, {
        ...{ subject, isRecent, count },
        tokens: isRecent ? Math.max(tokens, RECENT.min) : tokens,
      }),
    )
    if (at === turns.length - 1 && !turn.isClosed) lines.push(...openLines(closing))
  }
  return lines.map((line) => ({ ...line, by: 'extract', tokens: count(renderedLine(line)) }))
}

type Draft = Omit<CheckpointLine, 'by' | 'tokens'>

function fileLine({ path, action, seqs }: Artifact): Draft {
  return {
    kind: 'artifact',
    text: `${action} ${path}`,
    importance: IMPORTANCE.file,
    sources: seqs,
    about: `file ${path}`,
  }
}

function runLine({ label, key, outcome, error, seqs, isCheck }: Run): Draft {
  const failed = outcome === 'failed'
  const line = error === '' ? '' : `: ${error}`
  const text = failed
    ? `\`${label}\` failed${line}`
    : error === ''
      ? `\`${label}\` passed`
      : `\`${label}\` passed; an earlier run failed${line}`
  const importance = !isCheck ? IMPORTANCE.run : failed ? IMPORTANCE.openError : IMPORTANCE.check
  return { kind: failed ? 'error' : 'progress', text, importance, sources: seqs.slice(-4), about: key }
}

/** Returns how a line names its turn: by the human message, quoted if few turns compete for the tokens. */
function subjectOf({ request }: Turn, quotes: boolean): string {
  if (!request) return ''
  const quote = quoteOf(request.text)
  // A quotation mark inside would end the quotation early.
  return quotes && /[\p{L}\p{N}]/u.test(quote)
    ? `message ${request.seq} (“${quote.replace(/[“”]/g, "'")}”)`
    : `message ${request.seq}`
}

function turnLines(
  turn: Turn,
  { sentences, seqs, isEnd, rest }: Closing,
  { subject, tokens, isRecent, count }: { subject: string; tokens: number; isRecent: boolean; count: CountTokens },
): Draft[] {
  const about = turn.request ? { about: `turn ${turn.request.seq}` } : {}
  if (sentences.length === 0) {
    if (subject === '' || !turn.isClosed) return []
    const pointer = { kind: 'progress', importance: IMPORTANCE.pointer, ...about } as const
    if (rest)
      return [{ ...pointer, text: `To ${subject}: ended with a ${rest.form}, message ${rest.seq}`, sources: seqs }]
    const [from, to] = [turn.messages[0]!.seq, turn.messages.at(-1)!.seq]
    const text = `To ${subject}: answered in messages ${from}–${to}`
    return [{ ...pointer, text, sources: [from, to] }]
  }
  const chosen = within(sentences, { tokens, atLeast: isRecent ? MIN_SENTENCES : 1, count })
  const question = sentences.findLast(isQuestion)
  const isAnswered = (turn.next?.text.trim().length ?? Infinity) < SHORT_ANSWER_CHARS
  if (question !== undefined && isAnswered && !chosen.includes(question)) chosen.push(question)
  const lead = subject === '' ? '' : `To ${subject}${isEnd ? '' : ', so far'}: `
  const more = rest ? ` (with a ${rest.form}, message ${rest.seq})` : ''
  const text = lead + joined(chosen) + more
  return [{ kind: 'progress', text, importance: IMPORTANCE.closing, sources: seqs, ...about }]
}

/** First sentences of a recent statement that stay whatever their size: one alone is often only a title. Other
 * statements may use twice their tokens for them. */
const MIN_SENTENCES = 2

/** Returns the first sentences that fit. */
function within(
  sentences: readonly string[],
  { tokens, atLeast, count }: { tokens: number; atLeast: number; count: CountTokens },
): string[] {
  let left = tokens
  const chosen: string[] = []
  for (const sentence of sentences) {
    const size = count(sentence)
    if (chosen.length >= atLeast && size > left + (chosen.length < MIN_SENTENCES ? tokens : 0)) break
    chosen.push(sentence)
    left -= size
  }
  return chosen
}

/** Joins sentences and list items to one line. */
function joined(sentences: readonly string[]): string {
  return sentences
    .map((text, at) =>
      at === sentences.length - 1 || /[.!?。！？…;；]["'”’)\]`]{0,3}$/.test(text) ? text : `${text};`,
    )
    .join(' ')
}

/** Returns questions and next steps of the newest turn: later ones are answered or superseded. */
function openLines({ sentences, seqs }: Closing): Draft[] {
  return sentences.flatMap((text): Draft[] => {
    if (isQuestion(text)) return [{ kind: 'question', text, importance: IMPORTANCE.question, sources: seqs }]
    if (isNextStep(text) && !isDecision(text))
      return [{ kind: 'next', text, importance: IMPORTANCE.next, sources: seqs }]
    return []
  })
}
