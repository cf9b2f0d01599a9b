import { pause } from '../../ports/pause.js'
import type { ArchiveSection } from '../../domain/archive/archive.js'
import type { Database, Transaction } from '../database.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { Session } from '../../domain/session/session.js'
import { hashOf } from '../hash-of.js'
import { entryOf, type BodyRow as StandingRow } from '../standing/rows.js'
import { REDUCTION_HISTORY } from '../messages/shared-history.js'
import { momentPages } from './moment-pages.js'

/** Pages of the records of a session other than its messages, as JSON texts. */

/** Which records existed at one moment, and what of them may change later. */
export interface Bounds {
  /** Greatest numbers; 0 without records. */
  reductions: string
  cuts: string
  acts: number
  prompts: number
  /** Greatest version. */
  moments: number
  /** Newest message with a decision. */
  recalls: number
  /** Ids of the snapshots. One that is deleted meanwhile is left out. */
  snapshots: string[]
  /** Texts of the goals, which change. */
  goals: string[]
  /** Texts of the standing entries, which change. */
  standing: string[]
  /** Ids of the ended compressions, which do not change any more. */
  compressions: string[]
  /** What replaced each checkpoint; null while live. */
  checkpoints: Map<string, string | null>
  /** What may change of each ledger entry, as JSON text, by its position. Many have the same. */
  ledger: Map<string, string>
}

/** Records per page. They are small, except prompts. */
const PAGE = 100
const LEDGER_PAGE = 5_000

export async function readBounds(tx: Transaction, session: Session): Promise<Bounds> {
  const sessionId = session.id
  const values = [sessionId]
  const numbers = `
    SELECT (SELECT coalesce(max(n), 0)::text FROM ${REDUCTION_HISTORY} r WHERE session_id = $1) AS reductions,
      (SELECT coalesce(max(n), 0)::text FROM cuts WHERE session_id = $1) AS cuts,
      (SELECT coalesce(max(n), 0) FROM goal_acts WHERE session_id = $1) AS acts,
      (SELECT coalesce(max(until_version), 0) FROM replaced_prompts WHERE session_id = $1) AS prompts,
      (SELECT coalesce(max(version), 0) FROM moments WHERE session_id = $1) AS moments,
      (SELECT coalesce(max(seq), 0) FROM recalls WHERE session_id = $1) AS recalls`
  type Numbers = Pick<Bounds, 'reductions' | 'cuts' | 'acts' | 'prompts' | 'moments' | 'recalls'>
  const [found] = await tx.query<Numbers>({ text: numbers, values })
  const goals = await tx.query<BodyRow>({ text: 'SELECT body FROM goals WHERE session_id = $1 ORDER BY n', values })
  const ended = `SELECT id FROM compressions WHERE session_id = $1 AND status NOT IN ('queued', 'running') ORDER BY id`
  const compressions = await tx.query<{ id: string }>({ text: ended, values })
  const all = 'SELECT id, superseded_by FROM checkpoints WHERE session_id = $1 ORDER BY id'
  const checkpoints = await tx.query<{ id: string; superseded_by: string | null }>({ text: all, values })
  const saved = await tx.query<{ id: string }>({
    text: 'SELECT id FROM snapshots WHERE session_id = $1 ORDER BY id',
    values,
  })
  return {
    ...(found ?? { reductions: '0', cuts: '0', acts: 0, prompts: 0, moments: 0, recalls: 0 }),
    snapshots: saved.map(({ id }) => id),
    goals: goals.map(({ body }) => body),
    compressions: compressions.map(({ id }) => id),
    checkpoints: new Map(checkpoints.map(({ id, superseded_by }) => [id, superseded_by])),
    ledger: await readLedger(tx, sessionId),
    standing: await readStated(tx, session),
  }
}

/** Returns the entries that a session stated for its scope, oldest first, as JSON texts. */
async function readStated(tx: Transaction, session: Session): Promise<string[]> {
  const scope = scopeOf(session)
  if (scope === null) return []
  const text = `
    SELECT state, body FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND strpos(body, $3) > 0 ORDER BY n`
  // Not as JSON in the database, which refuses some escapes. Quotes within a text are escaped, so only the member matches.
  const member = `"sessionId":${JSON.stringify(session.id)}`
  const rows = await tx.query<StandingRow>({ text, values: [session.appId, hashOf(scope), member] })
  return rows.map((row) => JSON.stringify(entryOf(row)))
}

async function readLedger(tx: Transaction, sessionId: string): Promise<Map<string, string>> {
  const states = new Map<string, string>()
  // Equal texts are stored once.
  const texts = new Map<string, string>()
  const text = `SELECT seq, n, state, shown::text FROM ledger WHERE session_id = $1 AND (seq, n) > ($2, $3) ORDER BY seq, n LIMIT ${LEDGER_PAGE}`
  for (let after = [-1, -1]; ;) {
    const values = [sessionId, ...after]
    const rows = await tx.query<LedgerRow & { state: string; shown: string }>({ text, values })
    for (const { seq, n, state, shown } of rows) {
      const members = JSON.stringify({ state, shown })
      if (!texts.has(members)) texts.set(members, members)
      states.set(`${seq}/${n}`, texts.get(members)!)
    }
    const last = rows.at(-1)
    if (!last || rows.length < LEDGER_PAGE) return states
    after = [last.seq, last.n]
    await pause()
  }
}

interface BodyRow {
  body: string
}
interface NumberedRow extends BodyRow {
  n: string | number
}
interface LedgerRow {
  seq: number
  n: number
}

export function bodiesOf(
  db: Database,
  sessionId: string,
  bounds: Bounds,
  section: Exclude<ArchiveSection, 'messages'>,
): AsyncGenerator<string[]> {
  switch (section) {
    case 'goals':
      return listed(bounds.goals)
    case 'goalActs':
      return numbered(db, sessionId, { table: 'goal_acts', n: 'n', upTo: bounds.acts })
    case 'replacedPrompts':
      return prompts(db, sessionId, bounds.prompts)
    case 'checkpoints':
      return byId(
        db,
        sessionId,
        { table: 'checkpoints', since: 'since_version' },
        [...bounds.checkpoints.keys()],
        (row) =>
          withMembers(row.body, { sinceVersion: row.since, supersededBy: bounds.checkpoints.get(row.id) ?? null }),
      )
    case 'reductions':
      return numbered(db, sessionId, { table: REDUCTION_HISTORY, n: 'n', upTo: bounds.reductions })
    case 'cuts':
      return numbered(db, sessionId, { table: 'cuts', n: 'n', upTo: bounds.cuts })
    case 'ledger':
      return ledger(db, sessionId, bounds.ledger)
    case 'compressions':
      return byId(db, sessionId, { table: 'compressions' }, bounds.compressions, ({ body }) => body)
    case 'moments':
      return momentPages(db, sessionId, { upTo: bounds.moments, limit: PAGE })
    case 'standing':
      return listed(bounds.standing)
    case 'recalls':
      return numbered(db, sessionId, { table: 'recalls', n: 'seq', upTo: bounds.recalls })
    case 'snapshots':
      return byId(db, sessionId, { table: 'snapshots' }, bounds.snapshots, ({ body }) => body)
  }
}

/** The text of an object with more members, which are written first. */
function withMembers(body: string, members: Record<string, string | number | null>): string {
  return joined(JSON.stringify(members), body)
}

function joined(members: string, body: string): string {
  return `${members.slice(0, -1)},${body.slice(1)}`
}

async function* listed(texts: readonly string[]): AsyncGenerator<string[]> {
  for (let from = 0; from < texts.length; from += PAGE) yield texts.slice(from, from + PAGE)
}

async function* numbered(
  db: Database,
  sessionId: string,
  { table, n, upTo, limit = PAGE }: { table: string; n: string; upTo: string | number; limit?: number },
  take: (row: NumberedRow) => string = ({ body }) => body,
): AsyncGenerator<string[]> {
  const text = `SELECT ${n} AS n, body FROM ${table} t WHERE session_id = $1 AND ${n} > $2 AND ${n} <= $3 ORDER BY ${n} LIMIT ${limit}`
  for (let after: string | number = 0; ;) {
    const rows: NumberedRow[] = await db.query<NumberedRow>({ text, values: [sessionId, after, upTo] })
    if (rows.length > 0) yield rows.map(take)
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.n
  }
}

function prompts(db: Database, sessionId: string, upTo: number): AsyncGenerator<string[]> {
  const source = { table: 'replaced_prompts', n: 'until_version', upTo, limit: 1 }
  return numbered(db, sessionId, source, ({ n, body }) => withMembers(body, { untilVersion: Number(n) }))
}

interface ByIdRow extends BodyRow {
  id: string
  since: number | null
}

async function* byId(
  db: Database,
  sessionId: string,
  { table, since = 'NULL::integer' }: { table: 'checkpoints' | 'compressions' | 'snapshots'; since?: string },
  ids: readonly string[],
  take: (row: ByIdRow) => string,
): AsyncGenerator<string[]> {
  const text = `SELECT id, body, ${since} AS since FROM ${table} WHERE session_id = $1 AND id = ANY($2::text[]) ORDER BY id`
  for (let from = 0; from < ids.length; from += PAGE) {
    const values = [sessionId, ids.slice(from, from + PAGE)]
    yield (await db.query<ByIdRow>({ text, values })).map(take)
  }
}

/** Entries of older messages may have been added since, so rows are taken by their positions. */
async function* ledger(db: Database, sessionId: string, states: Map<string, string>): AsyncGenerator<string[]> {
  const text = `SELECT seq, n, body FROM ledger WHERE session_id = $1 AND (seq, n) > ($2, $3) ORDER BY seq, n LIMIT ${PAGE}`
  for (let after = [-1, -1]; ;) {
    const rows = await db.query<BodyRow & LedgerRow>({ text, values: [sessionId, ...after] })
    const texts = rows.flatMap(({ seq, n, body }) => {
      const members = states.get(`${seq}/${n}`)
      return members === undefined ? [] : [joined(members, body)]
    })
    if (texts.length > 0) yield texts
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = [last.seq, last.n]
  }
}
