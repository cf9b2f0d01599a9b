import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { CutKind } from '../../domain/context/cut.js'
import { locksOf } from '../../domain/goal/goal.js'
import { ledgerSteps, settleLedger, type LedgerBlock } from '../../domain/ledger/ledger.js'
import { exactTexts, ledgerReach, ledgerBudget, newestOpen, renderLedger } from '../../domain/ledger/ledger-block.js'
import type { StoredMessage } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import { inSteps } from '../ports/in-steps.js'
import { leavingEntries } from './evicted-entries.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { evictedSource, type Eviction } from '../shared/evicted-source.js'
import { refreshGoals } from './refresh-goals.js'

/** Inside a cut, after the tallies were made anew: takes in what the leaving messages write, and renders the block again. Between cuts it
 * never changes. [C9] [P12]
 * @param tokensBefore in the context before the cut */
export async function refreshLedger(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  cut: { kind: CutKind; left: Eviction },
  tokensBefore: number,
): Promise<void> {
  const fresh = await leavingEntries((page) => tx.outlines(page), cut.left)
  const freeTokens = ledgerBudget(tx.session, cut.kind, tokensBefore)
  // What says nothing new must not move what stands, unless goals have taken its room.
  if (fresh.length === 0 && (tx.session.ledger?.tokens ?? 0) <= freeTokens) return
  if (fresh.length > 0) await tx.insertLedger(fresh)
  const open = await tx.openLedger(ledgerReach(tx.session.limit))
  setLedger(tx.session, renderLedger(open, freeTokens, count(ports), await locksIn(tx.session.goals, tx)))
}

/** The block within fewer tokens: decisions go first, then files, rules last. False: it is not longer than that. [P3]
 * The caller records the cut. */
export async function shortenLedger(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  maxTokens: number,
  keepRules: boolean,
): Promise<boolean> {
  const { ledger, limit } = tx.session
  if (!ledger) return false
  const open = await tx.openLedger(ledgerReach(limit))
  const rules = open.filter(({ kind }) => kind === 'constraint')
  const least = keepRules ? (renderLedger(rules, ledger.maxTokens, count(ports))?.tokens ?? 0) : 0
  const freeTokens = Math.max(0, maxTokens, least)
  if (freeTokens >= ledger.tokens) return false
  setLedger(tx.session, renderLedger(open, freeTokens, count(ports), ledger.locks))
  return true
}

/** What goal and ledger will show once a span has left: lines that its checkpoint need not keep. Estimated so that nothing is promised which
 * the cut will not show. */
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
  const fresh = await inSteps(
    ledgerSteps(await evictedSource(messages, { seqs: plan.seqs, parts: [], removed: plan.removed })),
  )
  const entries = settleLedger([...(await from.openLedger(ledgerReach(session.limit))), ...fresh])
  const then = {
    ...session,
    tokenCounts: { ...session.tokenCounts, checkpoints: session.tokenCounts.checkpoints + ceilingTokens - plan.tokens },
  }
  await refreshGoals({ session: then, goals: () => from.goals() }, ports, kind, usedTokens)
  const freeTokens = ledgerBudget(then, kind, usedTokens)
  const ledger = renderLedger(
    newestOpen(entries, session.limit),
    freeTokens,
    count(ports),
    await locksIn(then.goals, from),
  )
  return exactTexts({ ledger, goals: then.goals })
}

/** Texts of the locks in the goal's block. */
async function locksIn(view: Session['goals'], from: Pick<SessionTx, 'goals'>): Promise<string[]> {
  const shown = new Set(view?.goal?.shown)
  return shown.size === 0 ? [] : locksOf(await from.goals()).flatMap(({ id, text }) => (shown.has(id) ? [text] : []))
}

function setLedger(session: Session, block: LedgerBlock | null): void {
  const goals = session.tokenCounts.goals - (session.ledger?.tokens ?? 0) + (block?.tokens ?? 0)
  session.tokenCounts = { ...session.tokenCounts, goals }
  session.ledger = block
}

function count({ tokenizer }: Pick<Ports, 'tokenizer'>): (text: string) => number {
  return (text) => tokenizer.count(text)
}
