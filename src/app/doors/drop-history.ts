import { removedPartKeys } from '../../domain/context/removed-parts.js'
import { toRanges } from '../../domain/ranges.js'
import { commitCut } from '../cut/commit-cut.js'
import { snapshotBeforeCut } from '../cut/snapshot-before-cut.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

const REASON = 'dropped by the client'

/** Evicts what a client dropped when it shortened its history by itself, or sends in another form: everything but pinned messages and the
 * beginning that it still sends. History keeps it, and what the client sends now follows it. Words of the user stay out, because the
 * client's summary, or the other form, replaces them. The caller appends it. [10.4]
 * @param kept end of the beginning that stays: its position, and its last message */
export async function dropHistory(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>,
  kept: { position: number; seq: number },
): Promise<void> {
  // Pinned text of the app is that of the client itself, which sends it again beside its summary.
  const leaving = (await tx.entries()).filter(
    ({ pinned, origin, seq }) => (!pinned || origin === 'app') && seq > kept.seq,
  )
  await tx.removeLinks(kept.position + 1)
  if (leaving.length === 0) return
  await snapshotBeforeCut(tx, ports)
  const seqs = leaving.map(({ seq }) => seq)
  const evicted = toRanges(seqs)
  const removed = removedPartKeys(leaving)
  await tx.evict(evicted)
  const gone = new Set(seqs)
  tx.change({ openCalls: tx.session.openCalls.filter(({ seq }) => !gone.has(seq)), pressedOut: undefined })
  await commitCut(tx, ports, { kind: 'evict', reason: REASON, evicted }, { seqs, parts: [], removed })
  tx.emit({ type: 'messages-evicted', data: { reason: REASON, ranges: evicted.map(({ from, to }) => ({ from, to })) } })
}
