/** Renders the ledger for the context: the open entries that fit, as one text. [C9] */
import { cutToTokens } from '../texts.js'
import { baseLimit, fitLimit, minGainTokens } from '../session/model-tokens.js'
import { RATIO_BOUNDS } from '../model/calibration.js'
import { usedTokens, type TokenCounts } from '../session/budget.js'
import type { CutKind } from '../context/cut.js'
import { fillBlock, type BlockLine } from '../context/verbatim-block.js'
import { textKey } from '../goal/goal.js'
import { markersOf } from '../goal/markers.js'
import { blockTokens, exactShare } from '../goal/view.js'
import { byPosition, LEDGER_KINDS, type LedgerEntry } from './ledger.js'
import { withoutReplaced } from './replaced.js'
import type { LedgerBlock } from '../session/shown-blocks.js'
import type { Session } from '../session/session.js'
import type { CountTokens } from '../source/types.js'
import { withWholePaths } from '../anchors/path-rows.js'
import { withoutTemplateTokens } from '../source/template-tokens.js'

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
  return [goals?.goal, ledger].flatMap((block) => (block ? [withWholePaths(block.text)] : []))
}

/** What the context shows beside the ledger, which then omits it. */
export interface BesideLedger {
  /** Texts of decisions that the blocks of the goals show. */
  decisions?: readonly string[] | undefined
  /** An active goal, in place of the first request. */
  hasGoal?: boolean | undefined
  /** The list of a scope, with the preferences of this session. [M11] */
  inScope?: boolean | undefined
}

/** Renders the intent, then rules, preferences, files, and decisions, the newest of each kind first. Returns null if nothing fits. */
export function renderLedger(
  entries: readonly LedgerEntry[],
  maxTokens: number,
  count: CountTokens,
  { decisions = [], hasGoal = false, inScope = false }: BesideLedger = {},
): LedgerBlock | null {
  // A long request must not take the tokens of the rules.
  const intentTokens = Math.min(INTENT_TOKENS, Math.floor(maxTokens / 3))
  const beside = new Set(decisions.map(textKey))
  const omitted = new Set<string>()
  const held = entries
    .filter((entry) => {
      const shown =
        entry.state === 'open' && entry.kind === 'decision' && beside.size > 0
          ? markedDecisionIn(entry.text, beside)
          : null
      if (shown !== null) omitted.add(shown)
      const isBeside = (hasGoal && entry.kind === 'intent') || (inScope && entry.kind === 'preference')
      return entry.state === 'open' && shown === null && !isBeside
    })
    .sort(byPosition)
  const open = withoutReplaced(held)
  const places = new Set(open.flatMap(({ seq, movedTo }) => (movedTo === undefined ? [] : [`${seq} ${movedTo}`])))
  const isPlace = ({ kind, action, seq, text }: LedgerEntry) =>
    kind === 'artifact' && action === 'created' && places.has(`${seq} ${text}`)
  const listed = open.filter((entry) => !isPlace(entry))
  const lines = listed.map((entry, place): BlockLine => {
    const { id, kind, movedTo } = entry
    const text = kind === 'intent' ? shortened(entry.text, intentTokens, count) : entry.text
    return {
      ...{ id, title: titleOf(entry), group: LEDGER_KINDS.indexOf(kind), position: place },
      text: `- ${withoutTemplateTokens(movedTo === undefined ? text : `${text} → ${movedTo}`)}`,
      ...(kind === 'artifact' && movedTo === undefined ? { path: withoutTemplateTokens(text) } : {}),
    }
  })
  lines.sort((a, b) => a.group - b.group || b.position - a.position)
  const block = fillBlock({ heading: HEADING, titles: TITLES, lines }, maxTokens, count)
  return (
    block && {
      ...block,
      maxTokens,
      ...(omitted.size > 0 ? { locks: [...omitted] } : {}),
      ...(hasGoal ? { hasGoal: true as const } : {}),
      ...(inScope ? { inScope: true as const } : {}),
    }
  )
}

/** Maximum tokens of the intent. [C9] */
const INTENT_TOKENS = 300

/** Cuts the intent at a word end. Further lines are indented, so that none looks like a title. */
function shortened(text: string, maxTokens: number, count: CountTokens): string {
  return cutToTokens(text, maxTokens, count).replaceAll('\n', '\n  ')
}

/** Returns the one of the decisions that the text records, if the text is one decision marker and nothing else. */
function markedDecisionIn(text: string, decisions: ReadonlySet<string>): string | null {
  const [marker, more] = markersOf({ role: 'assistant', parts: [{ type: 'text', text }] }).markers
  return marker?.kind === 'decision' && more === undefined && decisions.has(textKey(marker.text)) ? marker.text : null
}

const INTENT = 'First request:'
const RULES = 'Rules in the user’s own words:'
const PREFERENCES = 'Preferences and facts in the user’s own words:'
const DECISIONS = 'Decided:'
const FILES = { created: 'Files created:', modified: 'Files modified:', deleted: 'Files deleted:', moved: 'Moved:' }
const TITLES = [INTENT, RULES, PREFERENCES, ...Object.values(FILES), DECISIONS]

function titleOf({ kind, action }: LedgerEntry): string {
  if (kind === 'intent') return INTENT
  if (kind === 'preference') return PREFERENCES
  return kind === 'constraint' ? RULES : action === null ? DECISIONS : FILES[action]
}
