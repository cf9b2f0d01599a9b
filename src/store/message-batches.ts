import type { NewMessage } from '../domain/message.js'

/** Characters of messages in one statement. A longer message has a statement of its own. */
const STATEMENT_CHARS = 1_000_000
/** Postgres takes at most 65,535 values a statement. */
const STATEMENT_ROWS = 1_000

/** Messages in order, as many as one statement takes: the driver encodes a statement without a pause. [T1] */
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
