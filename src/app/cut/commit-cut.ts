import { partsLeavingFirst, reasonsOf } from '../../domain/reductions/pass.js'
import type { Reach } from '../../domain/reductions/entry.js'
import { removePart } from '../../domain/reductions/reduce-part.js'
import { emitReductions } from './emit-reductions.js'
import { budgetLevelFor, usedTokens } from '../../domain/session/budget.js'
import { modelTokens } from '../../domain/session/model-tokens.js'
import type { Cut } from '../../domain/context/cut.js'
import { growthAfter } from '../../domain/ledger/ledger-block.js'
import { countOf } from '../../domain/ranges.js'
import { leaveRecall } from '../../domain/recall/recall.js'
import { noteColdPrompt } from '../../domain/warm-up/warm-up.js'
import { recount } from '../../domain/context/token-counts.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import type { Eviction } from '../../domain/ledger/departing.js'
import { refreshGoals } from './refresh-goals.js'
import { refreshLedger } from './refresh-ledger.js'
import { refreshStanding } from './refresh-standing.js'
import { returnPressed } from './return-pressed.js'

/** Steps shared by every change of a context, inside its transaction. */

/** Emits `level-changed` if the budget level differs from the last one emitted. [B3] */
export function emitLevelChange(tx: SessionTx): void {
  const { session } = tx
  const used = usedTokens(session.tokenCounts)
  const level = budgetLevelFor(modelTokens(session, used), session.limit, session.level)
  if (level === session.level) return
  tx.emit({ type: 'level-changed', data: { from: session.level, to: level, used, limit: session.limit } })
  tx.change({ level })
}

type CutInput = Pick<Cut, 'kind' | 'reason'> &
  Partial<Pick<Cut, 'id' | 'evicted' | 'returned' | 'restores' | 'checkpointId' | 'compressionId'>>

/** Records a cut whose rows (evicted messages, reductions, checkpoints) are already written in this transaction. Parts
 * that leave with every cut leave with it, and what left under pressure comes back if it fits again. [D7] [R4]
 * @param left what left the context with this cut; null if nothing did: goal and ledger blocks then stay as they are
 * @param tokensBefore tokens in the context before the rows were written */
export async function commitCut(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'tokenizer'>,
  cut: CutInput,
  left: Eviction | null = null,
  tokensBefore = usedTokens(tx.session.tokenCounts),
): Promise<Cut> {
  const id = cut.id ?? ports.ids.make('cut')
  tx.change(leaveRecall(tx.session, await tx.entries()))
  await removeFirstParts(tx, ports, id)
  await recountContext(tx)
  const back = await returnPressed(tx, { id, kind: cut.kind }, tokensBefore)
  if (back) await recountContext(tx)
  if (left) await refreshBlocks(tx, ports, cut.kind, left, tokensBefore)
  else if (cut.kind === 'prompt-changed' || (await hasLostNote(tx))) await refreshStanding(tx, ports)
  const returned = back && { returned: back.returned, reason: `${cut.reason}; ${back.reason}` }
  const recorded = await recordCut(tx, { ...cut, ...returned, id }, tokensBefore)
  emitLevelChange(tx)
  return recorded
}

/** Whether a message left before which the context showed changes of the scope. */
async function hasLostNote(tx: SessionTx): Promise<boolean> {
  const { notes } = tx.session.standing ?? {}
  if (!notes) return false
  const entries = await tx.entries()
  return notes.some((note) => !entries.some(({ seq }) => seq === note.seq))
}

/** Counts tokens and checkpoints again from what is now in the context. */
async function recountContext(tx: SessionTx): Promise<void> {
  const checkpoints = await tx.checkpoints()
  const entries = await tx.entries()
  tx.change({
    tokenCounts: recount(tx.session, entries, checkpoints),
    inViewCount: entries.length,
    checkpointCount: checkpoints.length,
  })
}

/** Brings the exact blocks up to date. Goals come first: they have the first claim on the tokens of these blocks. [C9] */
async function refreshBlocks(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  kind: Cut['kind'],
  left: Eviction,
  tokensBefore: number,
): Promise<void> {
  await refreshGoals(tx, ports, kind, tokensBefore)
  await refreshLedger(tx, ports, { kind, left }, tokensBefore)
  await refreshStanding(tx, ports, (tx.session.tokenCounts.standing ?? 0) + growthAfter(tx.session, kind, tokensBefore))
}

/** Whether the cut was made while an app may have been waiting for its model. */
function isByWorker({ kind, compressionId }: Cut): boolean {
  return (
    kind === 'compression' || kind === 'upgrade' || kind === 'aging' || (kind === 'evict' && compressionId !== null)
  )
}

/** Inserts the cut under the next context version and emits `context-rewritten`. */
export async function recordCut(tx: SessionTx, cut: CutInput & Pick<Cut, 'id'>, tokensBefore: number): Promise<Cut> {
  const { session } = tx
  const version = session.version + 1
  const recorded: Cut = {
    evicted: [],
    checkpointId: null,
    compressionId: null,
    ...cut,
    version,
    tokensBefore,
    tokensAfter: usedTokens(session.tokenCounts),
  }
  const count = countOf(recorded.evicted)
  tx.change({
    version,
    evictedCount: session.evictedCount + count,
    ...(recorded.kind === 'withdraw' && { withdrawnCount: (session.withdrawnCount ?? 0) + count }),
    ...(isByWorker(recorded) && {
      usedBeforeWorker: Math.max(session.usedBeforeWorker ?? 0, tokensBefore),
      ...noteColdPrompt(session, tx.now),
    }),
  })
  const removedBlocks = tx.rewrittenBlocks()
  await tx.insertCut(recorded)
  const { tokensAfter, kind, reason, checkpointId } = recorded
  const returned = recorded.returned && recorded.returned.length > 0 ? { returned: recorded.returned } : {}
  const checkpoint = checkpointId === null ? {} : { checkpointId }
  tx.emit({
    type: 'context-rewritten',
    data: { kind, reason, version, tokensBefore, tokensAfter, removedBlocks, ...checkpoint, ...returned },
  })
  return recorded
}

/** Removes the parts that leave with every cut. The caller records the cut. Returns the reasons, empty if there were no
 * such parts. [D7]
 * @param reach how far the rules may go, by the need for tokens */
async function removeFirstParts(
  tx: SessionTx,
  { ids }: Pick<Ports, 'ids'>,
  cutId: string,
  reach: Reach = 'cut',
): Promise<string[]> {
  const steps = partsLeavingFirst(tx.session, await tx.entries(), await tx.reductions(), reach)
  const reductions = steps.flatMap(({ kind, candidates }) =>
    candidates.map((candidate) => removePart(kind, candidate, { id: ids.make('off'), cutId })),
  )
  if (reductions.length === 0) return []
  await tx.insertReductions(reductions)
  emitReductions(tx, reductions)
  return reasonsOf(steps)
}
