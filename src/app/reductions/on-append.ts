import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewMessage, ParsedMessage } from '../../domain/message.js'
import type { Reduction } from '../../domain/context/reduction.js'
import { resultsToRead, reduceResult, type AppendRules } from '../../domain/reductions/on-append.js'
import { emitReductions, readPart } from './apply-reductions.js'
import type { Measured } from '../ingest/measure-messages.js'
import type { Ports, SessionTx } from '../ports/ports.js'

/** Reading results may hold the event loop so long before others get their turn. [T1] */
const TURN_MS = 20

/** Long tool results never enter the context whole: they are condensed by kind of tool, or offloaded. Nothing earlier changes, so the prefix
 * stays. [D1] [D2] */
export async function reduceOnAppend(
  tx: SessionTx,
  { tokenizer, ids, clock }: Pick<Ports, 'tokenizer' | 'ids' | 'clock'>,
  messages: readonly NewMessage[],
  measured: readonly Measured[],
): Promise<void> {
  const { session } = tx
  const first = messages[0]?.seq ?? 0
  const parsed = measured.map(({ message }) => message)
  const reductions = await decideOnAppend({ tokenizer, clock }, session, messages, parsed, () => ids.make('off'))
  if (reductions.length === 0) return
  for (const { seq, tokensBefore, tokensAfter } of reductions)
    session.tokenCounts[messages[seq - first]!.role] -= tokensBefore - tokensAfter
  await tx.insertReductions(reductions)
  for (const kind of ['condense', 'offload'] as const) {
    emitReductions(
      tx,
      kind,
      reductions.filter((reduction) => reduction.kind === kind),
    )
  }
}

/** What becomes of messages that just came: others have their turn between two results.
 * @param parsed what the messages were read as, in their order */
export async function decideOnAppend(
  { tokenizer, clock }: Pick<Ports, 'tokenizer' | 'clock'>,
  rules: AppendRules,
  messages: readonly NewMessage[],
  parsed: readonly ParsedMessage[],
  idFor: (seq: number, part: number) => string,
): Promise<Reduction[]> {
  const first = messages[0]?.seq ?? 0
  const reductions: Reduction[] = []
  let turnBegan = clock.monotonicMs()
  for (const result of resultsToRead(rules, messages)) {
    const { seq, part } = result
    const read = await readPart({ message: messages[seq - first]!, parsed: parsed[seq - first]! }, part)
    const reduction = reduceResult(rules, result, read, idFor(seq, part), (text) => tokenizer.count(text))
    if (reduction) reductions.push(reduction)
    if (clock.monotonicMs() - turnBegan < TURN_MS) continue
    await nextTurn()
    turnBegan = clock.monotonicMs()
  }
  return reductions
}
