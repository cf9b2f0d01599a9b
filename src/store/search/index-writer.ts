import type { SearchStore, UnindexedSession } from '../../ports/ports.js'
import type { Database, Statement } from '../database.js'
import { sessionLock } from '../sessions/session-lock.js'
import { appNumber, LONG_RUN, runPrefixes, sessionLexeme, SHORT_RUN, termLexemes } from './lexemes.js'

/** Fills the search index. */

/** SQL over `sessions`: whether messages of the session wait for the index. Holds until the end of a transaction that has the lock
 * of the session. */
export const IS_MARKED = `coalesce((SELECT i.pending FROM search_sessions i WHERE i.session_id = sessions.id), false)`

/** Marks a session as one with messages that wait for the index, if it is not. A conflict alone would write to the row. */
export function markUnindexed(sessionId: string, appId: string): Statement {
  const text = `
    INSERT INTO search_sessions AS known (session_id, app_id, pending)
    SELECT $1, $2, true WHERE NOT EXISTS (SELECT FROM search_sessions WHERE session_id = $1 AND pending)
    ON CONFLICT (session_id) DO UPDATE SET pending = true WHERE NOT known.pending`
  return { name: 'mark-unindexed', text, values: [sessionId, appId] }
}

/** Removes a session from the index; a trigger removes its passages. Call in the transaction that deletes it. */
export function removeFromIndex(sessionId: string): Statement {
  const text = `
    WITH gone AS (DELETE FROM search_sessions WHERE session_id = $1 RETURNING app_id, passages)
    UPDATE search_apps a SET passages = a.passages - gone.passages FROM gone WHERE a.app_id = gone.app_id`
  return { text, values: [sessionId] }
}

/** Passages per statement, about 400 KB of text: the transaction is short, so that no event waits for it. */
const STATEMENT_PASSAGES = 100

export function indexWriter(db: Database): Pick<SearchStore, 'unindexed' | 'addPassages' | 'markIndexed'> {
  return {
    unindexed: async (from, limit) => {
      const [condition, values] =
        'after' in from
          ? ['i.n > $2 ORDER BY i.n', [from.after]]
          : from.sessionId === null
            ? ['i.app_id = $2 ORDER BY i.n DESC', [from.appId]]
            : ['i.app_id = $2 AND i.session_id = $3', [from.appId, from.sessionId]]
      const text = `
        SELECT i.session_id AS "sessionId", i.app_id AS "appId", i.n::float8 AS n, i.indexed_seq AS "indexedSeq", s.last_seq AS "lastSeq"
        FROM search_sessions i JOIN sessions s ON s.id = i.session_id
        WHERE i.pending AND ${condition} LIMIT $1`
      return db.query({ text, values: [limit, ...values] })
    },
    addPassages: async (session, passages) => {
      const app = await appNumber(db, session.appId, true)
      const runs = runPrefixes(app)
      let added = 0
      for (let from = 0; from < passages.length; from += STATEMENT_PASSAGES) {
        const batch = passages.slice(from, from + STATEMENT_PASSAGES)
        const inSession = sessionLexeme(app, session.n)
        const lexemes = batch.map(({ terms }) => `${inSession}\n${termLexemes(app, terms)}`)
        const values = [
          session.n,
          batch.map(({ seq }) => seq),
          batch.map(({ part }) => part),
          batch.map(({ start }) => start),
          batch.map(({ isJson }) => isJson),
          batch.map(({ name }) => (name === null ? null : JSON.stringify(name))),
          batch.map(({ text }) => JSON.stringify(text)),
          lexemes,
          ...[session.appId, batch.length, runs.short, runs.long, session.sessionId],
        ]
        added += (await db.query({ ...ADD, values })).length
      }
      return added
    },
    markIndexed: (session, seq, added) => markIndexed(db, session, seq, added),
  }
}

// ON CONFLICT: another worker may index the same messages, or indexed a part of them before it was killed.
// The session may be deleted meanwhile; its number is then absent. It is locked before the app, as a deletion does.
// Passages of one statement get the same runs.
const ADD = {
  name: 'add-passages',
  text: `
    WITH locked AS (SELECT n FROM search_sessions WHERE session_id = $13 AND n = $1 FOR KEY SHARE),
    counted AS (
      UPDATE search_apps SET made = made + $10 WHERE app_id = $9 AND EXISTS (SELECT FROM locked) RETURNING made - 1 AS newest)
    INSERT INTO search_passages (session_n, seq, part, start, is_json, name, body, lexemes)
    SELECT i.n, p.seq, p.part, p.start, p.is_json, p.name, p.body, array_to_tsvector(string_to_array(p.lexemes, E'\\n')
      || ARRAY[$11::text || (c.newest / ${SHORT_RUN}), $12::text || (c.newest / ${LONG_RUN})])
    FROM counted c, locked i, unnest($2::integer[], $3::integer[], $4::integer[], $5::boolean[], $6::text[], $7::text[], $8::text[])
      AS p (seq, part, start, is_json, name, body, lexemes)
    ON CONFLICT DO NOTHING RETURNING 1`,
}

function markIndexed(db: Database, session: UnindexedSession, seq: number, added: number): Promise<void> {
  return db.transaction(async (tx) => {
    // A statement of its own: it waits for an append that found the session still marked. The next statement then sees
    // the messages of that append.
    tx.send({ name: 'lock-index', text: `SELECT ${sessionLock('$1')}`, values: [session.sessionId] })
    tx.send({ ...MARK, values: [session.sessionId, seq, added, session.n] })
    if (added > 0) tx.send({ ...COUNT, values: [session.appId, added] })
  })
}
const MARK = {
  name: 'mark-indexed',
  text: `
    UPDATE search_sessions i SET indexed_seq = greatest(i.indexed_seq, $2), passages = i.passages + $3,
      pending = s.last_seq > greatest(i.indexed_seq, $2)
    FROM sessions s WHERE i.session_id = $1 AND i.n = $4 AND s.id = i.session_id`,
}
const COUNT = {
  name: 'count-passages',
  text: 'UPDATE search_apps SET passages = passages + $2 WHERE app_id = $1',
}
