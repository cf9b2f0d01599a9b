/** Renders the open entries of a scope as the context shows them. [M11] */
import { fillBlock, type BlockLine, type ExactBlock } from '../context/verbatim-block.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import { withoutTemplateTokens } from '../source/template-tokens.js'
import { STANDING_KINDS, type StandingEntry, type StandingKind } from './entry.js'

export interface StandingNote {
  /** The message that it precedes. */
  readonly seq: number
  readonly text: string
  readonly tokens: number
  /** Entries that are new, and entries that hold no longer. */
  readonly added: readonly string[]
  readonly closed: readonly string[]
  /** Sessions in which they were said, at most `MAX_SOURCES`. */
  readonly sources: readonly string[]
}

/** The block, and what was noted after it. `text` is empty if there are only notes. */
export interface StandingBlock extends ExactBlock {
  readonly scope: string
  /** Place of the newest entry that the session took notice of, in the order of the scope; absent: of none. */
  readonly upTo?: number
  /** What changed since then, oldest first; absent: nothing. */
  readonly notes?: readonly StandingNote[]
  /** Entries that it shows and that words of this session closed; absent: none. */
  readonly closedHere?: readonly string[]
}

/** Share of the limit that the entries may take. [M11] */
export const STANDING_SHARE = 0.05
/** Fewest tokens of an entry with its date. */
const MIN_ENTRY_TOKENS = 8

const HEADING =
  '[Said by the user in this and in other conversations, verbatim, with the date of each. It holds until they say otherwise; of two that conflict, the newer holds.]'
const TITLES: Record<StandingKind, string> = {
  rule: 'Rules:',
  preference: 'Preferences:',
  decision: 'Decisions:',
  fact: 'Facts:',
}
const ENDING = '[End of what was said before.]'

/** Returns how many entries of a kind can fit.
 * @param maxTokens base tokens */
export function standingReach(maxTokens: number): number {
  return Math.ceil(maxTokens / MIN_ENTRY_TOKENS)
}

/** Returns the block of the entries that fit, rules first, the newest of each kind first; null if none fits.
 * @param entries open entries of the scope
 * @param maxTokens base tokens */
export function renderStanding(
  scope: string,
  entries: readonly StandingEntry[],
  maxTokens: number,
  count: CountTokens,
): StandingBlock | null {
  // One group: a long rule that does not fit must not hide shorter ones.
  const lines = ranked(entries).map((entry, position): BlockLine => ({
    ...{ id: entry.id, title: TITLES[entry.kind], text: lineOf(entry), group: 0, position },
  }))
  const rest = count(ENDING) + 1
  const block = fillBlock({ heading: HEADING, titles: Object.values(TITLES), lines }, maxTokens - rest, count)
  if (!block) return null
  const shown = new Set(block.shown)
  const text = standingText(entries.filter(({ id }) => shown.has(id)))
  return { text, tokens: count(text) + MESSAGE_OVERHEAD, shown: block.shown, scope }
}

/** Returns the text of a block that shows these entries, and no others. */
export function standingText(entries: readonly StandingEntry[]): string {
  const all = ranked(entries)
  const groups = STANDING_KINDS.map((kind) => all.filter((entry) => entry.kind === kind))
  const rows = groups.flatMap((group) => (group[0] ? [TITLES[group[0].kind], ...group.map(lineOf)] : []))
  return [HEADING, ...rows, ENDING].join('\n')
}

export function ranked(entries: readonly StandingEntry[]): StandingEntry[] {
  return [...entries].sort(
    (a, b) =>
      STANDING_KINDS.indexOf(a.kind) - STANDING_KINDS.indexOf(b.kind) ||
      (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1),
  )
}

export function lineOf({ at, text }: StandingEntry): string {
  return `- ${at.slice(0, 10)}: ${withoutTemplateTokens(text).replace(/[^\S ]+/g, ' ')}`
}
