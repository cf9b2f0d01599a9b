import type { Store } from '../../app/ports/ports.js'
import type { NewEvent } from '../../domain/event.js'
import { newCare, troublesIn, type ModelCare, type Trouble } from '../../domain/model/model-health.js'
import type { Database, Statement } from '../database.js'
import { insertServiceEvents } from './events.js'
import type { WakeRoom } from '../notifier.js'

interface CareRow {
  model: string
  body: string
}
type CareBody = Pick<ModelCare, 'breaker' | 'record'> & Partial<Pick<ModelCare, 'calibration'>>

/** How old the known troubles may be: other processes write them too. */
const TROUBLES_MS = 1_000
/** Models are named by apps; what is told of them in one reply is bounded. */
const TROUBLES_MAX = 1_000

const QUEUE_UP = { name: 'queue-up', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 7420))' }
const READ = { name: 'model-care', text: 'SELECT model, body FROM model_care WHERE server = $1 AND model = $2' }
const WRITE: Statement = {
  name: 'write-model-care',
  text: `INSERT INTO model_care (server, model, troubled, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT (server, model) DO UPDATE SET troubled = excluded.troubled, body = excluded.body`,
}

export function modelCareTable(db: Database, wake: WakeRoom): Pick<Store, 'modelCare' | 'troubles' | 'changeModelCare'> {
  const known = new Map<string, { until: number; troubles: Promise<Trouble[]> }>()
  const readTroubles = async (server: string): Promise<Trouble[]> => {
    const text = 'SELECT model, body FROM model_care WHERE server = $1 AND troubled ORDER BY model LIMIT $2'
    const rows = await db.query<CareRow>({ name: 'troubled-models', text, values: [server, TROUBLES_MAX] })
    return rows.flatMap((row) => troublesIn(careOf(server, row)))
  }
  return {
    modelCare: async (server, limit) => {
      const text = `SELECT model, body FROM model_care WHERE server = $1 ORDER BY model <> 'null', model LIMIT $2`
      return (await db.query<CareRow>({ text, values: [server, limit] })).map((row) => careOf(server, row))
    },
    troubles: (server) => {
      const now = performance.now()
      const last = known.get(server)
      if (last && last.until > now) return last.troubles
      const troubles = readTroubles(server)
      known.set(server, { until: now + TROUBLES_MS, troubles })
      troubles.catch(() => known.delete(server))
      return troubles
    },
    changeModelCare: async <T>(
      server: string,
      model: string | null,
      work: (care: ModelCare) => { care: ModelCare; events?: NewEvent[]; result: T },
    ): Promise<T> => {
      const name = JSON.stringify(model)
      const done = await db.transaction(async (tx) => {
        // Before anything else, and without a transaction number: events of one server keep their order.
        tx.send({ ...QUEUE_UP, values: [`model-care ${server}`] })
        const [row] = await tx.query<CareRow>({ ...READ, values: [server, name] })
        const before = row ? careOf(server, row) : newCare(server, model)
        const { care, events = [], result } = work(before)
        const body = bodyText(care)
        const changed = row ? body !== row.body : body !== bodyText(before)
        if (changed) tx.send({ ...WRITE, values: [server, name, troublesIn(care).length > 0, body] })
        if (events.length > 0) tx.send(insertServiceEvents(events))
        return { result, changed, told: events.length > 0 }
      })
      if (done.changed) known.delete(server)
      if (done.told) wake.announce()
      return done.result
    },
  }
}

function bodyText({ breaker, record, calibration }: ModelCare): string {
  return JSON.stringify({ breaker, record, calibration })
}

function careOf(server: string, row: CareRow): ModelCare {
  const { breaker, record, calibration = null }: CareBody = JSON.parse(row.body)
  return { server, model: JSON.parse(row.model), breaker, record, calibration }
}
