/** Shared steps of everything that changes a context inside one transaction: tallies, version, cut, level. */
import { budgetLevelFor, usedTokens } from '../../domain/session/budget.js'
import type { Cut } from '../../domain/context/cut.js'
import { countOf } from '../../domain/ranges.js'
import { recount } from '../../domain/session/token-counts.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import type { Eviction } from '../shared/evicted-source.js'
import { refreshGoals } from './refresh-goals.js'
import { refreshLedger } from './refresh-ledger.js'

/** Announces a change of level, once. [B3] */
export function emitLevelChange(tx: SessionTx): void {
  const { session } = tx
  const used = usedTokens(session.tokenCounts)
  const level = budgetLevelFor(used, session.limit, session.level)
  if (level === session.level) return
  tx.emit({ type: 'level-changed', data: { from: session.level, to: level, used, limit: session.limit } })
  session.level = level
}

/** After the rows of a cut are written: recomputes the tallies from what is now in the context, takes what left it into the ledger and
 * what changed about the goals into their block, records the cut, raises the version.
 * @param left messages that left the context with this cut; null: all stayed */
export async function commitCut(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'tokenizer'>,
  cut: Pick<Cut, 'kind' | 'reason'> & Partial<Pick<Cut, 'id' | 'evicted' | 'checkpointId' | 'compressionId'>>,
  left: Eviction | null = null,
  tokensBefore = usedTokens(tx.session.tokenCounts),
): Promise<Cut> {
  const { session } = tx
  const checkpoints = await tx.checkpoints()
  session.tokenCounts = recount(session, await tx.entries(), checkpoints)
  session.checkpointCount = checkpoints.length
  if (left) {
    // Goals and locks have the first claim on the room of exact blocks. [C9]
    await refreshGoals(tx, ports, cut.kind, tokensBefore)
    await refreshLedger(tx, ports, { kind: cut.kind, left }, tokensBefore)
  }
  session.version += 1
  const recorded: Cut = {
    evicted: [],
    checkpointId: null,
    compressionId: null,
    ...cut,
    id: cut.id ?? ports.ids.make('cut'),
    version: session.version,
    tokensBefore,
    tokensAfter: usedTokens(session.tokenCounts),
  }
  session.evictedCount += countOf(recorded.evicted)
  const removedBlocks = tx.rewrittenBlocks()
  await tx.insertCut(recorded)
  const { tokensAfter, version, kind, reason, checkpointId } = recorded
  tx.emit({
    type: 'context-rewritten',
    data: {
      kind,
      reason,
      version,
      tokensBefore,
      tokensAfter,
      removedBlocks,
      ...(checkpointId === null ? {} : { checkpointId }),
    },
  })
  emitLevelChange(tx)
  return recorded
}
