import type { NewMessage } from '../../domain/message.js'

/** Maximum characters of message text per statement. A longer message gets its own statement. */
const STATEMENT_CHARS = 1_000_000
/** Maximum rows per statement. Postgres accepts at most 65,535 values. */
const STATEMENT_ROWS = 1_000

/** Splits messages into batches of one statement each. The driver encodes a statement without a pause. [T1] */
export function* messageBatches(messages: readonly NewMessage[]): Generator<NewMessage[]> {
  let batch: NewMessage[] = []
  let chars = 0
  for (const message of messages) {
    const isFull = chars + message.raw.length > STATEMENT_CHARS || batch.length === STATEMENT_ROWS
    if (batch.length > 0 && isFull) {
      yield batch
      batch = []
      chars = 0
    }
    batch.push(message)
    chars += message.raw.length
  }
  if (batch.length > 0) yield batch
}
