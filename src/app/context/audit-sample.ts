import { DomainError } from '../../domain/errors.js'
import { hasOlderLedger } from '../../domain/ledger/ledger.js'
import { deriveLedger } from '../cut/derive-ledger.js'
import { auditSession } from './audit-session.js'
import type { Ports } from '../../ports/ports.js'

/** Sessions audited per round: the newest, and the next ones of a cycle through all. */
const NEWEST = 10
const IN_CYCLE = 40

/** Audits some sessions: the newest, where a new fault shows first, and those after the last round. A violation is a bug in Palimpsest; it is logged and emitted as an event. [P2] */
export async function auditSample(
  ports: Pick<Ports, 'store' | 'ids' | 'tokenizer' | 'log' | 'telemetry'>,
): Promise<void> {
  for (const id of await sessionsOfRound(ports)) {
    try {
      // Imports, forks of old moments, and restores may have a ledger of older rules.
      const session = await ports.store.session(id, null)
      if (session && hasOlderLedger(session)) await ports.store.change(id, null, (tx) => deriveLedger(tx, ports))
      const { ok, violations, version, ...counts } = await auditSession(ports, {
        sessionId: id,
        appId: null,
      })
      ports.telemetry.audited(counts.messages, violations.length)
      if (ok) continue
      ports.log.error({ sessionId: id, violations: violations.length }, 'audit found violations')
      const named = violations.slice(0, 10).map(({ rule, seq, found }) => ({ rule, seq, found }))
      await ports.store.change(id, null, async (tx) => {
        tx.change({ lostCount: counts.lost })
        tx.emit({ type: 'audit-failed', data: { version, violations: named } })
      })
    } catch (error) {
      const isBusy = error instanceof DomainError && error.code === 'version_mismatch'
      if (isBusy) ports.log.info({ sessionId: id }, 'not audited in this round: the session is in use')
      else ports.log.warn({ sessionId: id, err: error }, 'audit failed')
    }
  }
}

/** Returns the ids of the sessions to audit now, and moves the cursor. */
async function sessionsOfRound({ store }: Pick<Ports, 'store'>): Promise<Set<string>> {
  const newest = await store.sessionPositions({ limit: NEWEST })
  const after = await store.upkeepCursor('audit')
  const next = await store.sessionPositions({ limit: IN_CYCLE, ...(after !== null && { after }) })
  // Moved before the audits, so that a session whose audit ends the process cannot hold up the others.
  await store.moveUpkeepCursor('audit', next.length < IN_CYCLE ? null : next.at(-1)!.id)
  return new Set([...newest, ...next].map(({ id }) => id))
}
