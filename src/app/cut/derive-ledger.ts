import { cutsInForce } from '../../domain/context/cut.js'
import { hasOlderLedger, LEDGER_RULES } from '../../domain/ledger/ledger.js'
import { usedTokens } from '../../domain/session/budget.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { emitLevelChange, recordCut } from './commit-cut.js'
import { everEvicted } from './ever-evicted.js'
import { evictedEntries } from './evicted-entries.js'
import { renderLedgerAgain } from './refresh-ledger.js'

/** Derives a ledger of older rules again from all that left the context, as a recorded cut: an update of this service may read other
 * rules and decisions in the same messages. Returns whether anything was outdated. [P2] [C9] */
export async function deriveLedger(tx: SessionTx, ports: Pick<Ports, 'ids' | 'tokenizer'>): Promise<boolean> {
  const { session } = tx
  if (!hasOlderLedger(session)) return false
  const eviction = everEvicted(await tx.statesFrom(1), cutsInForce(await tx.cuts()), await tx.reductions())
  const entries = await evictedEntries((page) => tx.outlines(page), eviction)
  const shownBefore = session.ledger?.text
  const tokensBefore = usedTokens(session.tokenCounts)
  tx.change({ ledgerRules: LEDGER_RULES })
  if (entries.length === 0 && !session.ledger) return true
  await tx.replaceLedger(entries)
  await renderLedgerAgain(tx, ports, tokensBefore)
  const id = ports.ids.make('cut')
  const reason =
    session.ledger?.text === shownBefore
      ? 'the ledger follows from newer rules, which show the same'
      : 'the ledger was derived again, because its rules changed'
  await recordCut(tx, { id, kind: 'goals', reason }, tokensBefore)
  emitLevelChange(tx)
  return true
}
