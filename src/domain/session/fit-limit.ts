import type { Session } from './session.js'

/** Returns the tokens that a context may take, so that it fits beside the reply. The one place where [P3] is measured.
 * @param reserve tokens kept free for the reply */
export function fitTokens(session: Pick<Session, 'limit' | 'reserve'>, reserve = session.reserve): number {
  return session.limit - reserve
}
