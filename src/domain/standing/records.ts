/** A block and its notes, as sessions count and as records keep them. [M11] */
import { standingText, type StandingBlock } from './block.js'
import type { StandingEntry } from './entry.js'
import { noteWithWords } from './note.js'

/** Returns the base tokens of a block and its notes. */
export function standingTokens(block: StandingBlock): number {
  return (block.notes ?? []).reduce((sum, { tokens }) => sum + tokens, block.tokens)
}

/** Returns the ids of all entries that a block and its notes show. */
export function shownIds({ shown, notes = [] }: StandingBlock): string[] {
  return [...shown, ...notes.flatMap(({ added, closed }) => [...added, ...closed])]
}

/** Returns the block after words of its session closed entries: no note about them is needed. */
export function closedIn(block: StandingBlock, entries: readonly Pick<StandingEntry, 'id' | 'state'>[]): StandingBlock {
  const shown = new Set(shownIds(block))
  const closed = entries.flatMap(({ id, state }) => (state !== 'open' && shown.has(id) ? [id] : []))
  return closed.length === 0 ? block : { ...block, closedHere: [...(block.closedHere ?? []), ...closed] }
}

/** Returns the block as records keep it: without words, so that a deleted entry is nowhere. */
export function withoutWords(block: StandingBlock): StandingBlock {
  return { ...block, text: '', ...(block.notes && { notes: block.notes.map((note) => ({ ...note, text: '' })) }) }
}

/** Returns a recorded block with its words again; null if none of its entries is left.
 * @param entries those of its entries that still exist, and of its notes */
export function withWords(block: StandingBlock, entries: readonly StandingEntry[]): StandingBlock | null {
  const { notes: recorded = [], ...rest } = block
  const shown = entries.filter(({ id }) => block.shown.includes(id))
  const notes = recorded.flatMap((note) => noteWithWords(note, entries) ?? [])
  if (shown.length + notes.length === 0) return null
  const kept = shown.length === 0 ? { text: '', tokens: 0 } : { text: standingText(shown) }
  return { ...rest, ...kept, shown: shown.map(({ id }) => id), ...(notes.length > 0 && { notes }) }
}

/** Returns the block as it was while a message was the newest; undefined if there was none. */
export function standingUntil(block: StandingBlock | undefined, seq: number): StandingBlock | undefined {
  if (!block?.notes) return block
  const { notes: all, ...rest } = block
  const notes = all.filter((note) => note.seq <= seq)
  if (notes.length === 0 && rest.shown.length === 0) return undefined
  return { ...rest, ...(notes.length > 0 && { notes }) }
}
