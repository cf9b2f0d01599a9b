import type { StandingChanges, StandingHeld } from '../../ports/standing-port.js'
import type { Session } from '../../domain/session/session.js'
import { MAX_ENTRIES, STANDING_KINDS, type StandingEntry } from '../../domain/standing/entry.js'
import { insertRows, type Database, type Statement, type Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'
import { dropEmptyScope, noteScope } from './known-scopes.js'

/** Rows of standing entries. [M11] */

export interface BodyRow {
  state: StandingEntry['state']
  body: string
}

export const entryOf = ({ state, body }: BodyRow): StandingEntry => ({ ...(JSON.parse(body) as StandingEntry), state })

/** One writer of a scope at a time: an entry supersedes those that are open. */
export const lockScope = (appId: string, scope: string): Statement => ({
  name: 'lock-scope',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 7460))',
  values: [`${appId} ${hashOf(scope)}`],
})

const HELD = {
  name: 'held-standing',
  text: `SELECT state, body FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND state = 'open' ORDER BY n LIMIT ${MAX_ENTRIES}`,
}
const COUNT = {
  name: 'count-standing',
  text: 'SELECT count(*)::integer AS count FROM standing_entries WHERE app_id = $1 AND scope_hash = $2',
}

export async function holdStanding(tx: Transaction, appId: string, scope: string): Promise<StandingHeld> {
  const values = [appId, hashOf(scope)]
  tx.send(lockScope(appId, scope))
  const rows = await tx.query<BodyRow>({ ...HELD, values })
  const [row] = await tx.query<{ count: number }>({ ...COUNT, values })
  return { open: rows.map(entryOf), count: row?.count ?? 0 }
}

const OPEN = {
  name: 'open-standing',
  text: STANDING_KINDS.map(
    (kind) =>
      `(SELECT state, body FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND kind = '${kind}' AND state = 'open' ORDER BY n DESC LIMIT $3)`,
  ).join(' UNION ALL '),
}

export async function readOpenStanding(
  db: Pick<Database | Transaction, 'query'>,
  appId: string,
  scope: string,
  reach: number,
): Promise<StandingEntry[]> {
  return (await db.query<BodyRow>({ ...OPEN, values: [appId, hashOf(scope), reach] })).map(entryOf)
}

const NEWEST = {
  name: 'newest-standing',
  text: 'SELECT coalesce(max(n), 0)::float8 AS n FROM standing_entries WHERE app_id = $1 AND scope_hash = $2',
}
const NEWS = {
  name: 'standing-news',
  text: `
    (SELECT state, body FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND state = 'open' AND n > $3 ORDER BY n DESC LIMIT $5)
    UNION ALL SELECT state, body FROM standing_entries
    WHERE app_id = $1 AND scope_hash = $2 AND id = ANY($4::text[]) AND state <> 'open'`,
}

/** The place is read first: an entry that is added meanwhile is found again by the next look. */
export async function readStandingNews(
  tx: Transaction,
  of: readonly [appId: string, scope: string],
  { place, ids, reach }: { place: number; ids: readonly string[]; reach: number },
): Promise<{ added: StandingEntry[]; closed: StandingEntry[]; newest: number }> {
  const scope = [of[0], hashOf(of[1])]
  const [row] = await tx.query<{ n: number }>({ ...NEWEST, values: scope })
  const newest = row?.n ?? 0
  if (newest <= place && ids.length === 0) return { added: [], closed: [], newest }
  const all = (await tx.query<BodyRow>({ ...NEWS, values: [...scope, place, ids, reach] })).map(entryOf)
  return {
    added: all.filter(({ state }) => state === 'open'),
    closed: all.filter(({ state }) => state !== 'open'),
    newest,
  }
}

const COLUMNS = ['app_id', 'scope_hash', 'id', 'kind', 'state', 'body']
const DROP_CLOSED = `
  DELETE FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND n IN (
    SELECT n FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND state <> 'open' ORDER BY n LIMIT $3)`

/** Sends without waiting. */
export function writeStanding(
  tx: Transaction,
  appId: string,
  scope: string,
  { added = [], changed = [], deleted = [], dropClosed = 0 }: StandingChanges,
): void {
  const of = [appId, hashOf(scope)]
  if (added.length > 0)
    tx.send(
      insertRows(
        'standing_entries',
        COLUMNS,
        added.map((one) => [...of, one.id, one.kind, one.state, JSON.stringify(one)]),
      ),
    )
  for (const one of changed) {
    const text =
      'UPDATE standing_entries SET kind = $4, state = $5, body = $6 WHERE app_id = $1 AND scope_hash = $2 AND id = $3'
    tx.send({ name: 'change-standing', text, values: [...of, one.id, one.kind, one.state, JSON.stringify(one)] })
  }
  // After the changes: what was closed now may make way, too.
  if (dropClosed > 0) tx.send({ name: 'drop-closed-standing', text: DROP_CLOSED, values: [...of, dropClosed] })
  if (added.length + changed.length > 0) noteScope(tx, appId, scope, [...added, ...changed])
  if (deleted.length > 0) {
    const text = 'DELETE FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND id = ANY($3::text[])'
    tx.send({ name: 'delete-standing', text, values: [...of, deleted] })
    dropEmptyScope(tx, appId, scope)
  }
}

/** Sends without waiting. */
export function noteStandingSession(tx: Transaction, session: Pick<Session, 'id' | 'appId'>, scope: string): void {
  const row = [session.id, session.appId, hashOf(scope)]
  tx.send(insertRows('standing_sessions', ['session_id', 'app_id', 'scope_hash'], [row], 'ON CONFLICT DO NOTHING'))
}
