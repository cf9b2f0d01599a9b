import { commitCut } from '../../src/app/cut/commit-cut.js'
import type { Ports } from '../../src/ports/ports.js'
import { textMessage, textOf } from './text-message.js'

const BATCH = 1_000

/** Writes a history directly into the store. The last `raw` messages are in the context; the rest is evicted. */
export async function writeHistory(ports: Ports, sessionId: string, messages: number, raw: number): Promise<void> {
  for (let from = 1; from <= messages; from += BATCH) {
    const count = Math.min(BATCH, messages - from + 1)
    await ports.store.change(sessionId, null, async (tx) => {
      const batch = Array.from({ length: count }, (_, i) => textMessage(from + i, textOf(200, from + i), 50))
      await tx.insertMessages(batch)
      Object.assign(tx.session, {
        lastSeq: from + count - 1,
        lastSpokenSeq: from + count - 1,
        turn: Math.ceil((from + count - 1) / 2),
      })
      const added = batch.map(({ id, seq, role, tokens }) => ({ id, seq, role, tokens }))
      tx.emit({
        type: 'message-appended',
        data: { messages: added, used: 0, limit: tx.session.limit, version: tx.session.version },
      })
    })
    await ports.store.change(sessionId, null, async (tx) => {
      // Evict in the same batches, so that a view never contains more than `raw` messages and one batch.
      const to = Math.min(from + count - 1, messages - raw)
      const firstOut = Math.max(1, from - raw)
      const evicted = to >= firstOut ? [{ from: firstOut, to }] : []
      const still = (await tx.entries()).map(({ seq }) => seq)
      const eviction = evicted
        .filter(() => still.some((seq) => seq >= firstOut && seq <= to))
        .map((range) => ({ ...range, from: Math.max(range.from, still[0] ?? 1) }))
      if (eviction.length > 0) await tx.evict(eviction)
      await commitCut(tx, ports, { kind: 'evict', reason: 'benchmark', evicted: eviction })
    })
  }
}
