import type { StandingStore } from '../../ports/ports.js'
import { insertAudit } from '../access/audit-log.js'
import type { Database } from '../database.js'
import { hashOf } from '../hash-of.js'
import type { LocalNotifier } from '../notifier.js'
import { insertServiceEvents } from '../tables/insert-events.js'
import { endRecall, forgetRecalled } from './forget-recalled.js'
import { entryOf, holdStanding, lockScope, writeStanding, type BodyRow } from './rows.js'
import { dropEmptyScope } from './known-scopes.js'

/** Standing entries of a scope of an app. [M11] */
export function standingTables(db: Database, notifier: LocalNotifier): StandingStore {
  return {
    standingEntries: async ({ appId, scope }, { limit, after, state }) => {
      const text = `
        SELECT state, body FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND ($3::text IS NULL OR state = $3)
          AND ($4::text IS NULL OR n < (SELECT n FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND id = $4))
        ORDER BY n DESC LIMIT $5`
      const values = [appId, hashOf(scope), state ?? null, after ?? null, limit]
      return (await db.query<BodyRow>({ name: 'list-standing', text, values })).map(entryOf)
    },
    standingEntry: async ({ appId, scope }, id) => {
      const text = 'SELECT state, body FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND id = $3'
      const [row] = await db.query<BodyRow>({ name: 'standing-entry', text, values: [appId, hashOf(scope), id] })
      return row ? entryOf(row) : null
    },
    standingById: async ({ appId, scope }, ids) => {
      const text =
        'SELECT state, body FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 AND id = ANY($3::text[])'
      const values = [appId, hashOf(scope), ids]
      return (await db.query<BodyRow>({ name: 'standing-by-id', text, values })).map(entryOf)
    },
    takenStanding: async (appId, ids) => {
      const text = 'SELECT id FROM standing_entries WHERE app_id = $1 AND id = ANY($2::text[])'
      return (await db.query<{ id: string }>({ name: 'taken-standing', text, values: [appId, ids] })).map(
        ({ id }) => id,
      )
    },
    changeStanding: async ({ appId, scope }, work, audit) => {
      const done = await db.transaction(async (tx) => {
        const { changes, events, result } = work(await holdStanding(tx, appId, scope))
        writeStanding(tx, appId, scope, changes)
        if (events.length > 0) tx.send(insertServiceEvents(events, appId))
        if (audit) tx.send(insertAudit(audit))
        return { result, emitted: events.length > 0 }
      })
      if (done.emitted) notifier.notify()
      return done.result
    },
    deleteStanding: async ({ appId, scope }, audit) => {
      const values = [appId, hashOf(scope)]
      const entries = await db.transaction(async (tx) => {
        tx.send(lockScope(appId, scope))
        const text = 'DELETE FROM standing_entries WHERE app_id = $1 AND scope_hash = $2 RETURNING 1 AS one'
        const deleted = (await tx.query({ text, values })).length
        dropEmptyScope(tx, appId, scope)
        const event = { type: 'standing-deleted' as const, data: { scope, entries: deleted } }
        tx.send(insertServiceEvents([event], appId))
        if (audit) tx.send(insertAudit({ ...audit, details: { entries: deleted } }))
        return deleted
      })
      notifier.notify()
      return entries
    },
    endRecall: ({ appId, scope }) => db.transaction((tx) => endRecall(tx, appId, scope)),
    standingSessions: async ({ appId, scope }, { limit, after }) => {
      const part = (table: string) =>
        `SELECT session_id AS id FROM ${table} WHERE app_id = $1 AND scope_hash = $2 AND session_id > $3`
      const text = `${part('memory_scopes')} UNION ${part('standing_sessions')} ORDER BY id LIMIT $4`
      const values = [appId, hashOf(scope), after ?? '', limit]
      return (await db.query<{ id: string }>({ name: 'standing-sessions', text, values })).map(({ id }) => id)
    },
    forgetRecalled: (sessionId, from) => db.transaction((tx) => forgetRecalled(tx, sessionId, from)),
  }
}
