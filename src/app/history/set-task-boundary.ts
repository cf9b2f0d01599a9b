import { DomainError } from '../../domain/errors.js'
import {
  advanceWatermark,
  isNamed,
  NO_WATERMARK,
  type BoundaryCall,
  type BoundaryName,
  type Watermark,
} from '../../domain/session/watermark.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { checkBudget } from '../compression/check-budget.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { advanceTo } from '../cut/advance-watermark.js'

export interface Marked {
  watermark: Watermark
  /** Whether the boundary moved with this request. */
  moved: boolean
  /** Why the boundary did not move; null: it moved. */
  reason: 'pending' | 'not-forward' | null
}

/** Names the call that a model is making now. It may be in the history already, as the open call of this tool, or still
 * arrive. */
interface OpenCall {
  openCall: string
}

/** Marks the end of a task. Earlier calls and results leave the context once that frees enough tokens for a cut. [D4]
 * Throws session_not_found. Throws not_found for an unknown call or message; the boundary then does not change. */
export async function markBoundary(
  ports: Pick<Ports, 'store' | 'queue' | 'ids' | 'clock' | 'tokenizer'>,
  {
    appId,
    sessionId,
    name,
    keepBefore,
  }: { appId: string | null; sessionId: string; name: BoundaryName | OpenCall; keepBefore?: number },
): Promise<Marked> {
  const { marked, pending } = await ports.store.change(sessionId, appId, async (tx) => {
    const marked = await mark(tx, name, keepBefore)
    if (!marked.moved) return { marked, pending: null }
    tx.change({ version: tx.session.version + 1 })
    const pending = await checkBudget(tx, ports)
    return { marked: { ...marked, watermark: tx.session.watermark ?? NO_WATERMARK }, pending }
  })
  if (pending) await enqueueCompression(ports, pending)
  return marked
}

async function mark(tx: SessionTx, named: BoundaryName | OpenCall, keepBefore: number | undefined): Promise<Marked> {
  const { session } = tx
  const before = session.watermark ?? NO_WATERMARK
  const name = 'openCall' in named ? openCall(session, named.openCall) : named
  if ('toolName' in name) {
    // The first stored call after the boundary moves it. Without one, the mark waits for the tool's next call.
    const { pendingKeep: _, ...mark } = before
    const keep = keepBefore === undefined ? {} : { pendingKeep: keepBefore }
    tx.change({ watermark: { ...mark, pending: name.toolName, ...keep } })
    const [call] = await tx.callsAfter(before.seq, { toolName: name.toolName })
    if (call) moveWatermark(tx, [call], 'api')
    else
      tx.emit({
        type: 'watermark-advanced',
        data: { from: before.seq, to: before.seq, pending: name.toolName, by: 'api' },
      })
    const { watermark = before } = session
    return call ? { watermark, moved: true, reason: null } : { watermark, moved: false, reason: 'pending' }
  }
  const target = 'seq' in name ? messageAt(tx, name.seq) : await namedCall(tx, name.toolCallId)
  return advanceTo(tx, { ...target, keepBefore }, 'api')
    ? { watermark: session.watermark ?? NO_WATERMARK, moved: true, reason: null }
    : { watermark: before, moved: false, reason: 'not-forward' }
}

/** Without this, a call that moved the boundary when it was stored would leave a mark for a call that never comes. */
function openCall({ openCalls }: Pick<Session, 'openCalls'>, toolName: string): BoundaryName {
  const open = openCalls.findLast(({ name }) => isNamed(name, toolName))
  return open ? { toolCallId: open.callId } : { toolName }
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
  tx.change({ watermark: after, reducedAtTokens: 0 })
  tx.emit({
    type: 'watermark-advanced',
    data: { from: before.seq, to: after.seq, callId: after.callId, toolName: after.toolName, by },
  })
}
