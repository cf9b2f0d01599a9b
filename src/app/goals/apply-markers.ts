import { followMarkers as decide } from '../../domain/goal/follow-markers.js'
import type { Goal } from '../../domain/goal/goal.js'
import type { NewMessage } from '../../domain/message.js'
import { flushHeavyNotes } from './flush-notes.js'
import type { Measured } from '../ingest/measure-messages.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { goalTokensLeft, recordAct } from '../cut/record-goals.js'

/** Applies the assistant's goal markers in newly stored messages. Records one act for each message that changes a goal
 * or requests a change that does not fit the goal budget. [G3] */
export async function followMarkers(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer' | 'ids' | 'clock'>,
  messages: readonly NewMessage[],
  measured: readonly Measured[],
): Promise<void> {
  const marked = messages.flatMap(({ seq }, index) => {
    const { said } = measured[index]!
    return said.markers.length > 0 || said.beyond > 0 ? [{ seq, said }] : []
  })
  if (marked.length === 0) return
  const entries = await tx.entries()
  const at = ports.clock.now()
  let goals: readonly Goal[] = await tx.goals()
  for (const { seq, said } of marked) {
    const outcome = decide(goals, said, {
      seq,
      at,
      newId: (kind) => ports.ids.make(kind),
      freeTokens: (after) => goalTokensLeft(tx.session, entries, after, ports),
    })
    if (outcome.changes.length === 0 && outcome.refused.length === 0) continue
    // A lock of a marker is no standing entry: what a model writes holds in its own session only. [M11]
    goals = await recordAct(tx, ports, goals, { by: 'marker', seq, at, ...outcome })
  }
  await flushHeavyNotes(tx, ports)
}
