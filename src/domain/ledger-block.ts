/** How the ledger stands in the context: the open entries that find room, as one text. [C9] */
import { usedTokens, type Tallies } from './budget.js'
import { minGainTokens } from './compression-plan.js'
import type { CutKind } from './cut.js'
import { byPlace, LEDGER_KINDS, type LedgerBlock, type LedgerEntry } from './ledger.js'
import type { Session } from './session.js'
import type { CountTokens } from './summary/types.js'
import { MESSAGE_OVERHEAD } from './tokens.js'

/** Most of the limit that the ledger may take. [C9] */
const LEDGER_SHARE = 0.1
/** No entry takes fewer tokens, its bullet included. */
const LEAST_ENTRY_TOKENS = 3
const HEADING = '[Ledger · exact, kept by the context service]'

/** Open entries of each kind that can find room at all; more need not be read. */
export function ledgerReach(limit: number): number {
  return Math.ceil((LEDGER_SHARE * limit) / LEAST_ENTRY_TOKENS)
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

/** Tokens the ledger may take after a cut: its share, but never what would undo the cut. It grows only into what the cut freed beyond the
 * gain it was made for, and only while the context still fits. [P3] [P12]
 * @param tokensBefore in the context before the cut; `session.tallies` are those after it, the old ledger included */
export function ledgerRoom(
  session: Pick<Session, 'limit' | 'reserve' | 'policy' | 'ledger'> & { tallies: Tallies },
  kind: CutKind,
  tokensBefore: number,
): number {
  const { limit, reserve } = session
  const now = session.ledger?.tokens ?? 0
  const used = usedTokens(session.tallies)
  const gain = kind === 'compression' ? minGainTokens(session) : 0
  const growth = Math.max(0, Math.min(limit - reserve - used, tokensBefore - used - gain))
  return Math.min(Math.floor(LEDGER_SHARE * limit), now + growth)
}

/** Rules first, then files, then decisions, of each kind the newest first; null when nothing finds room. */
export function renderLedger(entries: readonly LedgerEntry[], roomTokens: number, count: CountTokens): LedgerBlock | null {
  const open = entries.filter(({ state }) => state === 'open').sort((a, b) => rank(a) - rank(b) || byPlace(b, a))
  const titles = new Set<string>()
  let left = roomTokens - MESSAGE_OVERHEAD - count(HEADING)
  let full: LedgerEntry['kind'] | null = null
  const chosen: LedgerEntry[] = []
  for (const entry of open) {
    if (full !== null && full !== entry.kind) break
    const title = titleOf(entry)
    const tokens = count(lineOf(entry)) + (titles.has(title) ? 0 : count(title))
    // What comes after a kind waits until all of that kind has room.
    if (tokens > left) full = entry.kind
    if (tokens > left) continue
    left -= tokens
    titles.add(title)
    chosen.push(entry)
  }
  // Counts of pieces only nearly add up: what is too much goes from the end.
  for (; chosen.length > 0; chosen.pop()) {
    const text = textOf(chosen)
    const tokens = count(text) + MESSAGE_OVERHEAD
    if (tokens <= roomTokens) return { text, tokens, roomTokens, shown: chosen.map(({ id }) => id) }
  }
  return null
}

function rank({ kind }: LedgerEntry): number {
  return LEDGER_KINDS.indexOf(kind)
}

function textOf(entries: readonly LedgerEntry[]): string {
  const lines = [HEADING]
  for (const title of TITLES) {
    const here = entries.filter((entry) => titleOf(entry) === title).sort(byPlace)
    if (here.length > 0) lines.push(title, ...here.map(lineOf))
  }
  return lines.join('\n')
}

function lineOf({ text }: LedgerEntry): string {
  return `- ${text}`
}

const RULES = 'Rules in the user’s own words:'
const DECISIONS = 'Decided:'
const FILES = { created: 'Files created:', modified: 'Files modified:', deleted: 'Files deleted:' }
const TITLES = [RULES, ...Object.values(FILES), DECISIONS]

function titleOf({ kind, action }: LedgerEntry): string {
  return kind === 'constraint' ? RULES : action === null ? DECISIONS : FILES[action]
}
