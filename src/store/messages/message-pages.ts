import type { HistoryPageRequest } from '../../ports/ports.js'
import type { StoredMessage } from '../../domain/message.js'
import type { Database, Transaction } from '../database.js'
import { readLongText, SHORT_BYTES } from './long-text.js'
import { HISTORY } from './shared-history.js'
import { MESSAGE_COLUMNS, messageOf, type MessageRow } from '../tables/rows.js'

/**
 * Reads messages in pages bounded by count and by bytes. Postgres decides where a page ends, so text beyond it never
 * leaves the database. Postgres reads a text's size from its header, so measuring reads no text.
 */

export type Reader = Pick<Database | Transaction, 'query'>

/** Bytes of stored text in a page for a client. */
const PAGE_BYTES = 16 * 1024 * 1024
/** Bytes of stored text in a page for internal processing. */
export const CHUNK_BYTES = 4 * 1024 * 1024

/** SQL for the text of a message: the original, or its outline if one is stored. */
const TEXTS = { raw: 'm.raw', outline: 'coalesce(m.outline, m.raw)' }
type TextName = keyof typeof TEXTS

/** Reads one page in ascending order. It is the last page if it ends with the last requested message. */
export async function readPage(
  from: Reader,
  sessionId: string,
  page: HistoryPageRequest,
  of: TextName = 'raw',
): Promise<StoredMessage[]> {
  const { name, values, condition } = conditionOf(page)
  const column = TEXTS[of]
  const size = `octet_length(${column})`
  const short = `CASE WHEN ${size} <= ${SHORT_BYTES} THEN ${column} ELSE '' END AS raw, ${size} AS bytes`
  const columns = MESSAGE_COLUMNS.map((one) => (one === 'raw' ? short : `m.${one}`)).join(', ')
  // A scalar subquery runs once. Joined, it ran once per message while the table had no statistics yet.
  const text = `
    WITH ${pageEnd(of, condition)}
    SELECT ${columns} FROM ${HISTORY} m
    WHERE m.session_id = $1 AND ${condition} AND m.seq <= (SELECT last FROM page) ORDER BY m.seq`
  const statement = { name: `page-${of}-${name}`, text, values: [sessionId, ...values] }
  const messages: StoredMessage[] = []
  for (const { bytes, ...row } of await from.query<MessageRow & { bytes: number }>(statement)) {
    const raw = bytes <= SHORT_BYTES ? row.raw : await readLongText(from, sessionId, row.seq, { name: of, column })
    // Null: the session was deleted since the page was read.
    if (raw !== null) messages.push(messageOf({ ...row, raw }))
  }
  return messages
}

/** Returns the last `seq` of a page and its bytes of text, or null if no message matches. */
export async function measurePage(
  from: Reader,
  sessionId: string,
  page: HistoryPageRequest,
  of: TextName = 'raw',
): Promise<{ last: number; bytes: number } | null> {
  const { name, values, condition } = conditionOf(page)
  const text = `WITH ${pageEnd(of, condition)} SELECT last, bytes FROM page`
  const statement = { name: `measure-${of}-${name}`, text, values: [sessionId, ...values] }
  const [row] = await from.query<{ last: number | null; bytes: string | null }>(statement)
  return row && row.last !== null ? { last: row.last, bytes: Number(row.bytes) } : null
}

/** Parameters: `$1` session id, `$2` maximum number of messages, `$3` maximum bytes. */
function pageEnd(of: TextName, condition: string): string {
  return `
    sized AS (
      SELECT m.seq, octet_length(${TEXTS[of]}) AS bytes FROM ${HISTORY} m WHERE m.session_id = $1 AND ${condition} ORDER BY m.seq LIMIT $2
    ), summed AS (
      SELECT seq, sum(bytes) OVER (ORDER BY seq) AS total, row_number() OVER (ORDER BY seq) AS n FROM sized
    ), page AS (
      SELECT max(seq) AS last, max(total) AS bytes FROM summed WHERE n = 1 OR total <= $3::bigint
    )`
}

function conditionOf(page: HistoryPageRequest): { name: string; condition: string; values: unknown[] } {
  const { limit, maxBytes = PAGE_BYTES, longest } = page
  // Numbers have no gaps. The end of the page bounds the scan also where no index has the order, as in a fork.
  const end = longest === undefined ? ' AND m.seq < $4::bigint + $2::bigint' : ''
  const inPage = 'seqs' in page ? 'm.seq = ANY($4::integer[])' : `m.seq BETWEEN $4::bigint AND $5::bigint${end}`
  const values = [limit, maxBytes, ...('seqs' in page ? [page.seqs] : [page.from, page.to])]
  const name = 'seqs' in page ? 'seqs' : 'range'
  if (longest === undefined) return { name, condition: inPage, values }
  return {
    name: `${name}-longest`,
    condition: `${inPage} AND octet_length(m.raw) <= $${values.length + 2}`,
    values: [...values, longest],
  }
}
