import type { Reduction } from '../../domain/context/reduction.js'
import { REDUCTION_EVENTS } from '../../domain/reductions/registry.js'
import type { SessionTx } from '../../ports/ports.js'

/** Emits one event per kind for parts reduced together, with the handle, message, and token counts of each. The tool
 * name of a text is null. */
export function emitReductions(tx: Pick<SessionTx, 'emit'>, reductions: readonly Reduction[]): void {
  for (const { kind, type } of REDUCTION_EVENTS) {
    const parts = reductions
      .filter((reduction) => reduction.kind === kind)
      .map(({ id, seq, resultKind, toolName, tokensBefore, tokensAfter }) => {
        return { id, seq, ...(resultKind ? { resultKind } : {}), toolName: toolName || null, tokensBefore, tokensAfter }
      })
    if (parts.length > 0) tx.emit({ type, data: { parts } })
  }
}
