import type { Store } from '../../app/ports/ports.js'
import type { NewEvent } from '../../domain/event.js'
import { newModelHealth, healthIssuesIn, type ModelHealth, type HealthIssue } from '../../domain/model/model-health.js'
import type { Database, Statement } from '../database.js'
import { insertServiceEvents } from './events.js'
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

const LOCK_SERVER = { name: 'queue-up', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 7420))' }
const READ = { name: 'model-health', text: 'SELECT model, body FROM model_care WHERE server = $1 AND model = $2' }
const WRITE: Statement = {
  name: 'write-model-health',
  text: `INSERT INTO model_care (server, model, troubled, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT (server, model) DO UPDATE SET troubled = excluded.troubled, body = excluded.body`,
}

export function modelHealthTable(
  db: Database,
  notifier: LocalNotifier,
): Pick<Store, 'modelHealth' | 'issues' | 'changeModelHealth'> {
  const known = new Map<string, { until: number; issues: Promise<HealthIssue[]> }>()
  const readHealthIssues = async (server: string): Promise<HealthIssue[]> => {
    const text = 'SELECT model, body FROM model_care WHERE server = $1 AND troubled ORDER BY model LIMIT $2'
    const rows = await db.query<HealthRow>({ name: 'model-issues', text, values: [server, MAX_MODELS_WITH_ISSUES] })
    return rows.flatMap((row) => healthIssuesIn(healthOf(server, row)))
  }
  return {
    modelHealth: async (server, limit) => {
      const text = `SELECT model, body FROM model_care WHERE server = $1 ORDER BY model <> 'null', model LIMIT $2`
      return (await db.query<HealthRow>({ text, values: [server, limit] })).map((row) => healthOf(server, row))
    },
    issues: (server) => {
      const now = performance.now()
      const last = known.get(server)
      if (last && last.until > now) return last.issues
      const issues = readHealthIssues(server)
      known.set(server, { until: now + ISSUES_TTL_MS, issues })
      issues.catch(() => known.delete(server))
      return issues
    },
    changeModelHealth: async <T>(
      server: string,
      model: string | null,
      work: (health: ModelHealth) => { health: ModelHealth; events?: NewEvent[]; result: T },
    ): Promise<T> => {
      const name = JSON.stringify(model)
      const done = await db.transaction(async (tx) => {
        // First, and before the transaction gets a number, so that the events of one server stay in order.
        tx.send({ ...LOCK_SERVER, values: [`model-care ${server}`] })
        const [row] = await tx.query<HealthRow>({ ...READ, values: [server, name] })
        const before = row ? healthOf(server, row) : newModelHealth(server, model)
        const { health, events = [], result } = work(before)
        const body = bodyText(health)
        const changed = row ? body !== row.body : body !== bodyText(before)
        if (changed) tx.send({ ...WRITE, values: [server, name, healthIssuesIn(health).length > 0, body] })
        if (events.length > 0) tx.send(insertServiceEvents(events))
        return { result, changed, emitted: events.length > 0 }
      })
      if (done.changed) known.delete(server)
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
