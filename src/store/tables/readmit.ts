import type { Reduction } from '../../domain/context/reduction.js'
import { freedTokens } from '../../domain/context/reduced-entries.js'
import { batches, insertRows, type Transaction } from '../database.js'

export const REDUCTION_COLUMNS = ['id', 'session_id', 'seq', 'part', 'body']

/** Brings evicted messages and reduced parts back. Records are only ever appended, so the return of a part is a record
 * of its own. Returns the messages that were evicted and are back.
 * @param others reductions in the context that stay */
export async function readmitMessages(
  tx: Transaction,
  sessionId: string,
  back: { seqs: number[]; reductions: readonly Reduction[]; others: readonly Reduction[]; cutId: string },
): Promise<number[]> {
  const returns = back.reductions.map(({ original: _, ...one }): Reduction => {
    return { ...one, id: `ret_${back.cutId}_${one.id}`, placeholder: '', cutId: back.cutId, returns: one.id }
  })
  for (const batch of batches(returns)) {
    const rows = batch.map((one) => [one.id, sessionId, one.seq, one.part, JSON.stringify(one)])
    tx.send(insertRows('reductions', REDUCTION_COLUMNS, rows))
  }
  const freed = freedTokens(back.reductions)
  const stillReduced = [...new Set(back.others.map(({ seq }) => seq))]
  tx.send({ ...UNREDUCE, values: [sessionId, [...freed.keys()], [...freed.values()], stillReduced] })
  const rows = await tx.query<{ seq: number }>({ ...READMIT, values: [sessionId, back.seqs] })
  return rows.map(({ seq }) => seq)
}

const UNREDUCE = {
  name: 'unreduce',
  text: `
    UPDATE messages m SET state = CASE WHEN m.seq = ANY($4::integer[]) THEN 1 ELSE 0 END, view_tokens = m.view_tokens + f.tokens
    FROM unnest($2::integer[], $3::integer[]) AS f (seq, tokens) WHERE m.session_id = $1 AND m.seq = f.seq AND m.state = 1`,
}
const READMIT = {
  name: 'readmit',
  text: `
    UPDATE messages SET state = 0, view_tokens = tokens
    WHERE session_id = $1 AND seq = ANY($2::integer[]) AND state = 3 RETURNING seq`,
}
