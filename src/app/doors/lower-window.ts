import { protectedTokens, minRestTokens } from '../../domain/reductions/protected.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import { MIN_CONTEXT_TOKENS, sizeSession } from '../../domain/session/session-size.js'
import type { Ports } from '../../ports/ports.js'

/** Lowers the window of a session after the upstream refused a prompt for its length. The next context is smaller.
 * Returns false if nothing can be lowered: what must stay would not fit. Throws session_not_found.
 * @param tokens window that the upstream named, in model tokens */
export async function lowerWindow(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId, tokens }: { sessionId: string; appId: string; tokens: number },
): Promise<boolean> {
  return store.change(sessionId, appId, async (tx) => {
    const { session } = tx
    const size = sizeSession({ contextSize: Math.max(MIN_CONTEXT_TOKENS, Math.floor(tokens)) }, null)
    if (size.limit >= session.limit) return false
    const smaller = { ...session, limit: size.limit, reserve: Math.min(session.reserve, size.reserve) }
    const needed = protectedTokens(smaller, await tx.entries()) + minRestTokens(smaller)
    if (needed > fitLimit(smaller)) return false
    const { limit, reserve } = smaller
    const window = Math.floor(tokens)
    const version = session.version + 1
    tx.change({ limit, reserve, tier: size.tier, contextSize: size.contextSize, window, version })
    tx.emit({ type: 'session-updated', data: { changed: ['window', 'limit'], version, window, limit, reserve } })
    return true
  })
}
