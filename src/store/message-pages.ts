import type { SeqRange, StoredMessage } from '../domain/message.js'
import type { Database, Transaction } from './database.js'
import { MESSAGE_COLUMNS, messageOf, type MessageRow } from './rows.js'

/** Messages read in pages that are bounded by count and by bytes. Postgres decides where a page ends, so text beyond it never leaves the
 * database. The size of a text is in its header: measuring reads no text. */

export type Reader = Pick<Database | Transaction, 'query'>

/** Messages by range, or by number. */
export type Wanted = SeqRange | { seqs: readonly number[] }

export interface PageLimits {
  limit: number
  /** Bytes of stored text in a page. The first message is always in it, however large. */
  maxBytes: number
}

/** Bytes of stored text in a page for a client. */
export const PAGE_BYTES = 16 * 1024 * 1024

const RAW = { column: 'm.raw', name: 'raw' }

/** One page, ascending. It is the last page when it ends with the last message wanted. */
export async function readPage(from: Reader, sessionId: string, wanted: Wanted, limits: PageLimits): Promise<StoredMessage[]> {
  const { condition, values } = conditionOf(wanted)
  const columns = MESSAGE_COLUMNS.map((column) => `m.${column}`).join(', ')
  const text = `
    WITH ${pageEnd(RAW.column, condition)}
    SELECT ${columns} FROM messages m, page WHERE m.session_id = $1 AND ${condition} AND m.seq <= page.last ORDER BY m.seq`
  const name = `messages-page-${RAW.name}-${values.length}`
  const rows = await from.query<MessageRow>({ name, text, values: [sessionId, limits.limit, limits.maxBytes, ...values] })
  return rows.map(messageOf)
}

/** Where a page ends, and the bytes of text in it; null: there is nothing. */
export async function measurePage(
  from: Reader,
  sessionId: string,
  wanted: Wanted,
  limits: PageLimits,
): Promise<{ last: number; bytes: number } | null> {
  const { condition, values } = conditionOf(wanted)
  const text = `WITH ${pageEnd(RAW.column, condition)} SELECT last, bytes FROM page`
  const name = `messages-measure-${values.length}`
  const [row] = await from.query<{ last: number | null; bytes: string | null }>({
    name,
    text,
    values: [sessionId, limits.limit, limits.maxBytes, ...values],
  })
  return row && row.last !== null ? { last: row.last, bytes: Number(row.bytes) } : null
}

/** `$1` session, `$2` most messages, `$3` most bytes. */
function pageEnd(column: string, condition: string): string {
  return `
    sized AS (
      SELECT m.seq, octet_length(${column}) AS bytes FROM messages m WHERE m.session_id = $1 AND ${condition} ORDER BY m.seq LIMIT $2
    ), summed AS (
      SELECT seq, sum(bytes) OVER (ORDER BY seq) AS total, row_number() OVER (ORDER BY seq) AS n FROM sized
    ), page AS (
      SELECT max(seq) AS last, max(total) AS bytes FROM summed WHERE n = 1 OR total <= $3
    )`
}

function conditionOf(wanted: Wanted): { condition: string; values: unknown[] } {
  return 'seqs' in wanted
    ? { condition: 'm.seq = ANY($4::integer[])', values: [wanted.seqs] }
    : { condition: 'm.seq BETWEEN $4 AND $5', values: [wanted.from, wanted.to] }
}
