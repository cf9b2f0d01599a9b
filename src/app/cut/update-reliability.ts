import { LOW_SCORE, lowScoreAdvice, reliabilityOf, warnsAfter } from '../../domain/session/reliability.js'
import type { SessionChange } from '../../domain/session/session.js'
import type { SessionTx } from '../../ports/ports.js'

/** Changes the session. Emits `reliability-changed` if the reliability level changed with it, and
 * `reliability-warning` once the model has had as many compressions as it handles, or the score fell under 40%. A small
 * model may never change its level, so the warnings do not depend on levels. [Q2] */
export function updateReliability(tx: SessionTx, change: SessionChange): void {
  const { session } = tx
  const before = { ...reliabilityOf(session), compressions: session.compressionCount }
  tx.change(change)
  const { level, score, reasons, warning } = reliabilityOf(session)
  const { compressionCount: compressions, model } = session
  if (level !== before.level) {
    const data = { from: before.level, to: level, score, reasons, compressions, ...(warning ? { warning } : {}) }
    tx.emit({ type: 'reliability-changed', data })
  }
  const data = { model, compressions, score, level }
  const limit = warnsAfter(session)
  if (warning !== undefined && before.compressions < limit && compressions >= limit)
    tx.emit({ type: 'reliability-warning', data: { cause: 'compressions', ...data, recommendation: warning } })
  if (before.score >= LOW_SCORE && score < LOW_SCORE)
    tx.emit({ type: 'reliability-warning', data: { cause: 'score', ...data, recommendation: lowScoreAdvice(score) } })
}
