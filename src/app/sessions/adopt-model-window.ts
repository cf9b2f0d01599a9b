import { protectedTokens, minRestTokens, newestWordsTokens } from '../../domain/reductions/protected.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import type { ViewEntry } from '../../domain/message.js'
import { updateReliability } from '../cut/update-reliability.js'
import type { ModelWindow, Ports, SessionTx } from '../../ports/ports.js'
import { sizeSession, type SessionSize } from '../../domain/session/session-size.js'

/** Adopts the model's window and size in a session that was opened while they were unknown, and a window that proved
 * smaller than reported. [S4] [V1] [Q2] [P3]
 * Lowers the limit if the window is smaller and the protected content still fits. Uses cached facts and never waits. */
export async function adoptModelWindow(tx: SessionTx, { model }: Pick<Ports, 'model'>): Promise<void> {
  const { session } = tx
  const window = model.windowAtHand(session.model)
  // A known window only shrinks: the server turned out to cut prompts that it should have held. [V1]
  if (!window || (session.window !== 'unverified' && session.window <= window.tokens)) return
  const changed = ['window']
  const { quality } = session
  const parameters = window.parameters ?? quality.parameters
  updateReliability(tx, { window: window.tokens, quality: { ...quality, parameters } })
  const smaller = session.limit > window.tokens ? sizeFor(session, window) : null
  if (smaller && fitsProtected(session, await tx.entries(), smaller)) {
    tx.change(smaller)
    changed.push('limit')
  }
  const { limit, reserve, version } = session
  tx.emit({ type: 'session-updated', data: { changed, version: version + 1, window: window.tokens, limit, reserve } })
}

type Size = Pick<SessionSize, 'contextSize' | 'limit' | 'reserve' | 'tier'>

/** Returns the sizes that the session would have if it had been opened with `clamp`. */
function sizeFor({ contextSize, limit, reserve }: Session, { tokens }: ModelWindow): Size {
  const request = contextSize === null ? { contextLimit: limit } : { contextSize }
  const size = sizeSession({ ...request, clamp: true }, tokens)
  return { contextSize: size.contextSize, limit: size.limit, reserve: Math.min(reserve, size.reserve), tier: size.tier }
}

/** Whether the protected content fits the smaller limit. If not, the limit stays the same and the status reports it. */
function fitsProtected(session: Session, entries: readonly ViewEntry[], size: Size): boolean {
  const smaller = { ...session, ...size }
  return (
    protectedTokens(session, entries) + newestWordsTokens(session.policy, entries) + minRestTokens(smaller) <=
    fitLimit(smaller)
  )
}
