import type { PartShape, SeqRange, StoredMessage } from '../domain/message.js'
import { callsOf, isNamed, type BoundaryCall } from '../domain/watermark.js'
import type { Store } from '../app/ports.js'
import type { Database, Transaction } from './database.js'
import type { MessageCache } from './message-cache.js'
import { measurePage, readPage } from './message-pages.js'
import { MESSAGE_COLUMNS, messageOf, STATES, type MessageRow } from './rows.js'
import { readSpanMessages } from './short-messages.js'

const COLUMNS = MESSAGE_COLUMNS.join(', ')

/** Full messages by number, ascending, from the cache as far as it has them. `from` may be a transaction: unseen by others until it commits.
 * `keep` is given what the cache did not have. */
export async function readMessages(
  from: Pick<Database | Transaction, 'query'>,
  cache: MessageCache,
  sessionId: string,
  seqs: readonly number[],
  keep: (read: readonly StoredMessage[]) => void = () => {},
): Promise<StoredMessage[]> {
  const found = new Map<number, StoredMessage>()
  const missing: number[] = []
  for (const seq of new Set(seqs)) {
    const message = cache.get(sessionId, seq)
    if (message) found.set(seq, message)
    else missing.push(seq)
  }
  if (missing.length > 0) {
    const text = `SELECT ${COLUMNS} FROM messages WHERE session_id = $1 AND seq = ANY($2::integer[])`
    const rows = await from.query<MessageRow>({ name: 'messages', text, values: [sessionId, missing] })
    const read = rows.map(messageOf)
    for (const message of read) found.set(message.seq, message)
    keep(read)
  }
  return [...found.values()].sort((a, b) => a.seq - b.seq)
}

const CALLS_READ = 1_000

/** Calls after a message, told by what stands in the shapes; the shape itself decides. */
export async function readCalls(
  from: Pick<Transaction, 'query'>,
  sessionId: string,
  seq: number,
  wanted: { callId: string } | { toolName: string },
): Promise<BoundaryCall[]> {
  const inShape = 'callId' in wanted ? JSON.stringify(wanted.callId) : JSON.stringify(wanted.toolName).slice(1)
  const text = `SELECT seq, shape FROM messages WHERE session_id = $1 AND seq > $2 AND strpos(shape, $3) > 0 ORDER BY seq LIMIT ${CALLS_READ}`
  const rows = await from.query<Pick<MessageRow, 'seq' | 'shape'>>({ name: 'calls', text, values: [sessionId, seq, inShape] })
  const calls = callsOf(rows.map((row) => ({ seq: row.seq, shape: JSON.parse(row.shape) as PartShape[] })))
  return calls.filter(({ callId, name }) => ('callId' in wanted ? callId === wanted.callId : isNamed(name, wanted.toolName)))
}

/** An agent may work for days on one message of its user. */
const WORDS_REACH = 5_000
/** Every number a message may have. */
const EVERY: SeqRange = { from: 1, to: 2_147_483_647 }

type Room = Pick<Store, 'messages' | 'history' | 'measureHistory' | 'lastWords' | 'states'>

export function messageTable(db: Database, cache: MessageCache): Room {
  return {
    // Only what was not there is put into the cache: measuring thousands of messages again costs more than reading them from it.
    messages: (sessionId, seqs) => readMessages(db, cache, sessionId, seqs, (read) => cache.add(read)),
    // Past the cache: a reader of the whole history would sweep out what contexts are made of.
    history: (sessionId, page) => readPage(db, sessionId, page),
    measureHistory: (sessionId, page) => measurePage(db, sessionId, page),
    lastWords: async (sessionId, count) => {
      const text = `SELECT seq FROM messages
        WHERE session_id = $1 AND role = 'user' AND origin = 'human' AND seq > (SELECT max(seq) FROM messages WHERE session_id = $1) - ${WORDS_REACH}
        ORDER BY seq DESC LIMIT $2`
      const rows = await db.query<Pick<MessageRow, 'seq'>>({ name: 'last-words', text, values: [sessionId, count] })
      return readSpanMessages(
        db,
        sessionId,
        rows.map(({ seq }) => seq),
      )
    },
    states: async (sessionId, { from, to } = EVERY) => {
      const text =
        'SELECT seq, state, role, coalesce(pin, pinned) AS pinned, view_tokens FROM messages WHERE session_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq'
      const rows = await db.query<Pick<MessageRow, 'seq' | 'role' | 'pinned'> & { state: number; view_tokens: number }>({
        name: 'states',
        text,
        values: [sessionId, from, to],
      })
      return rows.map(({ seq, role, state, pinned, view_tokens }) => {
        return { seq, role, pinned, state: STATES[state] ?? 'raw', viewTokens: view_tokens }
      })
    },
  }
}
