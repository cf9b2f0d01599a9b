import { reliabilityOf } from '../../domain/session/reliability.js'
import type { Session } from '../../domain/session/session.js'
import type { SessionTx } from '../ports/ports.js'

/** Applies `change` to the session and emits `reliability-changed` if the reliability level changed with it. [Q2] */
export function updateReliability(tx: SessionTx, change: (session: Session) => void): void {
  const { level: from } = reliabilityOf(tx.session)
  change(tx.session)
  const { level: to, score, reasons, warning } = reliabilityOf(tx.session)
  if (to === from) return
  const { compressionCount: compressions } = tx.session
  tx.emit({
    type: 'reliability-changed',
    data: { from, to, score, reasons, compressions, ...(warning ? { warning } : {}) },
  })
}
