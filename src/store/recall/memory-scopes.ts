import { scopeOf } from '../../domain/recall/scope.js'
import type { Session } from '../../domain/session/session.js'
import { insertRows, type Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'

/** Notes which scope a new session belongs to. Sends without waiting. [M9] */
export function indexScope(tx: Transaction, session: Pick<Session, 'id' | 'appId' | 'policy'>): void {
  const scope = scopeOf(session)
  if (scope === null) return
  tx.send(
    insertRows('memory_scopes', ['session_id', 'app_id', 'scope_hash'], [[session.id, session.appId, hashOf(scope)]]),
  )
}

/** Notes that a session belongs to another scope. Sends without waiting. */
export function reindexScope(tx: Transaction, session: Pick<Session, 'id' | 'appId' | 'policy'>): void {
  tx.send({
    text: 'DELETE FROM memory_scopes WHERE session_id = $1 AND app_id = $2',
    values: [session.id, session.appId],
  })
  indexScope(tx, session)
}
