import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewMessage } from '../domain/message.js'
import type { Reduction } from '../domain/reduction.js'
import { arrivalsToRead, reduceArrival } from '../domain/reductions/on-arrival.js'
import { emitReductions, readPart } from './apply-reductions.js'
import type { Measured } from './measure-messages.js'
import type { Ports, SessionTx } from './ports.js'

/** Reading results may hold the event loop so long before others get their turn. [T1] */
const TURN_MS = 20

/** Long tool results never enter the context whole: they are condensed by kind of tool, or offloaded. Nothing earlier changes, so the prefix
 * stays. [D1] [D2] */
export async function reduceOnArrival(
  tx: SessionTx,
  { tokenizer, ids, clock }: Pick<Ports, 'tokenizer' | 'ids' | 'clock'>,
  messages: readonly NewMessage[],
  measured: readonly Measured[],
): Promise<void> {
  const { session } = tx
  const reductions: Reduction[] = []
  let turnBegan = clock.monotonicMs()
  for (const arrival of arrivalsToRead(session, messages)) {
    const index = arrival.seq - messages[0]!.seq
    const read = await readPart({ message: messages[index]!, parsed: measured[index]!.message }, arrival.part)
    const reduction = reduceArrival(session, arrival, read, ids.make('off'), (text) => tokenizer.count(text))
    if (reduction) {
      reductions.push(reduction)
      session.tallies[messages[index]!.role] -= reduction.tokensBefore - reduction.tokensAfter
    }
    if (clock.monotonicMs() - turnBegan < TURN_MS) continue
    await nextTurn()
    turnBegan = clock.monotonicMs()
  }
  if (reductions.length === 0) return
  await tx.insertReductions(reductions)
  for (const kind of ['condense', 'offload'] as const) {
    emitReductions(
      tx,
      kind,
      reductions.filter((reduction) => reduction.kind === kind),
    )
  }
}
