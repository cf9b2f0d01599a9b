import type { Store } from '../../ports/ports.js'
import type { Cut } from '../../domain/context/cut.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Database, Transaction } from '../database.js'
import { REDUCTION_HISTORY } from '../messages/shared-history.js'
import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import { checkpointOf, checkpointText, multirange, type CheckpointBody } from './rows.js'

/** Excludes the records of parts that came back, and of restores. In a JSON text, only a key is followed by an unescaped quote. */
const IS_REDUCTION = `strpos(body, '"returns":"') = 0 AND strpos(body, '"applies":"') = 0`

export const CHECKPOINT_COLUMNS = ['id', 'session_id', 'covered', 'superseded_by', 'body', 'copied'] as const
export function checkpointValues(sessionId: string, checkpoint: Checkpoint): unknown[] {
  const { id, covered, supersededBy, summarizer, generation } = checkpoint
  const isExtractive = summarizer.kind === 'extractive' && generation === 0
  return [id, sessionId, multirange(covered), supersededBy, checkpointText(checkpoint), isExtractive]
}

export const CUT_COLUMNS = ['id', 'session_id', 'set_aside', 'body', 'version'] as const
export function cutValues(sessionId: string, cut: Cut): unknown[] {
  return [cut.id, sessionId, multirange(cut.evicted), JSON.stringify(cut), cut.version]
}

interface BodyRow {
  body: string
}
interface CheckpointRow extends BodyRow {
  superseded_by: string | null
}

function checkpointFrom(row: CheckpointRow) {
  const body: CheckpointBody = JSON.parse(row.body)
  return checkpointOf(body, row.superseded_by)
}

/** Reads checkpoints, reductions and cuts, single or in lists. */
export function recordTables(
  db: Database,
): Pick<Store, 'checkpoints' | 'checkpoint' | 'reductions' | 'reduction' | 'cuts'> {
  return {
    checkpoints: async (sessionId, { limit, after, superseded = false }) => {
      const text = `
        SELECT body, superseded_by FROM checkpoints WHERE session_id = $1 AND ($3 OR superseded_by IS NULL)
          AND ($2::text IS NULL OR (upper(covered), id) < (SELECT upper(covered), id FROM checkpoints WHERE session_id = $1 AND id = $2))
        ORDER BY upper(covered) DESC, id DESC LIMIT $4`
      return (await db.query<CheckpointRow>({ text, values: [sessionId, after ?? null, superseded, limit] })).map(
        checkpointFrom,
      )
    },
    checkpoint: async (sessionId, id) => {
      const text = 'SELECT body, superseded_by FROM checkpoints WHERE session_id = $1 AND id = $2'
      const [row] = await db.query<CheckpointRow>({ text, values: [sessionId, id] })
      return row ? checkpointFrom(row) : null
    },
    /** In creation order. */
    reductions: async (sessionId, { limit, after }) => {
      const text = `
        SELECT body FROM ${REDUCTION_HISTORY} r WHERE session_id = $1 AND ${IS_REDUCTION}
        AND ($2::text IS NULL OR n > (SELECT n FROM ${REDUCTION_HISTORY} a WHERE session_id = $1 AND id = $2)) ORDER BY n LIMIT $3`
      const rows = await db.query<BodyRow>({ text, values: [sessionId, after ?? null, limit] })
      return rows.map(({ body }): Reduction => JSON.parse(body))
    },
    reduction: async (sessionId, id) => {
      const text = `SELECT body FROM ${REDUCTION_HISTORY} r WHERE session_id = $1 AND id = $2`
      const [row] = await db.query<BodyRow>({ text, values: [sessionId, id] })
      return row ? JSON.parse(row.body) : null
    },
    cuts: (sessionId) => readCuts(db, sessionId),
  }
}

/** In creation order. */
export async function readCuts(from: Pick<Database | Transaction, 'query'>, sessionId: string): Promise<Cut[]> {
  const text = 'SELECT body FROM cuts WHERE session_id = $1 ORDER BY n'
  const rows = await from.query<BodyRow>({ name: 'cuts', text, values: [sessionId] })
  return rows.map(({ body }): Cut => JSON.parse(body))
}
