import { isHigh } from '../texts.js'
import { FENCE_CLOSE, FENCE_OPEN, partText, transcriptOf } from './transcript.js'
import type { CountTokens, SourceMessage } from './types.js'

/** Limits for splitting a span into chunks that fit the summarizer's window. [V2] */
export interface ChunkLimits {
  /** Tokens of the model's window. */
  windowTokens: number
  /** Tokens reserved for the answer. */
  outputTokens: number
  /** Tokens of the prompt around the conversation. */
  overheadTokens: number
  count: CountTokens
}

/** Minimum tokens of a chunk, even if the window is too small: many calls are better than a lost message. */
const MIN_CHUNK_TOKENS = 64
/** Minimum fill of a chunk that is cut early, at the start of a turn. */
const MIN_FILL_SHARE = 0.5
/** Minimum fill of the last chunk. A smaller one is evened out with the chunk before it. */
const MIN_LAST_SHARE = 0.3

interface Unit {
  messages: SourceMessage[]
  tokens: number
  /** Whether it starts a turn, so that a cut before it separates nothing. */
  opensTurn: boolean
}

/** Splits a span into chunks, oldest first. Every message is in some chunk; a message too long for any chunk is split
 * into pieces. Calls stay with their results if they fit. */
export function chunkSource(source: readonly SourceMessage[], limits: ChunkLimits): SourceMessage[][] {
  const { count } = limits
  const fence = count(`${FENCE_OPEN}\n${FENCE_CLOSE}`)
  const freeTokens = Math.max(
    MIN_CHUNK_TOKENS,
    limits.windowTokens - limits.outputTokens - limits.overheadTokens - fence,
  )
  const units = source.length === 0 ? [] : unitsOf(source, freeTokens, count)
  const chunks: Unit[][] = []
  let open: Unit[] = []
  let size = 0
  for (const unit of units) {
    if (size + unit.tokens > freeTokens && open.length > 0) {
      const kept = cutAtTurn(open, freeTokens, unit)
      chunks.push(open.slice(0, kept))
      open = open.slice(kept)
      size = tokensOf(open)
      if (size + unit.tokens > freeTokens && open.length > 0) {
        chunks.push(open)
        open = []
        size = 0
      }
    }
    open.push(unit)
    size += unit.tokens
  }
  if (open.length > 0) chunks.push(open)
  return evenEnd(chunks, freeTokens).map((chunk) => chunk.flatMap((unit) => unit.messages))
}

/** Returns the number of units that stay in this chunk. */
function cutAtTurn(open: readonly Unit[], freeTokens: number, next: Unit): number {
  if (next.opensTurn) return open.length
  let size = tokensOf(open)
  for (let at = open.length - 1; at > 0; at--) {
    const unit = open[at]
    if (!unit) break
    size -= unit.tokens
    if (size < freeTokens * MIN_FILL_SHARE) break
    if (unit.opensTurn) return at
  }
  return open.length
}

function evenEnd(chunks: Unit[][], freeTokens: number): Unit[][] {
  const last = chunks.at(-1)
  const before = chunks.at(-2)
  if (!last || !before || tokensOf(last) >= freeTokens * MIN_LAST_SHARE) return chunks
  const both = [...before, ...last]
  const half = tokensOf(both) / 2
  let at = 0
  for (let size = 0; at < both.length - 1 && size < half; at++) size += both[at]?.tokens ?? 0
  const [front, back] = [both.slice(0, at), both.slice(at)]
  if (front.length === 0 || tokensOf(front) > freeTokens || tokensOf(back) > freeTokens) return chunks
  return [...chunks.slice(0, -2), front, back]
}

/** Groups each message with its tool results. If a group does not fit, its messages are separate units or pieces. */
function unitsOf(source: readonly SourceMessage[], freeTokens: number, count: CountTokens): Unit[] {
  const units: Unit[] = []
  let group: { message: SourceMessage; tokens: number }[] = []
  let opensTurn = true
  const close = () => {
    if (group.length === 0) return
    const tokens = group.reduce((sum, entry) => sum + entry.tokens, 0)
    if (tokens <= freeTokens) units.push({ messages: group.map((entry) => entry.message), tokens, opensTurn })
    else
      for (const [index, entry] of group.entries()) {
        const pieces = entry.tokens <= freeTokens ? [entry] : piecesOf(entry.message, freeTokens, count)
        for (const [pieceIndex, piece] of pieces.entries())
          units.push({
            messages: [piece.message],
            tokens: piece.tokens,
            opensTurn: opensTurn && index === 0 && pieceIndex === 0,
          })
      }
    group = []
  }
  let before = source[0]?.seq ?? 0
  for (const message of source) {
    if (message.role !== 'tool') {
      close()
      // A gap in the seqs is a human message, which is never part of the span.
      opensTurn = message.role === 'user' || message.seq > before + 1
    }
    group.push({ message, tokens: count(transcriptOf(message)) })
    before = message.seq
  }
  close()
  return units
}

function piecesOf(
  message: SourceMessage,
  freeTokens: number,
  count: CountTokens,
): { message: SourceMessage; tokens: number }[] {
  const pieces: { message: SourceMessage; tokens: number }[] = []
  for (const part of message.parts) {
    const whole = { ...message, parts: [part] }
    const tokens = count(transcriptOf(whole))
    if (tokens <= freeTokens) {
      pieces.push({ message: whole, tokens })
      continue
    }
    for (const text of slices(partText(part), freeTokens, count)) {
      const piece = { ...message, parts: [part.kind === 'call' ? { ...part, args: text } : { ...part, text }] }
      pieces.push({ message: piece, tokens: count(transcriptOf(piece)) })
    }
  }
  return pieces
}

/** Tokens of the header above a piece, rounded up generously. */
const HEAD_TOKENS = 24

/** Splits a text at line or word ends into slices that fit `freeTokens` with their header. */
function slices(text: string, freeTokens: number, count: CountTokens): string[] {
  const found: string[] = []
  const most = Math.max(8, freeTokens - HEAD_TOKENS)
  let at = 0
  let chars = most * 4
  while (at < text.length) {
    let slice = text.slice(at, at + chars)
    while (slice.length > 1 && count(slice) > most) slice = slice.slice(0, Math.floor(slice.length * 0.7))
    if (at + slice.length < text.length) slice = wordEnd(slice)
    found.push(slice)
    at += slice.length
    chars = Math.max(16, Math.floor(slice.length * 1.3))
  }
  return found
}

function wordEnd(slice: string): string {
  const line = slice.lastIndexOf('\n')
  if (line > slice.length / 2) return slice.slice(0, line + 1)
  const blank = slice.lastIndexOf(' ')
  if (blank > slice.length / 2) return slice.slice(0, blank + 1)
  // Never split a surrogate pair.
  return slice.length > 1 && isHigh(slice.charCodeAt(slice.length - 1)) ? slice.slice(0, -1) : slice
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + unit.tokens, 0)
}
