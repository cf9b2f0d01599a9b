/** How the ledger stands in the context: the open entries that find room, as one text. [C9] */
import { usedTokens, type TokenCounts } from '../session/budget.js'
import { minGainTokens } from '../compression/compression-plan.js'
import type { CutKind } from '../context/cut.js'
import { fillBlock, type BlockLine } from '../context/verbatim-block.js'
import { textKey } from '../goal/goal.js'
import { markersOf } from '../goal/markers.js'
import { blockTokens, exactShare } from '../goal/view.js'
import { byPlace, LEDGER_KINDS, type LedgerBlock, type LedgerEntry } from './ledger.js'
import type { Session } from '../session/session.js'
import type { CountTokens } from '../source/types.js'

/** No entry takes fewer tokens, its bullet included. */
const LEAST_ENTRY_TOKENS = 3
const HEADING = '[Ledger · exact, kept by the context service]'

/** Open entries of each kind that can find room at all; more need not be read. */
export function ledgerReach(limit: number): number {
  return Math.ceil(exactShare(limit) / LEAST_ENTRY_TOKENS)
}

/** What the store would give of these entries. */
export function newestOpen(entries: readonly LedgerEntry[], limit: number): LedgerEntry[] {
  return LEDGER_KINDS.flatMap((of) =>
    entries
      .filter(({ kind, state }) => kind === of && state === 'open')
      .sort((a, b) => byPlace(b, a))
      .slice(0, ledgerReach(limit)),
  )
}

/** Tokens the ledger may take after a cut: what goals leave of the share, but never what would undo the cut. [P3] [P12]
 * @param tokensBefore in the context before the cut; `session.tallies` are those after it, the old ledger included */
export function ledgerBudget(
  session: Pick<Session, 'limit' | 'reserve' | 'policy' | 'ledger' | 'goals'> & { tokenCounts: TokenCounts },
  kind: CutKind,
  tokensBefore: number,
): number {
  const goals = blockTokens(session.goals)
  const most = Math.max(0, exactShare(session.limit) - goals)
  return Math.min(most, (session.ledger?.tokens ?? 0) + growthAfter(session, kind, tokensBefore))
}

/** What exact blocks may grow by with a cut: only into what it freed beyond the gain it was made for, and only while the context still fits. */
export function growthAfter(
  session: Pick<Session, 'limit' | 'reserve' | 'policy'> & { tokenCounts: TokenCounts },
  kind: CutKind,
  tokensBefore: number,
): number {
  const { limit, reserve } = session
  const used = usedTokens(session.tokenCounts)
  const gain = kind === 'compression' ? minGainTokens(session) : 0
  return Math.max(0, Math.min(limit - reserve - used, tokensBefore - used - gain))
}

/** What stands beside the conversation for good, or as long as the goal does: checkpoints need not keep it twice. Progress comes and goes. */
export function exactTexts({ ledger, goals }: Pick<Session, 'ledger' | 'goals'>): string[] {
  return [goals?.goal, ledger].flatMap((block) => (block ? [block.text] : []))
}

/** Rules first, then files, then decisions, of each kind the newest first; null when nothing finds room.
 * @param locks texts of locked decisions that stand in the goal's block */
export function renderLedger(
  entries: readonly LedgerEntry[],
  maxTokens: number,
  count: CountTokens,
  locks: readonly string[] = [],
): LedgerBlock | null {
  const locked = new Set(locks.map(textKey))
  const takes = new Set<string>()
  const open = entries
    .filter((entry) => {
      const lock =
        entry.state === 'open' && entry.kind === 'decision' && locked.size > 0 ? lockIn(entry.text, locked) : null
      if (lock !== null) takes.add(lock)
      return entry.state === 'open' && lock === null
    })
    .sort(byPlace)
  const lines = open.map((entry, place): BlockLine => {
    return {
      id: entry.id,
      title: titleOf(entry),
      text: `- ${entry.text}`,
      group: LEDGER_KINDS.indexOf(entry.kind),
      position: place,
    }
  })
  lines.sort((a, b) => a.group - b.group || b.position - a.position)
  const block = fillBlock({ heading: HEADING, titles: TITLES, lines }, maxTokens, count)
  return block && { ...block, maxTokens, ...(takes.size > 0 ? { locks: [...takes] } : {}) }
}

/** The locked decision that a line of the assistant takes, if it is such a line and nothing else. */
function lockIn(text: string, locked: ReadonlySet<string>): string | null {
  const [marker, more] = markersOf({ role: 'assistant', parts: [{ type: 'text', text }] }).markers
  return marker?.kind === 'decision' && more === undefined && locked.has(textKey(marker.text)) ? marker.text : null
}

const RULES = 'Rules in the user’s own words:'
const DECISIONS = 'Decided:'
const FILES = { created: 'Files created:', modified: 'Files modified:', deleted: 'Files deleted:' }
const TITLES = [RULES, ...Object.values(FILES), DECISIONS]

function titleOf({ kind, action }: LedgerEntry): string {
  return kind === 'constraint' ? RULES : action === null ? DECISIONS : FILES[action]
}
