import type { AppSettings, AppStore, AppUsage } from '../../ports/app-port.js'
import { withoutRetired, type PolicyOverrides } from '../../domain/session/policy-overrides.js'
import type { Preset } from '../../domain/session/policy.js'
import { withAudit } from '../access/audit-log.js'
import { quotasOf } from './quotas.js'
import type { Database } from '../database.js'
import { leavesOf } from '../table-leaves.js'

interface SettingsRow {
  preset: Preset | null
  policy: string | null
  retention_days: number | null
  quotas: string | null
}
const settingsOf = ({ preset, policy, retention_days, quotas }: SettingsRow): AppSettings => ({
  preset,
  policy: policy === null ? null : withoutRetired(JSON.parse(policy) as PolicyOverrides),
  retentionDays: retention_days,
  quotas: quotasOf(quotas),
})

/** Sessions that are read to estimate the rest. */
const SAMPLED_SESSIONS = 5_000

/** SQL for the bytes of a table, whether it has partitions or not. */
const sizeOf = (table: string) =>
  `(SELECT sum(pg_total_relation_size(oid)) FROM ${leavesOf(`'${table}'::regclass`)} leaves)`

/** Returns the rows of one app, and of all, in the tables that grow with messages: sums over sessions, so the query reads
 * no message. Of many sessions, it reads some pages and multiplies: $2 is the percentage. */
const USAGE = `
  WITH sampled AS MATERIALIZED (
    SELECT app_id = $1 AS is_mine, last_seq, event_seq FROM sessions TABLESAMPLE SYSTEM ($2::real)),
  every AS (
    SELECT coalesce(sum(last_seq), 0) AS messages, coalesce(sum(event_seq), 0) AS events FROM sampled),
  mine AS (
    SELECT count(*) AS sessions, coalesce(sum(last_seq), 0) AS messages, coalesce(sum(event_seq), 0) AS events
    FROM sampled WHERE is_mine),
  passages AS (SELECT coalesce(sum(passages) FILTER (WHERE app_id = $1), 0) AS mine, coalesce(sum(passages), 0) AS every FROM search_apps)
  SELECT round(mine.sessions * 100 / $2::numeric)::float8 AS sessions, round(mine.messages * 100 / $2::numeric)::float8 AS messages,
    round(${sizeOf('messages')} * mine.messages::numeric / greatest(every.messages, 1))::float8 AS "messageBytes",
    round(${sizeOf('events')} * mine.events::numeric / greatest(every.events, 1))::float8 AS "eventBytes",
    round(${sizeOf('search_passages')} * passages.mine::numeric / greatest(passages.every, 1))::float8 AS "searchBytes",
    pg_database_size(current_database())::float8 AS "databaseBytes"
  FROM mine, every, passages`

export function appSettingsTable(db: Database): Pick<AppStore, 'appSettings' | 'changeAppSettings' | 'appUsage'> {
  return {
    appSettings: async (appId) => {
      const text = 'SELECT preset, policy, retention_days, quotas FROM apps WHERE id = $1'
      const [row] = await db.query<SettingsRow>({ name: 'app-settings', text, values: [appId] })
      return row ? settingsOf(row) : null
    },
    changeAppSettings: async (appId, { preset, policy, retentionDays, quotas }, audit) => {
      const text = `
        UPDATE apps SET preset = CASE WHEN $2 THEN $3 ELSE preset END, policy = CASE WHEN $4 THEN $5 ELSE policy END,
          retention_days = CASE WHEN $6 THEN $7::integer ELSE retention_days END,
          quotas = CASE WHEN $8 THEN $9 ELSE quotas END
        WHERE id = $1 RETURNING preset, policy, retention_days, quotas`
      const policyText = policy ? JSON.stringify(policy) : null
      const values = [
        appId,
        ...[preset !== undefined, preset ?? null],
        ...[policy !== undefined, policyText],
        ...[retentionDays !== undefined, retentionDays ?? null],
        ...[quotas !== undefined, quotas ? JSON.stringify(quotas) : null],
      ]
      const [row] = await withAudit<SettingsRow>(db, { text, values }, audit, (entry) => entry)
      return row ? settingsOf(row) : null
    },
    appUsage: async (appId): Promise<AppUsage> => {
      const text = `SELECT sum(rows)::float8 AS sessions FROM ${leavesOf("'sessions'::regclass")} leaves`
      const [all] = await db.query<{ sessions: number }>({ name: 'about-sessions', text })
      const percent = Math.min(100, (100 * SAMPLED_SESSIONS) / Math.max(1, all?.sessions ?? 0))
      type Row = Omit<AppUsage, 'estimatedBytes'> & Record<'messageBytes' | 'eventBytes' | 'searchBytes', number>
      const [row] = await db.query<Row>({ name: 'app-usage', text: USAGE, values: [appId, percent] })
      const { messageBytes, searchBytes, eventBytes, ...counts } = row!
      const bytes = { messages: messageBytes, search: searchBytes, events: eventBytes }
      return { ...counts, estimatedBytes: { ...bytes, total: messageBytes + searchBytes + eventBytes } }
    },
  }
}
