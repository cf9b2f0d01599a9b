import type { ArchivedMoment } from '../../domain/archive/archive.js'
import type { SessionState } from '../../domain/time/session-state.js'
import type { Moment } from '../../domain/time/moment.js'
import type { Database, Statement } from '../database.js'
import { REDUCTION_HISTORY } from '../messages/shared-history.js'
import { multirange, rangesOf } from '../tables/rows.js'

/** Moments as records of an archive. They name the newest reduction of their time by its number in the database, which
 * another database does not have; the record counts the reductions instead. */

interface Row {
  version: number
  start_seq: number
  members: string
  reduction_n: string
  /** Reductions of the session since the moment before. */
  added: number
  body: string
  before: string | null
}

const PAGE = `
  SELECT p.version, p.start_seq, p.members::text, p.reduction_n, p.body, p.before,
    (SELECT count(*)::integer FROM ${REDUCTION_HISTORY} r WHERE r.session_id = $1 AND r.n > p.after AND r.n <= p.reduction_n) AS added
  FROM (
    SELECT q.*, coalesce(lag(q.reduction_n) OVER (ORDER BY q.version), $4::bigint) AS after FROM (
      SELECT * FROM moments m WHERE m.session_id = $1 AND m.version > $2 AND m.version <= $3 ORDER BY m.version LIMIT $5
    ) q
  ) p ORDER BY p.version`

/** Yields the texts of the moments up to a version, in order. */
export async function* momentPages(
  db: Database,
  sessionId: string,
  { upTo, limit }: { upTo: number; limit: number },
): AsyncGenerator<string[]> {
  let after = { version: -1, reductionN: '0', reductions: 0 }
  for (;;) {
    const rows = await db.query<Row>({ text: PAGE, values: [sessionId, after.version, upTo, after.reductionN, limit] })
    const texts: string[] = []
    for (const row of rows) {
      after = { version: row.version, reductionN: row.reduction_n, reductions: after.reductions + row.added }
      texts.push(JSON.stringify(momentOf(row, after.reductions)))
    }
    if (texts.length > 0) yield texts
    if (rows.length < limit) return
  }
}

function momentOf({ version, start_seq, members, body, before }: Row, reductions: number): ArchivedMoment {
  const { pinned, checkpoints, state }: Pick<Moment, 'pinned' | 'checkpoints' | 'state'> = JSON.parse(body)
  const ended: SessionState | null = before === null ? null : JSON.parse(before)
  return {
    ...{ version, startSeq: start_seq, members: rangesOf(members), reductions },
    ...{ pinned, checkpoints, state, before: ended },
  }
}

/** Inserts moments of an archive after all of its reductions. */
export function insertMoments(sessionId: string, moments: readonly ArchivedMoment[]): Statement {
  const text = `
    INSERT INTO moments (session_id, version, start_seq, members, reduction_n, body, before)
    SELECT $1, v.version, v.start_seq, v.members::int4multirange, coalesce(r.n, 0), v.body, v.before
    FROM unnest($2::integer[], $3::integer[], $4::text[], $5::bigint[], $6::text[], $7::text[])
      AS v (version, start_seq, members, reductions, body, before)
    LEFT JOIN (SELECT n, row_number() OVER (ORDER BY n) AS at FROM reductions WHERE session_id = $1) r ON r.at = v.reductions`
  const values = [
    sessionId,
    moments.map(({ version }) => version),
    moments.map(({ startSeq }) => startSeq),
    moments.map(({ members }) => multirange(members)),
    moments.map(({ reductions }) => reductions),
    moments.map(({ pinned, checkpoints, state }) => JSON.stringify({ pinned, checkpoints, state })),
    moments.map(({ before }) => (before === null ? null : JSON.stringify(before))),
  ]
  return { text, values }
}
