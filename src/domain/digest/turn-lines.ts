import { asks, endsSentence, hasLetterOrDigit } from '../texts.js'
import type { CheckpointLine } from '../checkpoint/checkpoint.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { contentWords, isQuestion } from '../source/sentences.js'
import type { CountTokens } from '../source/types.js'
import { mostWorth } from './answers.js'
import type { Closing } from './closing.js'
import { deedsOf } from './deeds.js'
import { quoteOf } from './quote.js'
import type { Piece } from './statement.js'
import type { Turn } from './turns.js'
import { onlyAsks } from './weak-lines.js'

/** Writes how a turn ended: a line with the core of its closing statement, and one with the rest, which is dropped
 * first. [V5] */

/** A line of a digest whose tokens are not counted yet. */
export type Draft = Omit<CheckpointLine, 'by' | 'tokens'>

export interface TurnSize {
  /** Tokens for the statement. */
  tokens: number
  /** Whether the line quotes the request. */
  isQuoted: boolean
  /** Whether the turn is one of the newest of the span. */
  isRecent: boolean
  /** Whether the turn has a call that may have changed something outside, which has a line of its own. */
  hasActed: boolean
  /** Whether it is of a chat without tools, whose pieces are rated. */
  isChat: boolean
  count: CountTokens
}

/** A statement that is spent ranks below a call that changed something outside. */
const IMPORTANCE = { core: 0.7, spent: 0.55, rest: 0.52, thought: 0.51, deeds: 0.5, echo: 0.45, pointer: 0.3 }
/** A statement with fewer words that its request does not have only echoes it: “Step 4 is done.” */
const MIN_NEW_WORDS = 3
/** A human message shorter than this is an answer: it means nothing without the question before it. */
const SHORT_ANSWER_CHARS = 120
/** First pieces of a recent statement that stay whatever their size: one alone is often only a title. Other statements
 * may use twice their tokens for them. */
const MIN_PIECES = 2
/** Tokens of the core of a statement. */
const CORE_TOKENS = 45
/** A rest with fewer tokens stays with the core. */
const MIN_REST_TOKENS = 14

/** Returns the lines that state what a turn came to; empty if it has no subject or is still open without one. */
export function turnLines(turn: Turn, closing: Closing, size: TurnSize): Draft[] {
  const { pieces, seqs, isEnd } = closing
  const subject = subjectOf(turn, size.isQuoted)
  const about = turn.request?.seq
  if (pieces.length === 0) {
    if (subject === '' || !turn.isClosed || closing.isPolite === true) return []
    const deeds = deedsOf(turn.messages)
    // In a meeting people answer each other: no message answers itself.
    const answers = turn.messages.filter(({ role }) => role !== 'user').map(({ seq }) => seq)
    if (deeds === '' && answers.length === 0) return []
    const [from, to] = [answers[0] ?? turn.messages[0]!.seq, answers.at(-1) ?? turn.messages.at(-1)!.seq]
    const answered = from === to ? `answered in message ${from}` : `answered in messages ${from}–${to}`
    const text = `To ${subject}: ${deeds === '' ? answered : deeds}`
    const importance = deeds === '' ? IMPORTANCE.pointer : IMPORTANCE.deeds
    return [{ kind: 'progress', importance, text, sources: [from, to], ...aboutOf('turn', about) }]
  }
  const { core, rest } = size.isChat ? chosenOf(pieces, size) : split(within(pieces, size), size)
  const question = pieces.slice(-2).findLast(({ text }) => isQuestion(text))
  const isAnswered = (turn.next?.text.trim().length ?? Infinity) < SHORT_ANSWER_CHARS
  if (question && isAnswered && !core.includes(question)) {
    core.push(question)
    if (rest.includes(question)) rest.splice(rest.indexOf(question), 1)
  }
  const state = closing.isThought === true ? ', thought' : isEnd ? '' : ', so far'
  const lead = subject === '' ? '' : `To ${subject}${state}: `
  const line = (text: string, importance: number) => ({ kind: 'progress' as const, text, importance, sources: seqs })
  const said = closing.isThought === true ? IMPORTANCE.thought : IMPORTANCE.core
  // The line of the call says what was done: `Your order is on its way.` adds nothing once the turn is over.
  const isSpent = size.hasActed && turn.isClosed && exactStrings(joined(core)).length === 0
  const onlyAsked = size.isChat && pieces.every(({ text }) => asks(text))
  const isReplied = turn.next !== null && (onlyAsked || onlyAsks(pieces.map(({ text }) => text)))
  const own = isEcho(core, turn.request) ? IMPORTANCE.echo : isSpent ? IMPORTANCE.spent : said
  const worth = isReplied ? IMPORTANCE.pointer : own
  const lines: Draft[] = [{ ...line(lead + joined(core), worth), ...aboutOf('turn', about) }]
  if (rest.length > 0 && !isReplied) {
    const more = about === undefined ? '' : `To message ${about}, further: `
    lines.push({ ...line(more + joined(rest), IMPORTANCE.rest), ...aboutOf('rest', about) })
  }
  return lines
}

/** Whether a statement says hardly more than its request, which is in the context. */
function isEcho(core: readonly Piece[], request: Turn['request']): boolean {
  if (request === null) return false
  const text = joined(core)
  const known = request.text.toLowerCase()
  if (exactStrings(text).some((one) => !request.text.includes(one.text))) return false
  return new Set(contentWords(text).filter((word) => !known.includes(word))).size < MIN_NEW_WORDS
}

function aboutOf(what: 'turn' | 'rest', seq: number | undefined): { about?: string } {
  return seq === undefined ? {} : { about: `${what} ${seq}` }
}

/** Returns how a line names its turn: by the human message, quoted if few turns compete for the tokens. */
function subjectOf({ request }: Turn, isQuoted: boolean): string {
  if (!request) return ''
  const quote = quoteOf(request.text)
  // A quotation mark inside would end the quotation early.
  return isQuoted && hasLetterOrDigit(quote)
    ? `message ${request.seq} (“${quote.replaceAll('“', "'").replaceAll('”', "'")}”)`
    : `message ${request.seq}`
}

/** Returns the first pieces that fit. The last one introduces nothing. */
function within(pieces: readonly Piece[], { tokens, isRecent, count }: TurnSize): Piece[] {
  const atLeast = isRecent ? MIN_PIECES : 1
  let left = tokens
  const chosen: Piece[] = []
  for (const piece of pieces) {
    const size = count(piece.text)
    const isNeeded = chosen.length < atLeast || chosen.every(({ introduces }) => introduces)
    if (!isNeeded && size > left + (chosen.length < MIN_PIECES ? tokens : 0)) break
    chosen.push(piece)
    left -= size
  }
  return withoutOpenEnd(chosen)
}

function withoutOpenEnd(pieces: readonly Piece[]): Piece[] {
  return pieces.slice(0, pieces.findLastIndex(({ introduces }) => !introduces) + 1)
}

/** Splits a statement after its core, never after an introduction. */
function split(pieces: readonly Piece[], { count }: TurnSize): { core: Piece[]; rest: Piece[] } {
  let tokens = 0
  const from = pieces.findIndex(({ text }, at) => {
    tokens += count(text)
    return at >= MIN_PIECES && tokens > CORE_TOKENS && !pieces[at - 1]!.introduces
  })
  const rest = from < 0 ? [] : pieces.slice(from)
  if (rest.length === 0 || count(joined(rest)) < MIN_REST_TOKENS) return { core: [...pieces], rest: [] }
  return { core: pieces.slice(0, from), rest }
}

/** Returns what says most of an answer, and what says most of the rest. */
function chosenOf(pieces: readonly Piece[], { tokens, count }: TurnSize): { core: Piece[]; rest: Piece[] } {
  const core = mostWorth(pieces, Math.min(tokens, CORE_TOKENS), count)
  const left = tokens - count(joined(core))
  const others = pieces.filter((piece) => !core.includes(piece) && piece.worth !== 0)
  const rest = left < MIN_REST_TOKENS || others.length === 0 ? [] : mostWorth(others, left, count)
  return { core, rest }
}

/** Joins pieces to one line. A gap between rated ones is marked. */
function joined(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, place }, at) => {
      const next = pieces[at + 1]
      if (next === undefined) return text
      const isGap = place !== undefined && next.place !== place + 1
      return `${text}${endsSentence(text) ? '' : ';'}${isGap ? ' …' : ''}`
    })
    .join(' ')
}
