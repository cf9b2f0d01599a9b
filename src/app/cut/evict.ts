import { isHuman, type ViewEntry } from '../../domain/message.js'
import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import { removedPartKeys } from '../../domain/context/removed-parts.js'
import { toRanges } from '../../domain/ranges.js'
import { commitCut } from './commit-cut.js'
import { removeOrphanResults } from './remove-orphan-results.js'
import { pauseAfterMany } from '../../ports/pause.js'
import type { Session, SessionChange } from '../../domain/session/session.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

export type EvictedMessages = Pick<CompressionPlan, 'seqs' | 'humanMessagesWithResults'>

/** Evicts messages from the context without a checkpoint, in one recorded cut. History keeps every message. [R4] */
export async function evictMessages(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'tokenizer'>,
  { seqs, humanMessagesWithResults }: EvictedMessages,
  reason: string,
): Promise<void> {
  const evicted = toRanges(seqs)
  if (evicted.length === 0) return
  const evictedSeqs = new Set(seqs)
  const leaving = (await tx.entries()).filter(({ seq }) => evictedSeqs.has(seq))
  const removedBefore = removedPartKeys(leaving)
  tx.change(rememberHuman(tx.session, leaving))
  await pauseAfterMany(leaving.length)
  const id = ports.ids.make('cut')
  await tx.evict(evicted)
  const parts = await removeOrphanResults(tx, ports, humanMessagesWithResults, id)
  // A later result of a removed call must not be treated as adjacent to that call.
  tx.change({ openCalls: tx.session.openCalls.filter(({ seq }) => !evictedSeqs.has(seq)) })
  await commitCut(tx, ports, { id, kind: 'evict', reason, evicted }, { seqs, parts, removed: removedBefore })
  tx.emit({ type: 'messages-evicted', data: { reason, ranges: evicted.map(({ from, to }) => ({ from, to })) } })
}

/** Maximum number of messages that can come back. Older ones stay readable in history. */
const MAX_PRESSED_OUT = 200

/** Returns the note of the messages of the user, so that they come back when they fit again. */
function rememberHuman({ pressedOut = [] }: Session, leaving: readonly ViewEntry[]): SessionChange {
  const human = leaving.filter((entry) => isHuman(entry) && entry.state === 'raw')
  if (human.length === 0) return {}
  const noted = human.map(({ seq, tokens }) => ({ seq, tokens }))
  return { pressedOut: [...pressedOut, ...noted].slice(-MAX_PRESSED_OUT) }
}
