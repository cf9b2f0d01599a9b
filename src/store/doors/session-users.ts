import type { Session } from '../../domain/session/session.js'
import { insertRows, type Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'

/** Whose words a session has: deletions by user find it. A session has several users if its client names one conversation for
 * them. */

/** Sends without waiting. */
export function noteUser(tx: Transaction, session: Pick<Session, 'id' | 'appId'>, user: string): void {
  const row = [session.id, session.appId, hashOf(user)]
  tx.send(insertRows('session_users', ['session_id', 'app_id', 'user_hash'], [row], 'ON CONFLICT DO NOTHING'))
}

/** Parameters: the fork, its parent. */
export const COPY_USERS = `
  INSERT INTO session_users (session_id, app_id, user_hash)
  SELECT $1, app_id, user_hash FROM session_users WHERE session_id = $2`
