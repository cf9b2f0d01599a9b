import type pg from 'pg'
import { LONG_RUN, SHORT_RUN } from '../../src/store/search/lexemes.js'

/** Fills the tables by SQL, as appends, compressions and the index would have written them. Foreign keys are not checked
 * while it writes. */

/** Messages of each session. */
export const IN_SESSION = 10
/** One session in this many belongs to the app with a retention. */
export const OTHERS_EVERY = 10
/** One session in this many was compressed: it has a compression, a checkpoint, a cut and a moment. */
const COMPRESSED_EVERY = 10
/** Sessions written in one transaction. */
const BATCH = 20_000
export const OTHER_APP = 'app_other'
const VOCABULARY = 60_000
/** Filled events come before those of transactions. */
const FIRST_TX = 1_000_000
const BASE = 100_000_000

/** Id of the n-th session: ids sort by creation. */
export const sessionIdOf = (n: number): string => `ses_b${String(n).padStart(12, '0')}`
const ID = `'ses_b' || lpad(n::text, 12, '0')`
const APP = `CASE WHEN n % ${OTHERS_EVERY} = 0 THEN '${OTHER_APP}' ELSE 'default' END`
/** Most sessions are old: the n-th was last active up to 90 days ago. */
const ACTIVE_AT = `now() - make_interval(mins => (n * 7919 % 129600)::integer)`
const LIKE = 'FROM sessions one, generate_series($2::bigint, $3::bigint) n WHERE one.id = $1'
const EACH = 'FROM generate_series($2::bigint, $3::bigint) n WHERE $1::text IS NOT NULL'
const COMPRESSED = `${EACH} AND n % ${COMPRESSED_EVERY} = 0`
/** Text of about 160 bytes without a pattern that compresses well. */
const TEXT = `md5(n || ' ' || seq) || ' ' || md5(seq || ' ' || n) || ' ' || md5('a' || n || seq) || ' ' || md5('b' || n || seq) || ' keep'`
const ROLE = `CASE WHEN seq % 2 = 1 THEN 'user' ELSE 'assistant' END`

const hash = (text: string) => `encode(sha256((${text})::bytea), 'hex')`

const STATEMENTS = [
  `INSERT INTO sessions (id, app_id, created_at, last_activity_at, last_seq, event_seq, revision, state, setup, setup_revision, used_tokens, limit_tokens, model, active_day)
   SELECT ${ID}, ${APP}, ${ACTIVE_AT}, ${ACTIVE_AT}, ${IN_SESSION}, ${IN_SESSION + 1}, 1, one.state, one.setup, 1, one.used_tokens, 4000 + (n % 7)::integer, '"model' || n % 5 || '"', utc_day(${ACTIVE_AT}) ${LIKE}`,
  `INSERT INTO messages (session_id, seq, id, role, origin, pinned, format, raw, digest, shape, tokens, turn, created_at, view_tokens)
   SELECT ${ID}, seq, 'msg_' || n || '_' || seq, ${ROLE}, 'human', false, 'native', '{"role":"' || ${ROLE} || '","content":"' || ${TEXT} || '"}',
     md5(n::text || seq) || md5(seq::text || n), '[{"kind":"text","tokens":96}]', 100, (seq + 1) / 2, ${ACTIVE_AT}, 100
   FROM generate_series($2::bigint, $3::bigint) n, generate_series(1, ${IN_SESSION}) seq WHERE $1::text IS NOT NULL`,
  `INSERT INTO events (tx, n, app_id, session_id, seq, type, at, data)
   SELECT ${FIRST_TX} + n, seq + 1, ${APP}, ${ID}, seq + 1, CASE WHEN seq = 0 THEN 'session-created' ELSE 'message-appended' END, ${ACTIVE_AT},
     '{"messages":[{"id":"msg_' || n || '_' || seq || '","seq":' || seq || ',"role":"user","tokens":100}],"used":1000,"limit":13600,"version":1}'
   FROM generate_series($2::bigint, $3::bigint) n, generate_series(0, ${IN_SESSION}) seq WHERE $1::text IS NOT NULL`,
  `INSERT INTO session_metadata (session_id, key_hash, value_hash) SELECT ${ID}, ${hash(`'user'`)}, ${hash(`(n % 1000)::text`)} ${EACH}`,
  `INSERT INTO idempotency (scope, key_hash, session_id, body_digest, reply) SELECT ${APP}, ${hash('n::text')}, ${ID}, ${hash('n::text')}, '"' || ${ID} || '"' ${EACH}`,
  `INSERT INTO search_sessions (session_id, app_id, n, indexed_seq, passages, pending) OVERRIDING SYSTEM VALUE
   SELECT ${ID}, ${APP}, n, ${IN_SESSION}, 1, false ${EACH}`,
  `INSERT INTO search_passages (session_n, seq, part, start, is_json, name, body, lexemes)
   SELECT n, 1, 0, 0, false, NULL, '"' || md5(n::text) || '"', array_to_tsvector(ARRAY[a.app || '~' || n::text] || (
     SELECT array_agg(DISTINCT a.app || ':w' || floor(exp(random() * ln(${VOCABULARY}) + 0 * i + 0 * n))) FROM generate_series(1, 15) i)
     || ARRAY[a.app || '^' || (a.made / ${SHORT_RUN}), a.app || '!' || (a.made / ${LONG_RUN})])
   FROM generate_series($2::bigint, $3::bigint) n, LATERAL (
     SELECT k.n AS app, CASE WHEN k.app_id = 'default' THEN n - n / ${OTHERS_EVERY} - 1 ELSE n / ${OTHERS_EVERY} - 1 END AS made
     FROM search_apps k WHERE k.app_id = ${APP}) a WHERE $1::text IS NOT NULL`,
  `INSERT INTO compressions (id, session_id, status, created_at, body, runs) SELECT 'cmp_' || n, ${ID}, 'completed', ${ACTIVE_AT}, '{}', 1 ${COMPRESSED}`,
  `INSERT INTO checkpoints (id, session_id, covered, body, copied) SELECT 'chk_' || n, ${ID}, '{[1,6)}', '{}', true ${COMPRESSED}`,
  `INSERT INTO cuts (id, session_id, set_aside, body, version) SELECT 'cut_' || n, ${ID}, '{}', '{}', 1 ${COMPRESSED}`,
] as const

/** Prepares an empty database: apps, one of them with a retention, and numbers for events before those to come. */
export async function prepare(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO apps (id, name, created_at, retention_days) VALUES ('${OTHER_APP}', '"other"', now(), 80) ON CONFLICT DO NOTHING`,
  )
  await client.query(`INSERT INTO search_apps (app_id) VALUES ('default'), ('${OTHER_APP}') ON CONFLICT DO NOTHING`)
  await client.query('UPDATE event_clock SET base = $1', [BASE])
}

/** Adds the sessions from `from` to `to`, both inclusive. @param like id of an existing session, copied for all others */
export async function fill(client: pg.Client, like: string, from: number, to: number): Promise<void> {
  await client.query(`SET session_replication_role = replica`)
  await client.query('DROP INDEX search_passages_by_lexeme')
  for (let at = from; at <= to; at += BATCH)
    for (const text of STATEMENTS) await client.query(text, [like, at, Math.min(to, at + BATCH - 1)])
  await client.query(`SET session_replication_role = DEFAULT`)
  await client.query(
    'CREATE INDEX search_passages_by_lexeme ON search_passages USING gin (lexemes) WITH (fastupdate = off)',
  )
  await client.query(
    `UPDATE search_apps a SET passages = c.n, made = c.n FROM (SELECT app_id, count(*) AS n FROM search_sessions GROUP BY app_id) c WHERE c.app_id = a.app_id`,
  )
  await client.query(`SELECT setval(pg_get_serial_sequence('search_sessions', 'n'), ${to + 1_000_000})`)
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
}
