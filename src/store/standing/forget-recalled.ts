import type { RecallRecord } from '../../domain/recall/recall.js'
import type { Transaction } from '../database.js'

/** Removes the words of other sessions from the decisions about what to recall. [M11]
 * @param from only words of these sessions */
export async function forgetRecalled(tx: Transaction, sessionId: string, from?: readonly string[]): Promise<void> {
  const text = 'SELECT seq, body FROM recalls WHERE session_id = $1 FOR UPDATE'
  for (const { seq, body } of await tx.query<{ seq: number; body: string }>({ text, values: [sessionId] })) {
    const record = JSON.parse(body) as RecallRecord
    const kept = record.excerpts.filter((one) => (from ? !from.includes(one.sessionId) : one.sessionId === sessionId))
    if (kept.length === record.excerpts.length) continue
    const values = [sessionId, seq, JSON.stringify({ ...record, excerpts: kept })]
    tx.send({ text: 'UPDATE recalls SET body = $3 WHERE session_id = $1 AND seq = $2', values })
  }
}
