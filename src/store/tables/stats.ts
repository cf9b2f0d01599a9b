import type { ServiceStats, StatsStore } from '../../ports/telemetry-port.js'
import type { Database } from '../database.js'
import { NOW } from '../scheduling/lease-time.js'
import { EDGE } from './events.js'
import { USES_MODEL } from '../scheduling/scheduler.js'

const STATS = `
  WITH ${EDGE}
  SELECT
    (SELECT count(*) FROM sessions WHERE importing_until IS NULL)::float8 AS "sessions",
    (SELECT count(*) FROM compressions c WHERE c.status IN ('queued', 'running'))::float8 AS "pendingCompressions",
    coalesce((SELECT extract(epoch FROM ${NOW} - min(c.created_at)) FROM compressions c WHERE c.status = 'queued'), 0)::float8
      AS "oldestPendingSeconds",
    (SELECT count(*) FROM compressions c WHERE c.status IN ('queued', 'running') AND ${USES_MODEL})::float8 AS "permitsUsed",
    coalesce((SELECT extract(epoch FROM ${NOW} - min(e.at)) FROM events e, edge WHERE e.tx >= edge.tx), 0)::float8 AS "eventLagSeconds",
    pg_database_size(current_database())::float8 AS "databaseBytes"`

export function statsTable(db: Database): StatsStore {
  return {
    serviceStats: async () => (await db.query<ServiceStats & object>({ name: 'service-stats', text: STATS }))[0]!,
    pool: () => db.pool(),
    isDiskFull: () => db.isDiskFull(),
  }
}
