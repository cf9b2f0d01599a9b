import { planUnits, type CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { Compression } from '../../domain/compression/compression.js'
import { unitsOf } from '../../domain/context/pairing.js'
import type { StoredMessage } from '../../domain/message.js'
import type { SessionTx } from '../../ports/ports.js'
import { spanDigest } from '../shared/read-span.js'
import { stillRunning } from './lifecycle.js'
import { SpanTaken } from './swap-in-checkpoint.js'

/** Looks at the messages of a compression again before its checkpoint replaces them: much may have happened while a model wrote. */

/** Throws SpanTaken unless this run still holds the compression and the messages are byte-equal to those it read. [C7] */
export async function refuseChangedSpan(
  tx: SessionTx,
  { id, runs }: Compression,
  messages: readonly StoredMessage[],
): Promise<void> {
  if (!(await stillRunning(tx, { compressionId: id, runs }))) throw new SpanTaken()
  const again = await tx.digests(messages.map(({ seq }) => seq))
  if (spanDigest(again) !== spanDigest(messages)) throw new SpanTaken()
}

/** Returns the tokens that the messages of a plan have in the context now. Throws SpanTaken if one has left it. */
export async function presentTokens(tx: SessionTx, plan: CompressionPlan): Promise<number> {
  const planned = new Set([...plan.seqs, ...plan.humanMessagesWithResults])
  const present = (await tx.entries()).filter(({ seq }) => planned.has(seq))
  if (present.length < planned.size) throw new SpanTaken()
  return planUnits(unitsOf(present, tx.session.lastSpokenSeq))?.tokens ?? 0
}
