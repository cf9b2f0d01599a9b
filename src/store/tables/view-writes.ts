import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import { freedTokens } from '../../domain/context/reduced-entries.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { SeqRange } from '../../domain/message.js'
import { batches, insertRows, type Transaction } from '../database.js'
import { REDUCTION_COLUMNS } from './readmit.js'
import { checkpointText, multirange, type WITHDRAWN } from './rows.js'

/** Writes of a transaction that change which messages are in the context and how. */

/** Inserts reduction records as they are. Sends without waiting. */
export function sendReductions(tx: Transaction, sessionId: string, reductions: readonly Reduction[]): void {
  for (const batch of batches(reductions)) {
    const rows = batch.map((r) => [r.id, sessionId, r.seq, r.part, JSON.stringify(r)])
    tx.send(insertRows('reductions', REDUCTION_COLUMNS, rows))
  }
}

/** Inserts reductions and lowers the tokens of their messages. Sends without waiting. */
export function reduceMessages(tx: Transaction, sessionId: string, reductions: readonly Reduction[]): void {
  sendReductions(tx, sessionId, reductions)
  const freed = freedTokens(reductions)
  const text = `
    UPDATE messages m SET state = 1, view_tokens = m.view_tokens - f.tokens FROM unnest($2::integer[], $3::integer[]) AS f (seq, tokens)
    WHERE m.session_id = $1 AND m.seq = f.seq AND m.state < 2`
  tx.send({ name: 'reduce', text, values: [sessionId, [...freed.keys()], [...freed.values()]] })
}

/** `state`: 2 covered, 3 evicted, 4 withdrawn. Returns how many messages changed. */
export async function removeFromView(
  tx: Transaction,
  sessionId: string,
  ranges: readonly SeqRange[],
  state: 2 | 3 | typeof WITHDRAWN,
): Promise<number> {
  // One look through the messages in the context. Joined to the ranges, Postgres may compare each with each: ten thousand
  // of both took longer than a statement may take.
  const text = `
    UPDATE messages m SET state = $3, view_tokens = 0
    WHERE m.session_id = $1 AND m.seq <@ $2::int4multirange AND m.state < 2 RETURNING m.seq`
  const values = [sessionId, multirange(ranges), state]
  return (await tx.query({ name: 'remove-from-view', text, values })).length
}

/** Sends without waiting.
 * @param sinceVersion first context version that has the checkpoint */
export function sendCheckpoint(tx: Transaction, checkpoint: Checkpoint, sinceVersion: number): void {
  const { id, sessionId, covered, supersededBy, summarizer, generation } = checkpoint
  const isExtractive = summarizer.kind === 'extractive' && generation === 0
  const text = checkpointText(checkpoint)
  const values = [id, sessionId, multirange(covered), supersededBy, text, isExtractive, sinceVersion]
  const columns = ['id', 'session_id', 'covered', 'superseded_by', 'body', 'copied', 'since_version']
  tx.send(insertRows('checkpoints', columns, [values]))
}

/** Marks live checkpoints superseded. Returns how many were. */
export async function supersedeCheckpoints(
  tx: Transaction,
  sessionId: string,
  ids: readonly string[],
  by: string,
): Promise<number> {
  const text =
    'UPDATE checkpoints SET superseded_by = $3 WHERE session_id = $1 AND id = ANY($2::text[]) AND superseded_by IS NULL RETURNING id'
  return (await tx.query({ name: 'supersede', text, values: [sessionId, ids, by] })).length
}
