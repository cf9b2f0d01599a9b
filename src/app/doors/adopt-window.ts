import { minRestTokens, newestWordsTokens, protectedTokens } from '../../domain/reductions/protected.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import { parseContextSize } from '../../domain/session/budget.js'
import { sizeSession } from '../../domain/session/session-size.js'
import type { SessionTx } from '../../ports/ports.js'

/** Gives a session the window that a request asks for, if it differs: a client that starts its model with a smaller window would
 * otherwise get contexts that the server cuts. A window in which what must stay does not fit is left as it is. [S1] [P3]
 * @param asked tokens of the window; null: the request names none */
export async function adoptAskedWindow(tx: SessionTx, asked: number | null): Promise<void> {
  const { session } = tx
  if (asked === null || session.contextSize === null || parseContextSize(session.contextSize) === asked) return
  const known = session.window === 'unverified' ? null : session.window
  const { contextSize, limit, reserve, tier } = sizeSession({ contextSize: asked, clamp: true }, known)
  if (limit === session.limit) return
  const sized = { ...session, limit, reserve }
  const entries = await tx.entries()
  const needed = protectedTokens(sized, entries) + newestWordsTokens(sized.policy, entries) + minRestTokens(sized)
  if (needed > fitLimit(sized)) return
  const version = session.version + 1
  tx.change({ contextSize, limit, reserve, tier, version })
  tx.emit({ type: 'session-updated', data: { changed: ['limit'], version, limit, reserve } })
}
