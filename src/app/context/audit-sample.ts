import { auditSession } from './audit-session.js'
import type { Ports } from '../ports/ports.js'

/** Sessions audited per round, newest first. */
const SAMPLE = 50

/** Audits a sample of sessions. A violation is a bug in Palimpsest; it is logged and emitted as an event. [P2] */
export async function auditSample(ports: Pick<Ports, 'store' | 'tokenizer' | 'log'>): Promise<void> {
  for (const { id } of await ports.store.sessions(null, { limit: SAMPLE })) {
    try {
      const { ok, violations, version } = await auditSession(ports, { sessionId: id, appId: null, quick: true })
      if (ok) continue
      ports.log.error({ sessionId: id, violations: violations.length }, 'audit found violations')
      const named = violations.slice(0, 10).map(({ rule, seq, found }) => ({ rule, seq, found }))
      await ports.store.change(id, null, async (tx) =>
        tx.emit({ type: 'audit-failed', data: { version, violations: named } }),
      )
    } catch (error) {
      ports.log.warn({ sessionId: id, err: error }, 'audit failed')
    }
  }
}
