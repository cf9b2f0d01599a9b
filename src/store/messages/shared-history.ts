import { MESSAGE_COLUMNS, WITHDRAWN } from '../tables/rows.js'

/**
 * SQL that reads the messages of a session, whether its own rows have them or those of the session it was forked from. [R3]
 * Every statement on messages outside of the context reads from here. Messages in the context, and those that may change
 * their state, always have rows of their own, so statements on these name the table.
 */

/** Rows that the sessions `g` share, as `m`. A condition on `g.session_id` must follow. The first two conditions bound the scan of the index. */
const SHARED_MESSAGES = `shared_history g JOIN messages m
  ON m.session_id = g.source_id AND m.seq >= lower(g.seqs) AND m.seq < upper(g.seqs) AND m.seq <@ g.seqs`
/** The same for reductions, as `r`: those made before the fork. Reductions made while a message was stored have no cut. */
const SHARED_REDUCTIONS = `shared_history g JOIN reductions r
  ON r.session_id = g.source_id AND r.seq >= lower(g.seqs) AND r.seq < upper(g.seqs) AND r.seq <@ g.seqs
    AND (CASE WHEN r.seq > g.start_seq THEN strpos(r.body, '"cutId":null') > 0 ELSE r.n <= g.reduction_n END)`

const STATE = `(CASE WHEN m.seq <@ g.withdrawn THEN ${WITHDRAWN} WHEN m.seq <@ g.covered THEN 2 ELSE 3 END)::smallint`

/** Columns that are the same for every session that has the message. */
const SAME_COLUMNS = [...MESSAGE_COLUMNS.filter((column) => column !== 'session_id'), 'frame', 'outline']
const SAME = SAME_COLUMNS.join(', ')

/** All messages, for a FROM clause. Conditions on session and number reach the indexes of both parts, unless they come from a join. */
export const HISTORY = `(
  SELECT session_id, ${SAME}, state, pin FROM messages
  UNION ALL SELECT g.session_id, ${SAME_COLUMNS.map((column) => `m.${column}`).join(', ')}, ${STATE}, false FROM ${SHARED_MESSAGES})`

/** All reductions, for a FROM clause. */
export const REDUCTION_HISTORY = `(
  SELECT session_id, id, seq, part, n, body FROM reductions
  UNION ALL SELECT g.session_id, r.id, r.seq, r.part, r.n, r.body FROM ${SHARED_REDUCTIONS})`

/** One message and its reductions, for a join: conditions of a join do not reach into the statements above.
 * @param session an expression, as `seq` */
export const messageAt = (session: string, seq: string): string => `(
  SELECT m.id, m.role, m.created_at, m.state FROM messages m WHERE m.session_id = ${session} AND m.seq = ${seq}
  UNION ALL SELECT m.id, m.role, m.created_at, ${STATE} FROM ${SHARED_MESSAGES} WHERE g.session_id = ${session} AND m.seq = ${seq})`
export const reductionsAt = (session: string, seq: string): string => `(
  SELECT r.id, r.part, r.n, r.body FROM reductions r WHERE r.session_id = ${session} AND r.seq = ${seq}
  UNION ALL SELECT r.id, r.part, r.n, r.body FROM ${SHARED_REDUCTIONS} WHERE g.session_id = ${session} AND r.seq = ${seq})`

/** States of the messages of session `$1` from `$2` to `$3`, ascending. Covered ranges are read once, not once for each message. */
export const STATES_OF_RANGE = `
  SELECT seq, role, state, pin, pinned, view_tokens FROM messages WHERE session_id = $1 AND seq BETWEEN $2::integer AND $3::integer
  UNION ALL
  SELECT m.seq, m.role, (CASE WHEN m.seq <@ g.withdrawn THEN ${WITHDRAWN} WHEN c.seq IS NULL THEN 3 ELSE 2 END)::smallint, false, m.pinned, 0
  FROM ${SHARED_MESSAGES} LEFT JOIN (
    SELECT g.source_id, one AS seq FROM shared_history g, unnest(g.covered * int4multirange(int4range($2::integer, $3::integer, '[]'))) AS range,
      generate_series(lower(range), upper(range) - 1) AS one
    WHERE g.session_id = $1) c ON c.source_id = g.source_id AND c.seq = m.seq
  WHERE g.session_id = $1 AND m.seq BETWEEN $2::integer AND $3::integer
  ORDER BY seq`

/** Gives session `$1` rows of its own for those of the messages `$2` that it shares: the context needs them, or their state changes. Of these, `$3` are
 * in the context and `$4` pinned. Their reductions come along, because reductions refer to a row of their session. */
export const OWN_MESSAGES = `
  WITH made AS (
    INSERT INTO messages (session_id, ${SAME}, state, view_tokens, pin)
    SELECT $1, ${SAME_COLUMNS.map((column) => `m.${column}`).join(', ')}, CASE WHEN m.seq <@ $3::int4multirange THEN 0 ELSE ${STATE} END,
      CASE WHEN m.seq <@ $3::int4multirange THEN m.tokens ELSE 0 END, m.seq <@ $4::int4multirange
    FROM ${SHARED_MESSAGES} WHERE g.session_id = $1 AND m.seq = ANY($2::integer[]) RETURNING seq
  ), reduced AS (
    INSERT INTO reductions (session_id, id, seq, part, n, body) OVERRIDING SYSTEM VALUE
    SELECT $1, r.id, r.seq, r.part, r.n, r.body FROM ${SHARED_REDUCTIONS} WHERE g.session_id = $1 AND r.seq = ANY($2::integer[])
  )
  UPDATE shared_history g SET seqs = g.seqs - own.seqs
  FROM (SELECT range_agg(int4range(seq, seq, '[]')) AS seqs FROM made) own WHERE g.session_id = $1 AND own.seqs IS NOT NULL`
