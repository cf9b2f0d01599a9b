import { withoutMarks, withoutOthers } from '../attribution/own-words.js'
import { proseLines, wordCount, type ProseLine } from '../source/prose.js'
import { isDecision, isRule } from '../source/decisions.js'
import { isQuestion, isThought } from '../source/sentences.js'
import { hasDigit } from '../texts.js'
import { cleanText } from '../source/reading.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { introducesGuesses, isNarration, isPoliteness, leansOnBefore, saysNothingAlone } from './weak-lines.js'
import type { SourceMessage } from '../source/types.js'
import { piecesOf, type Piece } from './statement.js'
import type { Turn } from './turns.js'

/** The closing statement of a turn: the assistant's text after its last call. [V5] */

export interface Closing {
  seqs: number[]
  /** Sentences, list items, and descriptions of code and tables, in order. */
  pieces: Piece[]
  /** Whether the turn ended with it. Otherwise it is the last finding so far. */
  isEnd: boolean
  /** Whether it was only thought. */
  isThought?: boolean
  /** Whether all that was said was polite: it needs no line. */
  isPolite?: boolean
  /** The whole answer of a chat. */
  text?: string
}

/** Pieces read of one statement. */
const MAX_PIECES = 40
/** Texts before the end of an open turn that are searched for findings. */
const RECENT_TEXTS = 6
const MIN_FINDING_WORDS = 5

/** Returns the closing statement of a turn; without one, its last findings among the calls. */
export function closingOf({ messages, isClosed }: Turn): Closing {
  const last = messages.findLastIndex(({ parts }) => parts.some(({ kind }) => kind === 'call' || kind === 'result'))
  const after = messages.slice(last + 1).filter(({ role }) => role === 'assistant')
  const stated = after.flatMap(statedIn).slice(0, MAX_PIECES)
  const pieces = isClosed ? stated : stated.filter(({ text }) => !onlyPlans(text))
  if (pieces.some(({ introduces }) => !introduces))
    return { seqs: after.map(({ seq }) => seq), pieces: [...pieces], isEnd: isClosed }
  const isPolite = messages.length === after.length && stated.length === 0 && after.some(isSpoken)
  return isPolite ? { seqs: [], pieces: [], isEnd: isClosed, isPolite } : findingsOf(messages)
}

/** Returns the answer of a chat without tools. */
export function answerOf({ messages, isClosed }: Turn): Closing {
  const spoken = messages.filter((message) => message.role === 'assistant' && isSpoken(message))
  const texts = spoken.map(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'text' ? cleanText(part.text) : [])).join('\n'),
  )
  const pieces = spoken.flatMap(({ seq }, at) => answerPieces(texts[at]!, seq))
  const isPolite = spoken.length > 0 && pieces.length === 0
  const seqs = isPolite ? [] : spoken.map(({ seq }) => seq)
  const text = texts.map(withoutOthers).join('\n')
  return { seqs, pieces: pieces.slice(0, MAX_PIECES), isEnd: isClosed, isPolite, text }
}

/** Returns the pieces of an answer. What it quotes may be all of it, such as ten headlines, and is marked; orders and decisions of others are left
 * out. [P14] */
function answerPieces(text: string, seq: number): Piece[] {
  const own = new Set(piecesOf(withoutOthers(text), seq).map((piece) => piece.text))
  const rows = text.split('\n').map(withoutMarks).join('\n')
  return withoutPoliteness(piecesOf(rows, seq)).flatMap((piece) => {
    if (piece.introduces || own.has(piece.text)) return [piece]
    if (isRule(piece.text) || isDecision(piece.text)) return []
    return [{ ...piece, text: `“${piece.text.replace(/^["“„«](.*)["”“»]$/s, '$1')}”` }]
  })
}

/** Returns the last findings among calls: sentences that state something. */
function findingsOf(messages: readonly SourceMessage[]): Closing {
  const texts = messages.filter(({ role, parts }) => role === 'assistant' && parts.some(({ kind }) => kind === 'text'))
  for (const message of texts.slice(-RECENT_TEXTS).toReversed()) {
    const found = spokenIn(message).filter(isFinding)
    if (found.every(({ text }) => saysNothing(text))) continue
    const pieces = withIntroductions(withoutNarration(found.slice(0, MAX_PIECES)))
    if (pieces.length > 0) return { seqs: [message.seq], pieces, isEnd: false }
  }
  return concludedIn(messages)
}

/** Returns what was concluded before the last call, if nothing was said. */
function concludedIn(messages: readonly SourceMessage[]): Closing {
  for (const { seq, parts } of messages.toReversed()) {
    const thoughts = parts.flatMap((part) => (part.kind === 'thought' ? part.text.split('\n') : []))
    const kept = thoughts.filter((text) => !saysNothingAlone(text, THOUGHT, exactStrings(text).length > 0))
    const pieces = kept.map((text) => ({ text, introduces: false }))
    if (pieces.length > 0) return { seqs: [seq], pieces, isEnd: false, isThought: true }
  }
  return { seqs: [], pieces: [], isEnd: false }
}

function isFinding({ text, under }: ProseLine): boolean {
  if (under !== undefined && introducesGuesses(under)) return false
  return !isThought(text) && wordCount(text) >= MIN_FINDING_WORDS
}

/** Puts the introduction of a list before its first item. */
function withIntroductions(found: readonly ProseLine[]): Piece[] {
  return found.flatMap(({ text, under }, at) => {
    const piece = { text, introduces: false }
    const isFirst = under !== undefined && under !== found[at - 1]?.under && !isThought(under)
    return isFirst ? [{ text: under, introduces: true }, piece] : [piece]
  })
}

/** Whether a sentence only says what an agent does next: it has not done it. One with a figure says more. */
function onlyPlans(text: string): boolean {
  return isNarration(text) || (isThought(text) && !isQuestion(text) && !hasDigit(text))
}

/** Leaves out what an agent only says that it does now, beside something that it states. The calls show what it did. */
function withoutNarration<T extends { text: string }>(pieces: readonly T[]): readonly T[] {
  const kept = pieces.filter(({ text }) => !isNarration(text))
  return kept.length > 0 ? kept : pieces
}

const SPOKEN = { voice: 'spoken', tool: '' } as const
const THOUGHT = { voice: 'thought', tool: '' } as const

/** Whether a sentence says nothing to a reader who does not see the calls around it: `All three edits are done.` */
function saysNothing(text: string): boolean {
  return leansOnBefore(text) || saysNothingAlone(text, SPOKEN, exactStrings(text).length > 0)
}

function statedIn({ seq, parts }: SourceMessage): Piece[] {
  return parts.flatMap((part) =>
    part.kind === 'text' ? withoutPoliteness(piecesOf(withoutOthers(cleanText(part.text)), seq)) : [],
  )
}

function spokenIn({ parts }: SourceMessage): ProseLine[] {
  return parts.flatMap((part) =>
    part.kind === 'text' ? withoutPoliteness(proseLines(withoutOthers(cleanText(part.text)))) : [],
  )
}

function withoutPoliteness<T extends { text: string }>(pieces: readonly T[]): T[] {
  return pieces.filter(({ text }) => !isPoliteness(text))
}

function isSpoken({ parts }: SourceMessage): boolean {
  return parts.some((part) => part.kind === 'text' && part.text.trim() !== '')
}
