import type { Store } from '../../ports/ports.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import { DomainError } from '../../domain/errors.js'
import type { Removed } from '../../ports/app-port.js'
import { countDeleted } from '../apps/count-deleted.js'
import { noteForgotten } from '../recall/recall-sources.js'
import { countRows } from '../apps/retention.js'
import type { Session } from '../../domain/session/session.js'
import { insertRows, type Database, type Statement, type Transaction } from '../database.js'
import { insertEvents } from '../tables/insert-events.js'
import { codeOf, UNIQUE_VIOLATION } from '../failures.js'
import { recordGoals } from '../tables/goals.js'
import { hashOf } from '../hash-of.js'
import { indexScope } from '../recall/memory-scopes.js'
import { insertAudit } from '../access/audit-log.js'
import { copyHistory } from './copy-history.js'
import { laneOf } from './keyed-mutex.js'
import { removeFromIndex } from '../search/index-writer.js'
import { changeSession, type Parts } from './change-session.js'
import { HIDE, lockSession, OF_APP, VISIBLE } from './lock-session.js'
import { knownSetup, sessionColumns, sessionOf, setupText, stateText, type SessionRow } from '../tables/session-row.js'
import { IDEMPOTENCY_COLUMNS } from './session-records.js'
import { copiesOf, VIEW_COLUMNS, viewOf, type View, type ViewRow } from '../tables/view.js'
import { externalKey, indexMetadata, takeExternalId } from './session-metadata.js'

type SessionTables = Pick<
  Store,
  'insertSession' | 'sessionMadeBefore' | 'session' | 'sessionByExternalId' | 'deleteSession' | 'change' | 'records'
>

/** Parameters: those of OF_APP, and `$3`: known setup revision. */
const ONE = `${OF_APP} AND ${VISIBLE}`
const READ = { name: 'session', text: `SELECT ${sessionColumns(3)} FROM sessions ${ONE}` }
const READ_VIEW = { name: 'session-view', text: `SELECT ${sessionColumns(3)}, ${VIEW_COLUMNS} FROM sessions s ${ONE}` }

export function sessionTable(parts: Parts): SessionTables {
  const { db, notifier, known, rows, messages, mutex } = parts
  const forget = (id: string) => {
    known.forget(id)
    rows.forget(id)
    messages.forget(id)
  }

  /** `mine` is the cache entry at the time of the query. The cache may have dropped it since. */
  const read = async <Row extends SessionRow>(
    statement: Statement,
    id: string,
    appId: string | null,
    viewIn: (row: Row) => View | null,
  ) => {
    const mine = known.get(id)
    const [row] = await db.query<Row>({ ...statement, values: [id, appId, mine?.setup.revision ?? -1] })
    if (!row) return null
    const setup = knownSetup(row, mine?.setup)
    const view = viewIn(row) ?? (mine?.revision === row.revision ? mine.view : null)
    known.remember(id, { setup, revision: row.revision, view })
    return { session: sessionOf(row, setup), view }
  }

  return {
    insertSession: (...all) => insertSession(parts, ...all),
    sessionMadeBefore: (appId, idempotency) => sessionMadeBefore(db, appId, idempotency),
    session: async (id, appId) => (await read(READ, id, appId, () => null))?.session ?? null,
    sessionByExternalId: (appId, externalId) => byExternalId(db, appId, externalId),
    deleteSession: async (id, appId, how = {}) => {
      const removed = await mutex.run(laneOf(id, appId), () =>
        db.transaction((tx) => deleteSession(tx, id, appId, how)),
      )
      forget(id)
      if (removed) notifier.notify()
      return removed
    },
    change: (id, appId, work, { isWrite = false, ...reads } = {}) =>
      changeSession(parts, { id, appId, isWrite, reads }, work),
    records: async (id, appId) => {
      // Reads only the row if the view is cached, else the row and the view from one snapshot.
      const short = await read(READ, id, appId, () => null)
      const whole = short && !short.view ? await read<SessionRow & ViewRow>(READ_VIEW, id, appId, viewOf) : short
      return whole?.view ? { session: whole.session, ...copiesOfView(whole.view) } : null
    },
  }
}

async function insertSession({ db, notifier, known }: Parts, session: Session, ...rest: InsertRest): Promise<Session> {
  const [events, idempotency, initialGoal, fork, hidden = false] = rest
  const earlier = idempotency && (await sessionMadeBefore(db, session.appId, idempotency))
  if (earlier) return earlier
  const made: Session = { ...session, eventSeq: session.eventSeq + events.length }
  try {
    await db.transaction(async (tx) => {
      const values = [
        made.id,
        made.appId,
        made.createdAt,
        made.lastActivityAt,
        made.lastSeq,
        made.eventSeq,
        1,
        stateText(made),
        setupText(made),
        1,
        usedModelTokens(made),
        made.limit,
        JSON.stringify(made.model),
        // A hidden session must not take the key from a session that is opened meanwhile.
        hidden ? null : externalKey(made.externalId),
        0,
      ]
      tx.send(insertRows('sessions', SESSION_COLUMNS, [values]))
      if (hidden) tx.send({ ...HIDE, values: [made.id] })
      else takeExternalId(tx, made.appId, made.id, externalKey(made.externalId))
      indexMetadata(tx, made)
      indexScope(tx, made, fork?.parentId)
      if (idempotency) {
        const remembered = [
          made.appId,
          hashOf(idempotency.key),
          made.id,
          idempotency.bodyDigest,
          JSON.stringify(made.id),
        ]
        tx.send(insertRows('idempotency', IDEMPOTENCY_COLUMNS, [remembered]))
      }
      if (fork) await copyHistory(tx, made, fork)
      if (initialGoal) recordGoals(tx, made.id, initialGoal.act, initialGoal.goals)
      if (events.length > 0) tx.send(insertEvents(made, session.eventSeq, events, made.createdAt))
    })
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    // Another request with the same key created the session after our lookup.
    const faster = idempotency && (await sessionMadeBefore(db, session.appId, idempotency))
    if (faster) return faster
    const named = session.externalId === null ? null : await byExternalId(db, session.appId, session.externalId)
    if (named && fork) throw externalIdTaken(named)
    if (named) return named
    throw error
  }
  known.forget(made.id)
  if (events.length > 0) notifier.notify()
  return made
}
type InsertRest = Parameters<Store['insertSession']> extends [Session, ...infer Rest] ? Rest : never

const SESSION_COLUMNS = [
  'id',
  'app_id',
  'created_at',
  'last_activity_at',
  'last_seq',
  'event_seq',
  'revision',
  'state',
  'setup',
  'setup_revision',
  'used_tokens',
  'limit_tokens',
  'model',
  'external_id',
  'stored_bytes',
]

async function byExternalId(db: Database, appId: string, externalId: string): Promise<Session | null> {
  const text = `SELECT ${sessionColumns(3)} FROM sessions WHERE app_id = $1 AND external_id = $2 AND ${VISIBLE}`
  const [row] = await db.query<SessionRow>({ text, values: [appId, externalKey(externalId), -1] })
  return row ? sessionOf(row, knownSetup(row, undefined)) : null
}

async function sessionMadeBefore(
  db: Database,
  appId: string,
  { key, bodyDigest }: { key: string; bodyDigest: string },
): Promise<Session | null> {
  const text = `
    SELECT ${sessionColumns(3)}, body_digest FROM sessions JOIN (SELECT session_id, body_digest FROM idempotency WHERE scope = $1 AND key_hash = $2) made
    ON made.session_id = id`
  const [row] = await db.query<SessionRow & { body_digest: string }>({ text, values: [appId, hashOf(key), -1] })
  if (!row) return null
  if (row.body_digest !== bodyDigest)
    throw new DomainError(
      'idempotency_conflict',
      'This Idempotency-Key was already used with another body. Use a new key.',
      { key },
    )
  return sessionOf(row, knownSetup(row, undefined))
}

function externalIdTaken({ id: sessionId }: Session): DomainError {
  return new DomainError('external_id_taken', `The app has a session with this externalId: ${sessionId}.`, {
    sessionId,
  })
}

/** Deletes the rows of a session from the tables whose key is another one: no foreign key reaches them where tables are distributed.
 * Parameters: the session, its app. */
const OF_OTHER_KEYS = [
  ...['events', 'door_responses', 'external_ids', 'memory_scopes', 'session_users', 'standing_sessions'].map(
    (table) => `DELETE FROM ${table} WHERE session_id = $1 AND app_id = $2`,
  ),
  'DELETE FROM idempotency WHERE session_id = $1 AND scope IN ($1, $2)',
]

type HowDeleted = NonNullable<Parameters<Store['deleteSession']>[2]> & { hidden?: boolean }

/** Deletes a session with all its records and events, and adds the event `session-deleted`. */
export async function deleteSession(
  tx: Transaction,
  id: string,
  appId: string | null,
  { hidden = false, idleSince, audit, deletion }: HowDeleted = {},
): Promise<Removed | null> {
  const row = await lockSession(tx, { id, appId, hidden })
  if (!row || (idleSince && row.last_activity_at > idleSince)) return null
  const { app_id: ofApp } = row
  const removed = { messages: row.last_seq, ...(await countRows(tx, id, ofApp)) }
  // A deletion with a report takes them out before it ends.
  if (!hidden && !deletion) await noteForgotten(tx, id, ofApp)
  for (const text of OF_OTHER_KEYS) tx.send({ text, values: [id, ofApp] })
  tx.send(removeFromIndex(id))
  tx.send({ text: 'DELETE FROM sessions WHERE id = $1', values: [id] })
  const data = { ...removed, by: idleSince ? ('retention' as const) : ('request' as const) }
  tx.send(insertEvents({ id, appId: ofApp }, row.event_seq, [{ type: 'session-deleted', data }], row.now))
  if (deletion) await countDeleted(tx, deletion, { ...removed, sessions: 1 })
  if (audit) tx.send(insertAudit({ ...audit, appId: ofApp, details: { ...audit.details, messages: removed.messages } }))
  return removed
}

function copiesOfView({ entries, reductions, checkpoints }: View) {
  return { entries: copiesOf(entries), reductions: copiesOf(reductions), checkpoints: copiesOf(checkpoints) }
}
