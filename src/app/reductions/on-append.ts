import { pause } from '../ports/pause.js'
import type { NewMessage, ParsedMessage } from '../../domain/message.js'
import { offeredReader } from '../../domain/originals/reading-tools.js'
import type { Reduction } from '../../domain/context/reduction.js'
import { resultsToRead, reduceResult, type AppendRules } from '../../domain/reductions/on-append.js'
import { emitReductions } from '../cut/emit-reductions.js'
import { readPart } from './apply-reductions.js'
import type { Measured } from '../ingest/measure-messages.js'
import type { Ports, SessionTx } from '../ports/ports.js'

/** Maximum time to read results before other requests run. [T1] */
const SLICE_MS = 20

/** Condenses or offloads long tool results before they enter the context. Earlier messages do not change, so the cached
 * prefix stays valid. [D1] [D2] */
export async function reduceOnAppend(
  tx: SessionTx,
  { tokenizer, ids, clock }: Pick<Ports, 'tokenizer' | 'ids' | 'clock'>,
  messages: readonly NewMessage[],
  measured: readonly Measured[],
): Promise<void> {
  const { session } = tx
  const first = messages[0]?.seq ?? 0
  const parsed = measured.map(({ message }) => message)
  const reductions = await decideOnAppend({ tokenizer, clock }, session, messages, parsed, {
    idFor: () => ids.make('off'),
    reader: offeredReader([session.tools, session.systemPrompt]),
  })
  if (reductions.length === 0) return
  const tokenCounts = { ...session.tokenCounts }
  for (const { seq, tokensBefore, tokensAfter } of reductions)
    tokenCounts[messages[seq - first]!.role] -= tokensBefore - tokensAfter
  tx.change({ tokenCounts })
  await tx.insertReductions(reductions)
  emitReductions(tx, reductions)
}

/** Returns the reductions for new messages. Lets other requests run between results.
 * @param parsed the parsed messages, in the same order */
export async function decideOnAppend(
  { tokenizer, clock }: Pick<Ports, 'tokenizer' | 'clock'>,
  rules: AppendRules,
  messages: readonly NewMessage[],
  parsed: readonly ParsedMessage[],
  { idFor, reader }: { idFor: (seq: number, part: number) => string; reader: string | null },
): Promise<Reduction[]> {
  const first = messages[0]?.seq ?? 0
  const reductions: Reduction[] = []
  let sliceStart = clock.monotonicMs()
  for (const result of resultsToRead(rules, messages)) {
    const { seq, part } = result
    const read = await readPart({ message: messages[seq - first]!, parsed: parsed[seq - first]! }, part)
    const reduction = reduceResult(rules, result, read, { id: idFor(seq, part), reader }, (text) =>
      tokenizer.count(text),
    )
    if (reduction) reductions.push(reduction)
    if (clock.monotonicMs() - sliceStart < SLICE_MS) continue
    await pause()
    sliceStart = clock.monotonicMs()
  }
  return reductions
}
