import { DomainError } from '../../domain/errors.js'
import {
  advanceWatermark,
  NO_WATERMARK,
  type BoundaryCall,
  type BoundaryName,
  type Watermark,
} from '../../domain/context/watermark.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { checkBudget } from '../compression/check-budget.js'
import { enqueueCompression } from '../compression/enqueue.js'

export interface Marked {
  watermark: Watermark
  /** Whether the boundary moved with this request. */
  moved: boolean
  /** Why the boundary did not move; null: it moved. */
  reason: 'pending' | 'not-forward' | null
}

/** Marks the end of a task. Earlier calls and results leave the context once that frees enough tokens for a cut. [D4]
 * Throws session_not_found. Throws not_found for an unknown call or message; the boundary then does not change. */
export async function markBoundary(
  ports: Pick<Ports, 'store' | 'queue' | 'ids' | 'clock' | 'tokenizer'>,
  { appId, sessionId, name }: { appId: string | null; sessionId: string; name: BoundaryName },
): Promise<Marked> {
  const { marked, pending } = await ports.store.change(sessionId, appId, async (tx) => {
    const marked = await mark(tx, name)
    if (!marked.moved) return { marked, pending: null }
    tx.session.version += 1
    const pending = await checkBudget(tx, ports)
    return { marked: { ...marked, watermark: tx.session.watermark ?? NO_WATERMARK }, pending }
  })
  if (pending) await enqueueCompression(ports, pending)
  return marked
}

async function mark(tx: SessionTx, name: BoundaryName): Promise<Marked> {
  const { session } = tx
  const before = session.watermark ?? NO_WATERMARK
  if ('toolName' in name) {
    // The first stored call after the boundary moves it. Without one, the mark waits for the tool's next call.
    session.watermark = { ...before, pending: name.toolName }
    const [call] = await tx.callsAfter(before.seq, { toolName: name.toolName })
    if (call) moveWatermark(tx, [call], 'api')
    else
      tx.emit({
        type: 'watermark-advanced',
        data: { from: before.seq, to: before.seq, pending: name.toolName, by: 'api' },
      })
    return call
      ? { watermark: session.watermark, moved: true, reason: null }
      : { watermark: session.watermark, moved: false, reason: 'pending' }
  }
  const target = 'seq' in name ? messageAt(tx, name.seq) : await namedCall(tx, name.toolCallId)
  if (target.seq <= before.seq) return { watermark: before, moved: false, reason: 'not-forward' }
  session.reducedAtTokens = 0
  session.watermark = { ...before, seq: target.seq, callId: target.callId, toolName: target.name }
  tx.emit({
    type: 'watermark-advanced',
    data: { from: before.seq, to: target.seq, callId: target.callId, toolName: target.name, by: 'api' },
  })
  return { watermark: session.watermark, moved: true, reason: null }
}

function messageAt({ session }: SessionTx, seq: number): { seq: number; callId: null; name: null } {
  if (seq <= session.lastSeq) return { seq, callId: null, name: null }
  throw new DomainError(
    'not_found',
    `No message ${seq} in this session; the last is ${session.lastSeq}. The watermark did not change.`,
    {
      seq,
      lastSeq: session.lastSeq,
    },
  )
}

/** Returns the newest call with this id, because clients reuse call ids. */
async function namedCall(tx: SessionTx, callId: string): Promise<BoundaryCall> {
  const call = (await tx.callsAfter(0, { callId })).at(-1)
  if (call) return call
  throw new DomainError('not_found', `No call with id ${callId} in this session. The watermark did not change.`, {
    callId,
  })
}

/** Moves the boundary to newly stored calls of a boundary tool, or of the tool that the pending mark names. */
export function moveWatermark(tx: SessionTx, calls: readonly BoundaryCall[], by: 'tool' | 'api'): void {
  const { session } = tx
  const before = session.watermark ?? NO_WATERMARK
  const tools = session.policy.watermark?.tools ?? []
  if (calls.length === 0 || (tools.length === 0 && before.pending === null)) return
  const after = advanceWatermark(before, calls, tools)
  if (after === before) return
  session.watermark = after
  session.reducedAtTokens = 0
  tx.emit({
    type: 'watermark-advanced',
    data: { from: before.seq, to: after.seq, callId: after.callId, toolName: after.toolName, by },
  })
}
