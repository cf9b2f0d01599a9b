import { DomainError } from '../../domain/errors.js'
import { usedTokens } from '../../domain/session/budget.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import { ensureFit } from '../context/ensure-fit.js'
import type { Ports } from '../../ports/ports.js'

/** Makes the context of a session that is being imported fit, without a model, as a read between two appends would have.
 * So an append works on few messages, and the first read of the session has nothing left to shrink. [P3] [R6] */
export async function shrinkImport(
  ports: Ports,
  { appId, sessionId }: { appId: string; sessionId: string },
): Promise<void> {
  try {
    await ports.store.change(sessionId, appId, async (tx) => {
      const { session } = tx
      if (usedTokens(session.tokenCounts) > fitLimit(session)) await ensureFit(tx, ports)
    })
  } catch (error) {
    // Protected content alone does not fit. Every message is stored nevertheless, and a read reports it.
    if (!(error instanceof DomainError) || error.code !== 'message_exceeds_window') throw error
  }
}
