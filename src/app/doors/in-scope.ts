import { invalidRequest } from '../../domain/errors.js'
import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { Session } from '../../domain/session/session.js'

/** Member of the metadata of a session whose scope a request named. */
export const SCOPE_MEMBER = 'memoryScope'

/** Whether a request may continue a session that only shares its name. A request that names no scope never reaches a session of one that did:
 * names of clients are not secret. [M9] [P14] */
export function isInScope(session: Session, scope: string | null): boolean {
  if (scope !== null) return scopeOf(session) === scope
  const metadata = JSON.parse(session.metadata) as Json
  return !isObject(metadata) || metadata[SCOPE_MEMBER] === undefined
}

/** Throws invalid_request if a request names another scope than that of the session whose id it gives. */
export function requireScope(session: Session, scope: string | null): void {
  const own = scopeOf(session)
  if (scope === null || scope === own) return
  const expected = own === null ? 'no scope, because the session has none' : 'the scope of the session'
  throw invalidRequest('X-Palimpsest-Scope', expected, JSON.stringify(scope))
}
