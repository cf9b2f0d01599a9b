import { scopeOf } from '../../domain/recall/scope.js'
import type { Session } from '../../domain/session/session.js'
import type { Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'

type Indexed = Pick<Session, 'id' | 'appId' | 'policy'>

/** A fork has the words of its parent, so it is recalled from only if the parent is. */
const INSERT = `
  INSERT INTO memory_scopes (session_id, app_id, scope_hash, recalled) VALUES ($1, $2, $3,
    coalesce((SELECT recalled FROM memory_scopes WHERE app_id = $2 AND scope_hash = $3 AND session_id = $4), true))`

/** Notes which scope a new session belongs to. Sends without waiting. [M9]
 * @param parentId session that it was forked from */
export function indexScope(tx: Transaction, session: Indexed, parentId: string | null = null): void {
  const scope = scopeOf(session)
  if (scope === null) return
  tx.send({ name: 'index-scope', text: INSERT, values: [session.id, session.appId, hashOf(scope), parentId] })
}

/** Notes that a session belongs to another scope. Sends without waiting. */
export function reindexScope(tx: Transaction, session: Indexed): void {
  tx.send({
    text: 'DELETE FROM memory_scopes WHERE session_id = $1 AND app_id = $2',
    values: [session.id, session.appId],
  })
  indexScope(tx, session)
}
