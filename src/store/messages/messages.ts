import type { PartShape, SeqRange, StoredMessage } from '../../domain/message.js'
import { callsOf, isNamed, type BoundaryCall } from '../../domain/session/watermark.js'
import type { StateOfMessage, Store } from '../../ports/ports.js'
import type { Database, Transaction } from '../database.js'
import type { MessageCache } from './message-cache.js'
import { SHORT_BYTES } from './long-text.js'
import { measurePage, readPage } from './message-pages.js'
import { MESSAGE_COLUMNS, messageOf, STATES, WITHDRAWN, type MessageRow } from '../tables/rows.js'
import { HISTORY, STATES_OF_RANGE } from './shared-history.js'
import { readSpanMessages } from './short-messages.js'

/** Longer texts are read one at a time, after their total size is known. Contexts rarely have many, except images. */
const SHORT_COLUMNS = MESSAGE_COLUMNS.map((column) =>
  column === 'raw' ? `CASE WHEN octet_length(raw) <= ${SHORT_BYTES} THEN raw ELSE '' END AS raw` : column,
).join(', ')

interface ReadOptions {
  /** Receives the messages that were not in the cache. */
  keep?: (read: readonly StoredMessage[]) => void
  /** Called before long texts are read, with their total bytes. */
  admit?: (bytes: number) => Promise<void>
}

/**
 * Returns full messages by `seq` in ascending order, from the cache where possible.
 * `from` may be a transaction. Other readers do not see its messages before the commit.
 */
export async function readMessages(
  from: Pick<Database | Transaction, 'query'>,
  cache: MessageCache,
  sessionId: string,
  seqs: readonly number[],
  { keep = () => {}, admit = async () => {} }: ReadOptions = {},
): Promise<StoredMessage[]> {
  const found = new Map<number, StoredMessage>()
  const missing: number[] = []
  for (const seq of new Set(seqs)) {
    const message = cache.get(sessionId, seq)
    if (message) found.set(seq, message)
    else missing.push(seq)
  }
  if (missing.length > 0) {
    // One round trip for all short texts. Nearly all texts are short.
    const text = `SELECT ${SHORT_COLUMNS}, octet_length(raw) AS bytes FROM ${HISTORY} m WHERE session_id = $1 AND seq = ANY($2::integer[])`
    const rows = await from.query<MessageRow & { bytes: number }>({
      name: 'messages',
      text,
      values: [sessionId, missing],
    })
    const read = rows.filter(({ bytes }) => bytes <= SHORT_BYTES).map(({ bytes: _, ...row }) => messageOf(row))
    const long = rows.filter(({ bytes }) => bytes > SHORT_BYTES)
    if (long.length > 0) await admit(long.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const { seq } of long) read.push(...(await readPage(from, sessionId, { seqs: [seq], limit: 1 })))
    for (const message of read) found.set(message.seq, message)
    keep(read)
  }
  return [...found.values()].sort((a, b) => a.seq - b.seq)
}

const CALLS_READ = 1_000

/** Returns calls after a message. The text search only preselects rows; the parsed shape decides. */
export async function readCalls(
  from: Pick<Transaction, 'query'>,
  sessionId: string,
  seq: number,
  wanted: { callId: string } | { toolName: string },
): Promise<BoundaryCall[]> {
  const inShape = 'callId' in wanted ? JSON.stringify(wanted.callId) : JSON.stringify(wanted.toolName).slice(1)
  const text = `SELECT seq, shape FROM ${HISTORY} m WHERE session_id = $1 AND seq > $2 AND state <> ${WITHDRAWN} AND strpos(shape, $3) > 0 ORDER BY seq LIMIT ${CALLS_READ}`
  const rows = await from.query<Pick<MessageRow, 'seq' | 'shape'>>({
    name: 'calls',
    text,
    values: [sessionId, seq, inShape],
  })
  const calls = callsOf(rows.map((row) => ({ seq: row.seq, shape: JSON.parse(row.shape) as PartShape[] })))
  return calls.filter(({ callId, name }) =>
    'callId' in wanted ? callId === wanted.callId : isNamed(name, wanted.toolName),
  )
}

/** Messages searched from the end. Large, because an agent may work for days on one human message. */
const WORDS_REACH = 5_000
/** Greatest number that a range of Postgres can end with. */
export const LAST_SEQ = 2_147_483_646
/** All possible message numbers. */
const ALL_SEQS: SeqRange = { from: 1, to: LAST_SEQ }

type MessageTables = Pick<Store, 'messages' | 'history' | 'historyTokens' | 'measureHistory' | 'lastWords' | 'states'>

export function messageTable(db: Database, cache: MessageCache): MessageTables {
  return {
    // Adds only missing messages: computing the size of thousands of cached ones again costs more than reading them.
    messages: (sessionId, seqs, admit) =>
      readMessages(db, cache, sessionId, seqs, { keep: (read) => cache.add(read), admit }),
    // Bypasses the cache: reading a whole history would evict the messages that contexts need.
    history: (sessionId, page) => readPage(db, sessionId, page),
    measureHistory: (sessionId, page) => measurePage(db, sessionId, page),
    historyTokens: async (sessionId) => {
      const text = `SELECT coalesce(sum(tokens), 0)::float8 AS tokens FROM ${HISTORY} m WHERE session_id = $1`
      const [row] = await db.query<{ tokens: number }>({ name: 'history-tokens', text, values: [sessionId] })
      return row?.tokens ?? 0
    },
    lastWords: async (sessionId, count) => {
      const text = `SELECT seq FROM ${HISTORY} m
        WHERE session_id = $1 AND role = 'user' AND origin = 'human' AND state <> ${WITHDRAWN} AND seq > (SELECT last_seq FROM sessions WHERE id = $1) - ${WORDS_REACH}
        ORDER BY seq DESC LIMIT $2`
      const rows = await db.query<Pick<MessageRow, 'seq'>>({ name: 'last-words', text, values: [sessionId, count] })
      return readSpanMessages(
        db,
        sessionId,
        rows.map(({ seq }) => seq),
      )
    },
    states: (sessionId, range) => readStates(db, sessionId, range),
  }
}

/** Returns where messages are, ascending. */
export async function readStates(
  db: Pick<Database | Transaction, 'query'>,
  sessionId: string,
  { from, to }: SeqRange = ALL_SEQS,
): Promise<StateOfMessage[]> {
  type Row = Pick<MessageRow, 'seq' | 'role' | 'pinned'> & { state: number; pin: boolean | null; view_tokens: number }
  const rows = await db.query<Row>({ name: 'states', text: STATES_OF_RANGE, values: [sessionId, from, to] })
  return rows.map(({ seq, role, state, pin, pinned, view_tokens }) => {
    const withdrawn = state === WITHDRAWN
    return { seq, role, pinned: pin ?? pinned, withdrawn, state: STATES[state] ?? 'raw', viewTokens: view_tokens }
  })
}
