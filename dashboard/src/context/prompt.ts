import type { Entry } from '../strip/cells.js'

/** A context in the order of the prompt: what the model is sent, piece by piece, each with the entries that it shows. */

export interface Sent {
  system?: unknown
  tools?: unknown
  messages: readonly unknown[]
  entries?: readonly unknown[] | undefined
}

export type Piece =
  /** The system prompt with the blocks that follow it, in one text. */
  | { kind: 'system'; entries: Entry[]; tokens: number; text: string }
  | { kind: 'tools'; entries: Entry[]; tokens: number; text: string }
  /** An entry with the messages that show it. */
  | { kind: 'entry'; entry: Entry; tokens: number; messages: unknown[] }

/** Splits a context in native format, read with its entries, into its pieces. An entry of which nothing is sent makes none. */
export function piecesOf({ system, tools, messages, entries = [] }: Sent): Piece[] {
  const all = entries as readonly Entry[]
  const ofTools = all.filter(({ kind }) => kind === 'tools')
  const inSystem = all.filter(({ kind, messages: count }) => kind === 'system' || (isBlock(kind) && count === 0))
  const pieces: Piece[] = []
  if (typeof system === 'string')
    pieces.push({ kind: 'system', entries: inSystem, tokens: sum(inSystem), text: system })
  if (tools !== undefined) {
    const text = JSON.stringify(tools, null, 2)
    pieces.push({ kind: 'tools', entries: ofTools, tokens: sum(ofTools), text })
  }
  let next = 0
  for (const entry of all) {
    const count = entry.messages ?? 0
    if (count > 0)
      pieces.push({ kind: 'entry', entry, tokens: entry.tokens, messages: messages.slice(next, next + count) })
    next += count
  }
  return pieces
}

const isBlock = (kind: string) => kind === 'goal' || kind === 'progress' || kind === 'ledger'
const sum = (entries: readonly Entry[]) => entries.reduce((total, { tokens }) => total + tokens, 0)

/** Returns what is sent for each entry. Of the blocks in the system text, only the first has it. */
export function textsOf(
  pieces: readonly Piece[],
  written: (messages: readonly unknown[]) => string,
): Map<Entry, string> {
  const texts = new Map<Entry, string>()
  for (const piece of pieces) {
    if (piece.kind === 'entry') texts.set(piece.entry, written(piece.messages))
    else if (piece.entries[0]) texts.set(piece.entries[0], piece.text)
  }
  return texts
}

const BLOCK_TITLES: Record<string, string> = {
  system: 'System prompt',
  tools: 'Tools',
  goal: 'Goals and locked decisions',
  progress: 'Progress of the goal',
  ledger: 'Ledger',
  standing: 'Said in this scope before',
  'goal-note': 'Goal changes',
}

/** Returns what people call an entry: `#12 tool`, `Recalled for #12`. */
export function titleOf({ kind, seq, role, checkpointId }: Entry): string {
  if (kind === 'message') return `#${seq} ${role}`
  if (kind === 'recall') return `Recalled for #${seq}`
  if (kind === 'missing-results') return `#${seq} results that never came`
  return checkpointId === undefined ? (BLOCK_TITLES[kind] ?? kind) : 'Checkpoint'
}

/** Returns the title of a piece, which names all that is in it. */
export function titleOfPiece(piece: Piece): string {
  if (piece.kind === 'entry') return titleOf(piece.entry)
  return piece.kind === 'tools' ? 'Tools' : `System: ${piece.entries.map(titleOf).join(', ').toLowerCase()}`
}
