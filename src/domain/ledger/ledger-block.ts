/** Renders the ledger for the context: the open entries that fit, as one text. [C9] */
import { baseLimit, fitLimit } from '../session/model-tokens.js'
import { RATIO_BOUNDS } from '../model/calibration.js'
import { usedTokens, type TokenCounts } from '../session/budget.js'
import { minGainTokens } from '../compression/compression-plan.js'
import type { CutKind } from '../context/cut.js'
import { fillBlock, type BlockLine } from '../context/verbatim-block.js'
import { textKey } from '../goal/goal.js'
import { markersOf } from '../goal/markers.js'
import { blockTokens, exactShare } from '../goal/view.js'
import { byPosition, LEDGER_KINDS, type LedgerBlock, type LedgerEntry } from './ledger.js'
import type { Session } from '../session/session.js'
import type { CountTokens } from '../source/types.js'

/** Minimum tokens of an entry, including its bullet. */
const MIN_ENTRY_TOKENS = 3
const HEADING = '[Ledger · exact, kept by the context service]'

/** Returns the maximum number of open entries per kind that can fit, whatever the ratio of model tokens. The store need
 * not read more.
 * @param limit in model tokens */
export function ledgerReach(limit: number): number {
  return Math.ceil(exactShare(limit / RATIO_BOUNDS.min) / MIN_ENTRY_TOKENS)
}

/** Returns the entries that the store would read: the newest open ones of each kind, up to `ledgerReach`. */
export function newestOpen(entries: readonly LedgerEntry[], limit: number): LedgerEntry[] {
  return LEDGER_KINDS.flatMap((of) =>
    entries
      .filter(({ kind, state }) => kind === of && state === 'open')
      .sort((a, b) => byPosition(b, a))
      .slice(0, ledgerReach(limit)),
  )
}

/** Returns the maximum tokens of the ledger after a cut. It gets the share that goals leave, but never so much that it
 * undoes the cut. [P3] [P12]
 * @param tokensBefore tokens in the context before the cut. `session.tokenCounts` are the counts after it, including
 * the old ledger. */
export function ledgerBudget(
  session: Pick<Session, 'limit' | 'reserve' | 'scale' | 'policy' | 'ledger' | 'goals'> & { tokenCounts: TokenCounts },
  kind: CutKind,
  tokensBefore: number,
): number {
  const goals = blockTokens(session.goals)
  const most = Math.max(0, exactShare(baseLimit(session)) - goals)
  return Math.min(most, (session.ledger?.tokens ?? 0) + growthAfter(session, kind, tokensBefore))
}

/** Returns the tokens by which exact blocks may grow with a cut. They may use only tokens freed beyond the minimum
 * gain, and only while the context fits. */
export function growthAfter(
  session: Pick<Session, 'limit' | 'reserve' | 'scale' | 'policy'> & { tokenCounts: TokenCounts },
  kind: CutKind,
  tokensBefore: number,
): number {
  const used = usedTokens(session.tokenCounts)
  const gain = kind === 'compression' ? minGainTokens(session) : 0
  return Math.max(0, Math.min(fitLimit(session) - used, tokensBefore - used - gain))
}

/** Returns the texts that stay beside the conversation permanently, or as long as the goal. Checkpoints need not repeat
 * them. Progress is excluded because it changes. */
export function exactTexts({ ledger, goals }: Pick<Session, 'ledger' | 'goals'>): string[] {
  return [goals?.goal, ledger].flatMap((block) => (block ? [block.text] : []))
}

/** Renders rules, then files, then decisions, the newest of each kind first. Returns null if nothing fits.
 * @param locks texts of locked decisions that the goal block shows */
export function renderLedger(
  entries: readonly LedgerEntry[],
  maxTokens: number,
  count: CountTokens,
  locks: readonly string[] = [],
): LedgerBlock | null {
  const locked = new Set(locks.map(textKey))
  const matchedLocks = new Set<string>()
  const open = entries
    .filter((entry) => {
      const lock =
        entry.state === 'open' && entry.kind === 'decision' && locked.size > 0
          ? lockedDecisionIn(entry.text, locked)
          : null
      if (lock !== null) matchedLocks.add(lock)
      return entry.state === 'open' && lock === null
    })
    .sort(byPosition)
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
  return block && { ...block, maxTokens, ...(matchedLocks.size > 0 ? { locks: [...matchedLocks] } : {}) }
}

/** Returns the locked decision that the text records, if the text is one decision marker and nothing else. */
function lockedDecisionIn(text: string, locked: ReadonlySet<string>): string | null {
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
