import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { CutKind } from '../../domain/context/cut.js'
import type { Eviction } from '../../domain/ledger/departing.js'
import { settleLedger } from '../../domain/ledger/ledger.js'
import type { LedgerBlock } from '../../domain/session/shown-blocks.js'
import {
  exactTexts,
  ledgerBudget,
  ledgerReach,
  newestOpen,
  renderLedger,
  type BesideLedger,
} from '../../domain/ledger/ledger-block.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { StoredMessage } from '../../domain/message.js'
import type { Session, SessionChange } from '../../domain/session/session.js'
import { evictedEntries } from './evicted-entries.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { entriesOfEviction } from '../shared/ledger-entries.js'
import { flushedGoals } from './refresh-goals.js'

/** Adds the entries of evicted messages to the ledger and renders its block again. Call inside a cut, after the recount: between cuts the
 * block never changes. [C9] [P12]
 * @param tokensBefore tokens in the context before the cut */
export async function refreshLedger(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  cut: { kind: CutKind; left: Eviction },
  tokensBefore: number,
): Promise<void> {
  const fresh = await evictedEntries((page) => tx.outlines(page), cut.left)
  const freeTokens = ledgerBudget(tx.session, cut.kind, tokensBefore)
  // Without new entries the block must not move, unless goals have taken its tokens. A new checkpoint moves it anyway, so
  // that entries return which left it under pressure.
  if (fresh.length === 0 && cut.kind !== 'compression' && (tx.session.ledger?.tokens ?? 0) <= freeTokens) return
  if (fresh.length > 0) await tx.insertLedger(fresh)
  const open = await tx.openLedger(ledgerReach(tx.session.limit))
  const block = renderLedger(open, freeTokens, count(ports), await besideIn(tx.session, tx))
  tx.change(showLedger(tx.session, block))
}

/** Renders the block of the present entries, within the tokens that it has now. The caller records the cut. */
export async function renderLedgerAgain(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  tokensBefore: number,
): Promise<void> {
  const { session } = tx
  const open = await tx.openLedger(ledgerReach(session.limit))
  const maxTokens = ledgerBudget(session, 'goals', tokensBefore)
  tx.change(showLedger(session, renderLedger(open, maxTokens, count(ports), await besideIn(session, tx))))
}

/** Renders the block within fewer tokens: decisions leave first, then files, rules last. Returns false if it is short enough already.
 * The caller records the cut. [P3] */
export async function shortenLedger(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  maxTokens: number,
  keepRules: boolean,
): Promise<boolean> {
  const { ledger, limit } = tx.session
  if (!ledger) return false
  const open = await tx.openLedger(ledgerReach(limit))
  const rules = open.filter(({ kind }) => kind === 'constraint' || kind === 'intent')
  const minTokens = keepRules
    ? (renderLedger(rules, ledger.maxTokens, count(ports), { hasGoal: ledger.hasGoal })?.tokens ?? 0)
    : 0
  const freeTokens = Math.max(0, maxTokens, minTokens)
  if (freeTokens >= ledger.tokens) return false
  const beside = { decisions: ledger.locks, hasGoal: ledger.hasGoal, inScope: ledger.inScope }
  tx.change(showLedger(tx.session, renderLedger(open, freeTokens, count(ports), beside)))
  return true
}

/** Returns the texts that goal and ledger will show after a span is covered: its checkpoint need not keep them. The estimate is low, so
 * that no text is left out of the checkpoint and then missing from the blocks. */
export async function ledgerBeside(
  from: Pick<SessionTx, 'openLedger' | 'goals'>,
  ports: Pick<Ports, 'tokenizer'>,
  session: Session,
  span: {
    plan: CompressionPlan
    messages: readonly StoredMessage[]
    kind: CutKind
    usedTokens: number
    ceilingTokens: number
  },
): Promise<string[]> {
  const { plan, messages, kind, usedTokens, ceilingTokens } = span
  const fresh = await entriesOfEviction(messages, { seqs: plan.seqs, parts: [], removed: plan.removed })
  const entries = settleLedger([...(await from.openLedger(ledgerReach(session.limit))), ...fresh])
  const covered = {
    ...session,
    tokenCounts: { ...session.tokenCounts, checkpoints: session.tokenCounts.checkpoints + ceilingTokens - plan.tokens },
  }
  const flushed = await flushedGoals(covered, from, ports, { kind, tokensBefore: usedTokens })
  const then = { ...covered, ...flushed }
  const freeTokens = ledgerBudget(then, kind, usedTokens)
  const ledger = renderLedger(newestOpen(entries, session.limit), freeTokens, count(ports), await besideIn(then, from))
  return exactTexts({ ledger, goals: then.goals })
}

/** Returns what a context shows beside the ledger. An active goal replaces the first request. */
async function besideIn(
  session: Pick<Session, 'goals' | 'policy'>,
  from: Pick<SessionTx, 'goals'>,
): Promise<BesideLedger> {
  const decisions = await decisionsIn(session.goals, from)
  return { decisions, hasGoal: Boolean(session.goals?.goal), inScope: scopeOf(session) !== null }
}

/** Returns the texts of the decisions in the blocks of the goals. */
async function decisionsIn(view: Session['goals'], from: Pick<SessionTx, 'goals'>): Promise<string[]> {
  const shown = new Set([...(view?.goal?.shown ?? []), ...(view?.progress?.shown ?? [])])
  if (shown.size === 0) return []
  const items = (await from.goals()).flatMap((goal) => goal.items)
  return items.flatMap(({ id, kind, text }) => (kind === 'decision' && shown.has(id) ? [text] : []))
}

/** Returns the session's ledger and the tokens of its exact blocks, if the context shows this one. */
function showLedger({ tokenCounts, ledger: before }: Session, ledger: LedgerBlock | null): SessionChange {
  const goals = tokenCounts.goals - (before?.tokens ?? 0) + (ledger?.tokens ?? 0)
  return { tokenCounts: { ...tokenCounts, goals }, ledger }
}

function count({ tokenizer }: Pick<Ports, 'tokenizer'>): (text: string) => number {
  return (text) => tokenizer.count(text)
}
