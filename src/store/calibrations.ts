import { LRUCache } from 'lru-cache'
import { QUEUE_UP } from './queue-up.js'
import type { Store } from '../ports/ports.js'
import { learn, type Calibration, type PromptSample } from '../domain/model/calibration.js'
import type { Database, Statement } from './database.js'

type CalibrationTable = Pick<Store, 'calibration' | 'calibrations' | 'learnCalibration' | 'largestLimit'>

/** Parameters: app id, model as a JSON string. */
const READ = {
  name: 'calibration',
  text: 'SELECT body FROM calibrations WHERE app_id = $1 AND model = $2',
}
const WRITE: Statement = {
  name: 'write-calibration',
  text: `INSERT INTO calibrations (app_id, model, body) VALUES ($1, $2, $3)
    ON CONFLICT (app_id, model) DO UPDATE SET body = excluded.body`,
}
/** Parameter: model as a JSON string. */
const LARGEST = {
  name: 'largest-limit',
  text: `
    SELECT max(one.limit_tokens) AS limit_tokens
    FROM (VALUES (utc_day(clock_timestamp())), (utc_day(clock_timestamp()) - 1)) AS days (day), LATERAL (
      SELECT limit_tokens FROM sessions WHERE model = $1 AND active_day = days.day AND importing_until IS NULL
        AND last_activity_at > clock_timestamp() - interval '1 day'
      ORDER BY limit_tokens DESC LIMIT 1) one`,
}
/** How long a largest limit or a calibration is cached, in ms, so that requests rarely wait for it. */
const TTL_MS = 1_000
/** Models with a cached value. Apps choose the names, so their number is otherwise unbounded. */
const MAX_CACHED = 500
/** Models per app in one reply. */
const MAX_MODELS = 1_000

/** Reads calibrations, each at most once per second: most appends of a model without reports ask for the same one. What
 * another process learned arrives that much later. */
export class CalibrationReader {
  private readonly known = new LRUCache<string, { value: Calibration | null }>({ max: MAX_CACHED, ttl: TTL_MS })

  /** Returns the calibration of an app's model; null without reports. */
  async read(db: Pick<Database, 'query'>, appId: string, model: string): Promise<Calibration | null> {
    const values = [appId, JSON.stringify(model)]
    const key = values.join(' ')
    const known = this.known.get(key)
    if (known) return known.value
    const [row] = await db.query<{ body: string }>({ ...READ, values })
    const value = row ? calibrationOf(row) : null
    this.known.set(key, { value })
    return value
  }

  forget(appId: string, model: string): void {
    this.known.delete([appId, JSON.stringify(model)].join(' '))
  }
}

export function calibrationTable(db: Database, reader: CalibrationReader): CalibrationTable {
  const largest = new Map<string, { until: number; limit: Promise<number> }>()
  const readLargest = async (model: string) => {
    const [row] = await db.query<{ limit_tokens: number | null }>({ ...LARGEST, values: [JSON.stringify(model)] })
    return row?.limit_tokens ?? 0
  }
  return {
    calibration: (appId, model) => reader.read(db, appId, model),
    calibrations: async (appId) => {
      const text = 'SELECT model, body FROM calibrations WHERE app_id = $1 ORDER BY model LIMIT $2'
      const rows = await db.query<{ model: string; body: string }>({ text, values: [appId, MAX_MODELS] })
      return new Map(rows.map((row) => [JSON.parse(row.model) as string, calibrationOf(row)]))
    },
    learnCalibration: async (appId: string, model: string, samples: readonly PromptSample[]) => {
      const key = [appId, JSON.stringify(model)]
      await db.transaction(async (tx) => {
        tx.send({ ...QUEUE_UP, values: [`calibration ${key.join(' ')}`] })
        const [row] = await tx.query<{ body: string }>({ ...READ, values: key })
        const before = row ? calibrationOf(row) : null
        const after = samples.reduce<Calibration | null>(learn, before)
        if (after !== null && after !== before) tx.send({ ...WRITE, values: [...key, JSON.stringify(after)] })
      })
      reader.forget(appId, model)
    },
    largestLimit: (model) => {
      const known = largest.get(model)
      if (known && known.until > performance.now()) return known.limit
      if (largest.size >= MAX_CACHED) largest.clear()
      const limit = readLargest(model)
      largest.set(model, { until: performance.now() + TTL_MS, limit })
      limit.catch(() => largest.delete(model))
      return limit
    },
  }
}

export function calibrationOf({ body }: { body: string }): Calibration {
  return JSON.parse(body) as Calibration
}
