import { QUEUE_UP } from '../queue-up.js'
import type { Store } from '../../ports/ports.js'
import type { CompressionState } from '../../domain/compression/compression.js'
import type { Database } from '../database.js'
import { insertEvents } from './insert-events.js'
import { leaseHolds, NOW } from '../scheduling/lease-time.js'
import type { LocalNotifier } from '../notifier.js'

interface FailingRow {
  body: string
  created_at: Date
  app_id: string
  event_seq: number
  now: Date
}

const READ = `
  SELECT c.body, c.created_at, s.app_id, s.event_seq, ${NOW} AS now FROM compressions c JOIN sessions s ON s.id = c.session_id
  WHERE c.session_id = $1 AND c.id = $2 AND (c.status = 'queued' OR (c.status = 'running' AND NOT ${leaseHolds('c')}))
  FOR UPDATE OF s, c`
const FAIL = `UPDATE compressions SET status = 'failed', lease_until = NULL, claimed_until = NULL, body = $2 WHERE id = $1 AND session_id = $3`

/** Fails a compression whose session has unreadable documents. Does not change those documents. */
export function failUnread(db: Database, notifier: LocalNotifier): Store['failUnread'] {
  return async ({ sessionId, compressionId }, { reason, detail }) => {
    const failed = await db.transaction(async (tx) => {
      tx.send({ ...QUEUE_UP, values: [sessionId] })
      const [row] = await tx.query<FailingRow>({ text: READ, values: [sessionId, compressionId] })
      if (!row) return false
      const state: CompressionState = { status: 'failed', reason, detail, finishedAt: row.now }
      const body = { ...fieldsOf(row.body, { sessionId, compressionId }, row.created_at), state }
      tx.send({ text: FAIL, values: [compressionId, JSON.stringify(body), sessionId] })
      tx.send({ text: 'UPDATE sessions SET event_seq = event_seq + 1 WHERE id = $1', values: [sessionId] })
      const event = { type: 'compression-error' as const, data: { compressionId, reason, detail } }
      tx.send(insertEvents({ id: sessionId, appId: row.app_id }, row.event_seq, [event], row.now))
      return true
    })
    if (failed) notifier.notify()
  }
}

/** Returns the stored record, or a minimal one if the stored text is not JSON. */
function fieldsOf(
  body: string,
  { sessionId, compressionId: id }: { sessionId: string; compressionId: string },
  createdAt: Date,
): object {
  try {
    return JSON.parse(body)
  } catch {
    const nothing = {
      stages: [],
      attempts: [],
      covered: [],
      messages: 0,
      tokensBefore: null,
      tokensAfter: null,
      checkpointId: null,
      runs: 0,
    }
    return { id, sessionId, trigger: 'budget', strategy: 'auto', instructions: null, ...nothing, createdAt }
  }
}
