import { NO_WATERMARK, type WatermarkBy } from '../../domain/session/watermark.js'
import type { SessionTx } from '../../ports/ports.js'

/** Moves the task boundary forward to a message. Returns false, and changes nothing, if it is there or beyond. [D4] */
export function advanceTo(
  tx: Pick<SessionTx, 'session' | 'change' | 'emit'>,
  target: { seq: number; callId: string | null; name: string | null; keepBefore?: number | undefined },
  by: WatermarkBy,
): boolean {
  const before = tx.session.watermark ?? NO_WATERMARK
  if (target.seq <= before.seq) return false
  const { keepBefore: _, ...mark } = before
  const keep = target.keepBefore === undefined ? {} : { keepBefore: target.keepBefore }
  const watermark = { ...mark, seq: target.seq, callId: target.callId, toolName: target.name, ...keep }
  tx.change({ watermark, reducedAtTokens: 0 })
  tx.emit({
    type: 'watermark-advanced',
    data: { from: before.seq, to: target.seq, callId: target.callId, toolName: target.name, by },
  })
  return true
}
