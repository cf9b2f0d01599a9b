import { pauseWhenDue } from '../../ports/pause.js'
import type { NewMessage, ParsedMessage } from '../../domain/message.js'
import { offeredReader } from '../../domain/originals/reading-tools.js'
import type { Reduction } from '../../domain/context/reduction.js'
import { resultsToRead, reduceResult, type AppendRules } from '../../domain/reductions/on-append.js'
import { emitReductions } from '../cut/emit-reductions.js'
import { readPart } from './apply-reductions.js'
import type { Measured } from '../ingest/measure-messages.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** Condenses or offloads long tool results before they enter the context. Earlier messages do not change, so the cached
 * prefix stays valid. [D1] [D2] */
export async function reduceOnAppend(
  tx: SessionTx,
  { tokenizer, ids }: Pick<Ports, 'tokenizer' | 'ids'>,
  messages: readonly NewMessage[],
  measured: readonly Measured[],
): Promise<void> {
  const { session } = tx
  const first = messages[0]?.seq ?? 0
  const parsed = measured.map(({ message }) => message)
  const reductions = await decideOnAppend({ tokenizer }, session, messages, parsed, {
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
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  rules: AppendRules,
  messages: readonly NewMessage[],
  parsed: readonly ParsedMessage[],
  { idFor, reader }: { idFor: (seq: number, part: number) => string; reader: string | null },
): Promise<Reduction[]> {
  const first = messages[0]?.seq ?? 0
  const reductions: Reduction[] = []
  for (const result of resultsToRead(rules, messages)) {
    await pauseWhenDue()
    const { seq, part } = result
    const read = await readPart({ message: messages[seq - first]!, parsed: parsed[seq - first]! }, part)
    const reduction = reduceResult(rules, result, read, { id: idFor(seq, part), reader }, (text) =>
      tokenizer.count(text),
    )
    if (reduction) reductions.push(reduction)
  }
  return reductions
}
