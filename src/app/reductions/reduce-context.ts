import { usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit } from '../../domain/session/model-tokens.js'
import type { CutKind } from '../../domain/context/cut.js'
import { removedPartKeys } from '../../domain/context/removed-parts.js'
import { toRanges } from '../../domain/ranges.js'
import { beforeBoundary, type Eviction } from '../../domain/reductions/boundary.js'
import {
  appliesBoundaryAtOnce,
  isForced,
  leavesCompressionDue,
  mayNeedPass,
  planPass,
  reasonsOf,
  type Pass,
} from '../../domain/reductions/pass.js'
import { removePart } from '../../domain/reductions/reduce-part.js'
import { isDebug } from '../../domain/session/policy.js'
import { NO_WATERMARK } from '../../domain/session/watermark.js'
import { applyReductions } from './apply-reductions.js'
import { commitCut } from '../cut/commit-cut.js'
import { snapshotBeforeCut } from '../cut/snapshot-before-cut.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

type Needs = Pick<Ports, 'ids' | 'clock' | 'tokenizer'>

/** After a pass that was not worth a cut, the next is tried when the context has grown by this share of the limit. */
const GROWTH_SHARE = 0.02

/** Reduces old parts without a model, in one cut, if the gain is worth a cut. Call after every addition. [D3]–[D7] */
export async function reduceContext(tx: SessionTx, ports: Needs): Promise<void> {
  const { session } = tx
  if (!mayNeedPass(session)) return
  const used = usedTokens(session.tokenCounts)
  const lastTried = session.reducedAtTokens ?? 0
  const isDue = isForced(session) || appliesBoundaryAtOnce(session)
  if (!isDue && used >= lastTried && used < lastTried + GROWTH_SHARE * baseLimit(session)) return
  const planned = planPass(session, await tx.entries(), await tx.reductions())
  const pass = planned && !isDue && waitsForCompression(session, planned) ? null : planned
  tx.change({ reducedAtTokens: pass ? 0 : used })
  if (pass) await makePass(tx, ports, pass)
}

/** Whether the pass is left to the compression that is pending or about to come, so that the prefix changes once. A context
 * that does not fit waits for no model. [P12] [P3] */
function waitsForCompression(session: SessionTx['session'], pass: Pass): boolean {
  const { state } = session.compressor
  if (usedTokens(session.tokenCounts) > fitLimit(session) || pass.eviction.tokens > 0) return false
  if (state === 'queued' || state === 'running') return true
  return state === 'idle' && leavesCompressionDue(session, pass)
}

async function makePass(tx: SessionTx, ports: Needs, { eviction, steps, boundarySeq }: Pass): Promise<void> {
  await snapshotBeforeCut(tx, ports)
  const cutId = ports.ids.make('cut')
  for (const { kind, candidates } of steps) await applyReductions(tx, ports, kind, candidates, cutId)
  const reasons = reasonsOf(steps)
  if (eviction.tokens === 0) {
    await commitCut(tx, ports, { id: cutId, kind: 'mask', reason: reasons.join(', ') })
  } else {
    await reduceAtBoundary(tx, ports, { eviction, boundarySeq, cutId, kind: 'watermark', reasons })
  }
}

/** Removes calls and results before the task boundary, whatever the gain. For contexts that do not fit. [P3] [D4] */
export async function applyWatermark(tx: SessionTx, ports: Needs): Promise<void> {
  const { seq: boundarySeq, appliedSeq } = tx.session.watermark ?? NO_WATERMARK
  if (boundarySeq <= appliedSeq || isDebug(tx.session.policy)) return
  const eviction = beforeBoundary(tx.session, await tx.entries(), await tx.reductions(), boundarySeq)
  if (eviction.tokens > 0)
    await reduceAtBoundary(tx, ports, {
      eviction,
      boundarySeq,
      cutId: ports.ids.make('cut'),
      kind: 'emergency',
      reasons: [],
    })
}

async function reduceAtBoundary(
  tx: SessionTx,
  ports: Needs,
  cut: { eviction: Eviction; boundarySeq: number; cutId: string; kind: CutKind; reasons: readonly string[] },
): Promise<void> {
  const { eviction, boundarySeq, cutId, kind, reasons } = cut
  const { session } = tx
  const evicted = toRanges(eviction.seqs)
  const reductions = eviction.parts.map((part) => removePart('watermark', part, { id: ports.ids.make('off'), cutId }))
  if (reductions.length > 0) await tx.insertReductions(reductions)
  const whole = new Set(eviction.seqs)
  const removedBefore = removedPartKeys((await tx.entries()).filter(({ seq }) => whole.has(seq)))
  if (evicted.length > 0) await tx.evict(evicted)
  const removed = new Set([...eviction.seqs, ...eviction.parts.map(({ seq }) => seq)])
  tx.change({
    watermark: { ...(session.watermark ?? NO_WATERMARK), appliedSeq: boundarySeq },
    // A later result of a removed call must not be treated as adjacent to that call.
    openCalls: session.openCalls.filter(({ seq }) => !removed.has(seq) || seq >= boundarySeq),
  })
  const boundaryReason = `calls and results before the task boundary at message ${boundarySeq} were removed`
  await commitCut(
    tx,
    ports,
    { id: cutId, kind, reason: [boundaryReason, ...reasons].join('; '), evicted },
    { seqs: eviction.seqs, parts: eviction.parts, removed: removedBefore },
  )
  if (evicted.length > 0) {
    tx.emit({
      type: 'messages-evicted',
      data: { reason: 'task boundary', ranges: evicted.map(({ from, to }) => ({ from, to })) },
    })
  }
}
