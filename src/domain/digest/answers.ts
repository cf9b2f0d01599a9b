import { outlineOf } from '../source/outline.js'
import { asks, endsSentence, hasDigit } from '../texts.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { ratedWords, rarityOf, worthOf, type Rarity } from '../source/rarity.js'
import type { CountTokens } from '../source/types.js'
import type { Closing } from './closing.js'
import type { Piece } from './statement.js'
import type { Request, Turn } from './turns.js'

/** Chooses what to quote of the answers of a chat without tools. Nothing else shows what they said, and they begin with words that all
 * answers begin with. So the pieces that say most are quoted, and of a list the names. [C10] [P13] */

/** A piece that says less than this share of what the pieces say at the mean is no lead, and introduces nothing. */
const CHAFF_SHARE = 0.6
/** The same of what is quoted, where the lead and the names count as FIRST_FACTOR says. */
const GAP_SHARE = 0.4
/** How the worth of the lead, and of the names of a list, counts. */
const FIRST_FACTOR = 2
/** Sum and mean of the rarities of the words of an answer below which it only reacts. */
const MIN_RARE = 5
const HABIT_SHARE = 0.6
/** Answers from which on their rarity shows that a word is a habit. */
const MIN_ANSWERS = 3
/** A beginning with fewer words of content answers a question, or only reacts: `You are right.` */
const MIN_LEAD_WORDS = 4
/** Share of its worth that a sentence has without the one before it. */
const ALONE_SHARE = 0.7
/** What an exact string is worth beside the rarity of its words. */
const EXACT_WORTH = 0.6
/** An item with fewer characters says nothing without its introduction. */
const MIN_ITEM_CHARS = 40
/** Estimates, to compare pieces of one answer. */
const CHARS_PER_TOKEN = 4
const BASE_TOKENS = 10
/** Later answers of which one may be a new version. */
const MAX_VERSIONS = 12
/** Share of the pieces of two answers that are the same, from which on the later one is a new version of the other. */
const SAME_SHARE = 0.5

interface Asked {
  /** What the answers answer. */
  turns: readonly Pick<Turn, 'request'>[]
  /** All that a person said. */
  requests: ReadonlyMap<number, Request>
  /** Whether the names of a list fit. */
  fits: (names: string) => boolean
}

/** Returns the answers, oldest first, with what each may be quoted for: none of the pieces of an answer that a later one replaces. */
export function ratedAnswers(closings: readonly Closing[], { turns, requests, fits }: Asked): Closing[] {
  const texts = closings.map(({ pieces }) => pieces.map(({ text }) => text))
  const last = new Map(texts.flatMap((own, at) => own.map((text) => [text, at] as const)))
  const replaced = texts.map((own, at) =>
    texts.slice(at + 1, at + 1 + MAX_VERSIONS).some((one) => isVersionOf(one, own)),
  )
  const stays = texts.filter((_, at) => !replaced[at]!)
  const asked = [...requests.values()].map(({ text }) => text)
  const rarity = rarityOf([...stays.map((own) => own.join('\n')), ...asked].map(ratedWords))
  // Of few answers, all words are rare.
  const isMany = closings.length >= MIN_ANSWERS
  return closings.map((closing, at) => {
    const request = turns[at]?.request ?? null
    const reacts = request !== null && !asks(request.text)
    const isRepeated = (text: string) => last.get(text)! > at
    if (replaced[at]! || texts[at]!.every(isRepeated) || (isMany && reacts && saysNothing(texts[at]!, rarity)))
      return { ...closing, pieces: [], isPolite: true }
    return { ...closing, pieces: ratedPieces(closing, { rarity, fits, reacts, isRepeated }) }
  })
}

/** Whether an answer only reacts: `Thank you! I'm glad you liked it.` */
function saysNothing(texts: readonly string[], rarity: Rarity): boolean {
  const text = texts.join(' ')
  const words = ratedWords(text)
  const rare = words.reduce((sum, word) => sum + rarity.of(word), 0)
  if (rare >= MIN_RARE || rare >= HABIT_SHARE * words.length) return false
  return !hasDigit(text) && exactStrings(text).length === 0
}

/** Whether most of an answer is in a later one, and most of that one in it. */
function isVersionOf(later: readonly string[], earlier: readonly string[]): boolean {
  const known = new Set(earlier)
  const same = later.filter((text) => known.has(text)).length
  return same > 1 && same >= SAME_SHARE * Math.max(later.length, earlier.length)
}

interface Rating {
  rarity: Rarity
  fits: (names: string) => boolean
  /** Whether no question was asked. */
  reacts: boolean
  /** Whether a later answer has the piece, too. */
  isRepeated: (text: string) => boolean
}

/** Returns the pieces that may be quoted, in order, each with what it is worth: how the answer begins most, then the names of a list. */
function ratedPieces({ pieces, text = '' }: Closing, { rarity, fits, reacts, isRepeated }: Rating): Piece[] {
  const outline = outlineOf(text, fits)
  const all = outline === null ? pieces : withNames(pieces, outline)
  const worth = (one: string) => {
    const tokens = one.length / CHARS_PER_TOKEN
    return worthOf(one, { tokens, rarity }) + (EXACT_WORTH * exactStrings(one).length) / (tokens + BASE_TOKENS)
  }
  const mean = pieces.reduce((sum, one) => sum + worth(one.text), 0) / Math.max(1, pieces.length)
  const found: Piece[] = []
  let hasLead = false
  for (const [at, piece] of all.entries()) {
    if (piece.introduces) continue
    const before = all[at - 1]
    const isShort = piece.text.startsWith('`') || piece.text.length < MIN_ITEM_CHARS
    const isLed = isShort && before?.introduces === true && worth(before.text) >= CHAFF_SHARE * mean
    const own = isLed ? `${before.text} ${piece.text}` : piece.text
    const isCut = piece.follows === true && !endsSentence(piece.text)
    const isReaction = reacts && found.length === 0 && ratedWords(own).length < MIN_LEAD_WORDS
    const isOut = isRepeated(piece.text) || isCut || isReaction
    // In a list of names, capitals say nothing.
    const rated = piece.isNames === true ? own.toLowerCase() : own
    const isChaff = isOut || worth(rated) < CHAFF_SHARE * mean
    const isLead: boolean = !hasLead && piece.isNames !== true && !isChaff
    hasLead ||= isLead
    const factor = isChaff ? 0 : isLead || piece.isNames === true ? FIRST_FACTOR : 1
    found.push({ ...piece, text: own, place: found.length, worth: factor * worth(rated) })
  }
  return found
}

/** Puts the names of a list before its first item. */
function withNames(pieces: readonly Piece[], { names, first }: { names: string; first: string }): Piece[] {
  const at = pieces.findIndex(({ text }) => text.includes(first))
  const place = at < 0 ? pieces.findIndex(({ introduces }) => !introduces) + 1 : at
  const others = pieces.slice(place).filter(({ text }) => !names.includes(text))
  return [...pieces.slice(0, place), { text: names, introduces: false, isNames: true }, ...others]
}

/** Returns the pieces that say most within a number of tokens, in their order; one at least. */
export function mostWorth(pieces: readonly Piece[], tokens: number, count: CountTokens): Piece[] {
  let left = tokens
  const kept = new Set<number>()
  const mean = pieces.reduce((sum, piece) => sum + (piece.worth ?? 0), 0) / Math.max(1, pieces.length)
  const worth = ({ worth: own = 0, follows, place = 0 }: Piece) =>
    follows === true && !kept.has(place - 1) ? ALONE_SHARE * own : own
  const open = [...pieces]
  while (open.length > 0) {
    const next = open.reduce((best, piece) => (worth(piece) > worth(best) ? piece : best))
    open.splice(open.indexOf(next), 1)
    const size = count(next.text)
    if (kept.size > 0 && (size > left || worth(next) < GAP_SHARE * mean)) continue
    kept.add(next.place ?? 0)
    left -= size
  }
  return pieces.filter(({ place = 0 }) => kept.has(place))
}
