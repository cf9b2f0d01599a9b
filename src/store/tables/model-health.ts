import { LRUCache } from 'lru-cache'
import { QUEUE_UP } from '../queue-up.js'
import type { Store } from '../../ports/ports.js'
import type { NewEvent } from '../../domain/event.js'
import {
  newModelHealth,
  healthIssuesIn,
  type ModelHealth,
  type HealthIssue,
  type HealthSubject,
} from '../../domain/model/model-health.js'
import type { Database, Statement } from '../database.js'
import { insertServiceEvents } from './insert-events.js'
import type { LocalNotifier } from '../notifier.js'

interface HealthRow {
  model: string
  body: string
}
type HealthBody = Pick<ModelHealth, 'breaker' | 'record'>

/** How long cached issues are valid, in ms. Other processes write issues too. */
const ISSUES_TTL_MS = 1_000
/** Maximum models with issues in one reply. Apps choose the model names, so their number is otherwise unbounded. */
const MAX_MODELS_WITH_ISSUES = 1_000
/** Apps with cached issues. */
const MAX_CACHED = 1_000

/** The key of a server's health in `model_care`. */
const SERVER = 'null'
const READ_SERVER = {
  name: 'server-health',
  text: 'SELECT model, body FROM model_care WHERE server = $1 AND model = $2',
}
const READ_MODEL = {
  name: 'model-health',
  text: 'SELECT model, body FROM app_model_health WHERE server = $1 AND model = $2 AND app_id = $3',
}
const WRITE_SERVER: Statement = {
  name: 'write-server-health',
  text: `INSERT INTO model_care (server, model, troubled, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT (server, model) DO UPDATE SET troubled = excluded.troubled, body = excluded.body`,
}
const WRITE_MODEL: Statement = {
  name: 'write-model-health',
  text: `INSERT INTO app_model_health (server, model, troubled, body, app_id) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (server, app_id, model) DO UPDATE SET troubled = excluded.troubled, body = excluded.body`,
}
/** Parameters: server, app id (null: every app), limit. The server comes first. */
const bothWhere = (condition: string) => `
  (SELECT model, body FROM model_care WHERE server = $1 AND model = '${SERVER}' AND ${condition})
  UNION ALL
  (SELECT model, body FROM app_model_health WHERE server = $1 AND ($2::text IS NULL OR app_id = $2) AND ${condition} ORDER BY model LIMIT $3)`
const ALL = { name: 'all-model-health', text: bothWhere('true') }
const TROUBLED = { name: 'model-issues', text: bothWhere('troubled') }

export function modelHealthTable(
  db: Database,
  notifier: LocalNotifier,
): Pick<Store, 'modelHealth' | 'issues' | 'changeModelHealth'> {
  const known = new LRUCache<string, Promise<HealthIssue[]>>({ max: MAX_CACHED, ttl: ISSUES_TTL_MS })
  const readMany = async (
    statement: Statement,
    server: string,
    appId: string | null,
    limit: number,
  ): Promise<ModelHealth[]> => {
    const rows = await db.query<HealthRow>({ ...statement, values: [server, appId, limit] })
    return rows.map((row) => healthOf(server, row))
  }
  return {
    modelHealth: (server, appId, limit) => readMany(ALL, server, appId, limit),
    issues: (server, appId) => {
      const key = `${server} ${appId}`
      const last = known.get(key)
      if (last) return last
      const issues = readMany(TROUBLED, server, appId, MAX_MODELS_WITH_ISSUES).then((found) =>
        found.flatMap(healthIssuesIn),
      )
      known.set(key, issues)
      issues.catch(() => known.delete(key))
      return issues
    },
    changeModelHealth: async <T>(
      server: string,
      subject: HealthSubject,
      work: (health: ModelHealth) => { health: ModelHealth; events?: NewEvent[]; result: T },
    ): Promise<T> => {
      const name = JSON.stringify(subject.model)
      const app = subject.model === null ? [] : [subject.appId]
      const [READ, WRITE] = subject.model === null ? [READ_SERVER, WRITE_SERVER] : [READ_MODEL, WRITE_MODEL]
      const read = { ...READ, values: [server, name, ...app] }
      /** What the work makes of a row. */
      const decide = (row: HealthRow | undefined) => {
        const before = row ? healthOf(server, row) : newModelHealth(server, subject.model)
        const { health, events = [], result } = work(before)
        const body = bodyText(health)
        return { health, events, result, body, changed: body !== (row?.body ?? bodyText(before)) }
      }
      // Most calls change nothing, and then the row as committed last is enough: no lock, no transaction.
      const seen = decide((await db.query<HealthRow>(read))[0])
      if (!seen.changed && seen.events.length === 0) return seen.result
      const done = await db.transaction(async (tx) => {
        // First, and before the transaction gets a number, so that the events of one server stay in order.
        tx.send({ ...QUEUE_UP, values: [`model-care ${server}`] })
        const [row] = await tx.query<HealthRow>(read)
        const { health, events, result, body, changed } = decide(row)
        if (changed) tx.send({ ...WRITE, values: [server, name, healthIssuesIn(health).length > 0, body, ...app] })
        if (events.length > 0) tx.send(insertServiceEvents(events, app[0]))
        return { result, changed, emitted: events.length > 0 }
      })
      if (done.changed && app[0] !== undefined) known.delete(`${server} ${app[0]}`)
      else if (done.changed) known.clear()
      if (done.emitted) notifier.notify()
      return done.result
    },
  }
}

function bodyText({ breaker, record }: ModelHealth): string {
  return JSON.stringify({ breaker, record })
}

function healthOf(server: string, row: HealthRow): ModelHealth {
  const { breaker, record }: HealthBody = JSON.parse(row.body)
  return { server, model: JSON.parse(row.model), breaker, record }
}
