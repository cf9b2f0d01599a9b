import { hash } from 'node:crypto'
import type { Actor, AuditEntry, Ports } from '../../ports/ports.js'

/** Actor of what the service does by itself. */
const SERVICE: Actor = { key: 'service', role: 'admin', address: null, forwardedFor: null, requestId: null }

/** Returns the entry of the audit log for an act of the caller. The store writes it in the transaction of the change. */
export function auditEntry(
  { ids, clock, actor = SERVICE }: Pick<Ports, 'ids' | 'clock' | 'actor'>,
  act: Pick<AuditEntry, 'action' | 'appId' | 'target'> & Partial<Pick<AuditEntry, 'details'>>,
): AuditEntry {
  return { details: {}, ...act, id: ids.make('aud'), at: clock.now(), actor }
}

/** Returns a name that people chose, such as that of a scope, as `sha256:` and its hash: the log must not keep what a deletion removes. */
export function hashedName(name: string): string {
  return `sha256:${hash('sha256', name, 'hex')}`
}
