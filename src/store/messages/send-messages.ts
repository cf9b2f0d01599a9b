import { pause } from '../../ports/pause.js'
import type { NewMessage } from '../../domain/message.js'
import { insertRows, type Transaction } from '../database.js'
import { markUnindexed } from '../search/index-writer.js'
import { messageValues, WRITTEN_COLUMNS } from '../tables/rows.js'
import type { SessionRow } from '../tables/session-row.js'
import { messageBatches } from './message-batches.js'

/** Sends new messages of a session, and marks it for the search index if it is not known to be `marked`. */
export async function sendMessages(
  tx: Transaction,
  session: Pick<SessionRow, 'id' | 'app_id'> & { now: Date; marked: boolean | null },
  messages: readonly NewMessage[],
): Promise<void> {
  for (const batch of messageBatches(messages)) {
    const rows: unknown[][] = []
    for (const message of batch) rows.push(await messageValues(session.id, message, session.now))
    tx.send(insertRows('messages', WRITTEN_COLUMNS, rows))
    // The driver encodes a statement without a pause. Other requests run between two statements.
    if (batch.length < messages.length) await pause()
  }
  if (messages.length > 0 && !session.marked) tx.send(markUnindexed(session.id, session.app_id))
}
