import type { Store } from '../../ports/ports.js'
import type { RecordedMoment } from '../../ports/time-port.js'
import type { SeqRange, ViewEntry } from '../../domain/message.js'
import { seqsOf, toRanges } from '../../domain/ranges.js'
import type { Moment, NumberedReduction } from '../../domain/time/moment.js'
import { stateOf, type SessionState } from '../../domain/time/session-state.js'
import type { Session } from '../../domain/session/session.js'
import { type Database, type Transaction } from '../database.js'
import { HISTORY, REDUCTION_HISTORY } from '../messages/shared-history.js'
import { checkpointOf, entryOf, multirange, rangesOf, type CheckpointBody, type EntryTuple } from './rows.js'
import type { View } from './view.js'

/** Moments: how the contexts of a session were between two cuts. [R3] */

type Reader = Pick<Database | Transaction, 'query'>

/** Upper bound of the numbers of all reductions so far. Those of this session cannot get a number below it later, because its writer holds the lock. */
const NEWEST_REDUCTION = `(SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM reductions_n_seq)`

/** Records that a moment begins with the present state, and how the one before it ended. Sends without waiting.
 * @param addedBytes of messages that the row of the session does not count yet */
export function recordMoment(
  tx: Transaction,
  session: Session,
  { entries, checkpoints, addedBytes }: Pick<View, 'entries' | 'checkpoints'> & { addedBytes: number },
  before: SessionState,
): void {
  const pinned = entries.flatMap((entry) => (entry.pinned ? [entry.seq] : []))
  const members = toRanges(entries.map(({ seq }) => seq))
  insertMoment(tx, session, { members, pinned, checkpoints: checkpoints.map(({ id }) => id), addedBytes }, before)
}

/** Like `recordMoment`, for a context that is not loaded. */
export function insertMoment(
  tx: Transaction,
  session: Session,
  context: {
    members: readonly SeqRange[]
    pinned: readonly number[]
    checkpoints: readonly string[]
    addedBytes?: number
  },
  before: SessionState,
): void {
  const { ledger: _, goals: __, ...state } = stateOf(session)
  const { members, pinned, checkpoints, addedBytes = 0 } = context
  const text = `
    INSERT INTO moments (session_id, version, start_seq, members, reduction_n, body, before, stored_bytes)
    VALUES ($1, $2, $3, $4, ${NEWEST_REDUCTION}, $5, $6, (SELECT stored_bytes + $7 FROM sessions WHERE id = $1))`
  const body = JSON.stringify({ pinned, checkpoints, state })
  const { id, version, lastSeq } = session
  const values = [id, version, lastSeq, multirange(members), body, JSON.stringify(stateOf(before)), addedBytes]
  tx.send({ name: 'record-moment', text, values })
}

interface MomentRow {
  version: number
  start_seq: number
  members: string
  reduction_n: string
  body: string
}
interface NextRow {
  before: string | null
  next_version: number | null
}

async function readMoment(db: Reader, sessionId: string, at: { seq: number } | { version: number }) {
  const where = 'seq' in at ? 'start_seq <= $2' : 'version <= $2'
  const order = 'seq' in at ? 'start_seq DESC, version DESC' : 'version DESC'
  const text = `
    WITH found AS (
      SELECT version, start_seq, members::text, reduction_n, body FROM moments
      WHERE session_id = $1 AND ${where} ORDER BY ${order} LIMIT 1)
    SELECT found.*, next.before, next.version AS next_version FROM (SELECT) one LEFT JOIN found ON true LEFT JOIN LATERAL (
      SELECT m.version, m.before FROM moments m WHERE m.session_id = $1 AND m.version > coalesce(found.version, -1)
      ORDER BY m.version LIMIT 1) next ON true`
  type Row = (MomentRow | { version: null }) & NextRow
  const name = 'seq' in at ? 'moment-at-seq' : 'moment-at-version'
  const values = [sessionId, 'seq' in at ? at.seq : at.version]
  const [row] = await db.query<Row>({ name, text, values })
  const moment = row && row.version !== null ? momentOf(row) : null
  const end: SessionState | null = row?.before ? JSON.parse(row.before) : null
  const nextVersion = row?.next_version ?? null
  return { moment, end, nextVersion, isRecorded: moment !== null || nextVersion === null || end !== null }
}

function momentOf({ version, start_seq, members, reduction_n, body }: MomentRow): Moment {
  const { pinned, checkpoints, state }: Pick<Moment, 'pinned' | 'checkpoints' | 'state'> = JSON.parse(body)
  return {
    ...{ version, startSeq: start_seq, pinned, checkpoints },
    members: rangesOf(members),
    reductionN: Number(reduction_n),
    state: stateOf({ ...state, ledger: null, goals: null }),
  }
}

/** Returns messages of these ranges as they were received, ascending. */
async function readReceived(db: Reader, sessionId: string, ranges: readonly SeqRange[]): Promise<ViewEntry[]> {
  const text = `
    SELECT m.seq, m.role, m.origin, m.pinned, m.shape, m.tokens, m.turn
    FROM ${HISTORY} m WHERE m.session_id = $1 AND m.seq = ANY($2::integer[])
    ORDER BY m.seq`
  type Row = Pick<ViewEntry, 'seq' | 'role' | 'origin' | 'pinned' | 'tokens' | 'turn'> & { shape: string }
  const rows = await db.query<Row>({ name: 'received', text, values: [sessionId, seqsOf(ranges)] })
  return rows.map(({ seq, role, origin, pinned, shape, tokens, turn }) => {
    const tuple: EntryTuple = [seq, role, origin, pinned, 0, JSON.parse(shape), tokens, tokens, turn]
    return entryOf(tuple)
  })
}

/** Returns all recorded reductions of the messages in these ranges, in order. */
export async function readNumbered(
  db: Reader,
  sessionId: string,
  ranges: readonly SeqRange[],
): Promise<NumberedReduction[]> {
  const text = `
    SELECT d.n, d.body FROM ${REDUCTION_HISTORY} d WHERE d.session_id = $1 AND d.seq = ANY($2::integer[]) ORDER BY d.n`
  const rows = await db.query<{ n: string; body: string }>({
    name: 'numbered-reductions',
    text,
    values: [sessionId, seqsOf(ranges)],
  })
  return rows.map(({ n, body }) => ({ n: Number(n), reduction: JSON.parse(body) }))
}

export function momentTables(
  db: Database,
): Pick<Store, 'moment' | 'received' | 'numberedReductions' | 'checkpointsById'> {
  return {
    moment: (sessionId, at): Promise<RecordedMoment> => readMoment(db, sessionId, at),
    received: (sessionId, ranges) => readReceived(db, sessionId, ranges),
    numberedReductions: (sessionId, ranges) => readNumbered(db, sessionId, ranges),
    checkpointsById: async (sessionId, ids) => {
      if (ids.length === 0) return []
      const text = 'SELECT body FROM checkpoints WHERE session_id = $1 AND id = ANY($2::text[])'
      const rows = await db.query<{ body: string }>({ name: 'checkpoints-by-id', text, values: [sessionId, ids] })
      return rows.map(({ body }) => checkpointOf(JSON.parse(body) as CheckpointBody, null))
    },
  }
}
