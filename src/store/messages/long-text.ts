import { StringDecoder } from 'node:string_decoder'
import { pause, pauseWhenDue } from '../../ports/pause.js'
import type { Database, Transaction } from '../database.js'
import { HISTORY } from './shared-history.js'

/** Texts that the driver may not decode at once: 13 MB of it hold the event loop for 10 ms, and for 70 where they are Chinese. [T1] */

/** Longer texts are read in pieces. Bytes. */
export const SHORT_BYTES = 262_144
const PIECE_BYTES = 262_144

/** A text of one message, in pieces of bytes. The subquery is not flattened, for OFFSET 0: the text is then unpacked once for all pieces, where
 * `substr` of the column would unpack it for each. Characters would be counted from the start for each piece; bytes are not. */
const statementOf = (column: string) => `
  SELECT at, substring(whole.bytes FROM at FOR ${PIECE_BYTES}) AS piece
  FROM (SELECT convert_to(${column}, 'UTF8') AS bytes FROM ${HISTORY} m WHERE m.session_id = $1 AND m.seq = $2 OFFSET 0) whole,
    LATERAL generate_series(1, octet_length(whole.bytes), ${PIECE_BYTES}) AS at`

/** Null: there is no such message any more.
 * @param column an expression over messages `m`; `name` names the statement */
export async function readLongText(
  from: Pick<Database | Transaction, 'query'>,
  sessionId: string,
  seq: number,
  { name, column }: { name: string; column: string },
): Promise<string | null> {
  const values = [sessionId, seq]
  const rows = await from.query<{ at: number; piece: Buffer }>({
    name: `long-${name}`,
    text: statementOf(column),
    values,
  })
  if (rows.length === 0) return null
  rows.sort((a, b) => a.at - b.at)
  const text = await decode(rows.map(({ piece }) => piece))
  await pause()
  return text
}

async function decode(bytes: readonly Buffer[]): Promise<string> {
  // Keeps the bytes of a character that two pieces share.
  const decoder = new StringDecoder('utf8')
  const pieces: string[] = []
  for (const piece of bytes) {
    await pauseWhenDue()
    pieces.push(decoder.write(piece))
  }
  pieces.push(decoder.end())
  return pieces.join('')
}
