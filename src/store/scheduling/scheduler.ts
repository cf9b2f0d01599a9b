import type { Store, Subject } from '../../ports/ports.js'
import { CLAIM_MS } from '../../domain/compression/compression.js'
import type { Database } from '../database.js'
import type { Presence } from '../presence.js'
import { claimHolds, leaseHolds, NOW, interval } from './lease-time.js'

/** Lets one worker choose at a time, so that each worker sees the claims of the others. */
const LOCK_SCHEDULER = {
  name: 'lock-scheduler',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('model-turns', 7420))`,
}

/** Sessions that a search for one without a title reads. */
const TITLE_SCAN = 1_000

/** Used share of the session's token limit. */
const FULLNESS = `s.used_tokens::real / greatest(s.limit_tokens, 1)`

/** SQL condition: no worker runs or has just claimed the compression. */
const WAITING = `((c.status = 'queued' AND NOT ${claimHolds('c')}) OR (c.status = 'running' AND NOT ${leaseHolds('c')}))`
/** SQL condition: the compression uses a model slot, or is about to. */
export const USES_MODEL = `c.needs_model AND ((c.status = 'queued' AND ${claimHolds('c')}) OR (c.status = 'running' AND ${leaseHolds('c')}))`

/**
 * Picks the app whose last claim is oldest, then its session with the fullest window. [V7]
 * Picks an upgrade only if no app waits for anything else.
 */
const NEXT = `
  WITH waiting AS (
    SELECT c.id, c.session_id, c.needs_model, c.is_upgrade, c.created_at, s.app_id
    FROM compressions c JOIN sessions s ON s.id = c.session_id
    WHERE ${WAITING} AND (NOT c.needs_model OR $1) AND s.importing_until IS NULL
  ), next_app AS (
    SELECT w.app_id, w.is_upgrade FROM waiting w LEFT JOIN model_turns t ON t.app_id = w.app_id
    GROUP BY w.app_id, w.is_upgrade, t.at ORDER BY w.is_upgrade, t.at NULLS FIRST, min(w.created_at), w.app_id LIMIT 1
  )
  SELECT w.id AS "compressionId", w.session_id AS "sessionId", w.is_upgrade AS "isUpgrade", w.app_id AS "appId", w.needs_model AS "needsModel"
  FROM waiting w JOIN next_app USING (app_id, is_upgrade) JOIN sessions s ON s.id = w.session_id
  ORDER BY ${FULLNESS} DESC, w.created_at, w.id LIMIT 1`

const CLAIM = `UPDATE compressions SET claimed_until = ${NOW} + ${interval(CLAIM_MS)}, worker = $2 WHERE session_id = $3 AND id = $1 AND status IN ('queued', 'running')`
/** Extractive checkpoints looked at for one offer, of those never tried and of those tried before. */
const COPIED_LIMIT = 200
/** The oldest in the order of the index: the time does not grow with the number of checkpoints. */
const oldestCopied = (condition: string) => `
  (SELECT k.session_id, k.id FROM checkpoints k WHERE k.copied AND k.superseded_by IS NULL AND ${condition}
   ORDER BY k.upgrade_tried_at, k.id LIMIT ${COPIED_LIMIT})`

const NOTE_CLAIM = `INSERT INTO model_turns (app_id, at) VALUES ($1, ${NOW}) ON CONFLICT (app_id) DO UPDATE SET at = excluded.at`

export function schedulerTable(
  db: Database,
  presence: Pick<Presence, 'number'>,
): Pick<Store, 'claim' | 'upgradable' | 'noteOffer' | 'untitled' | 'wantsModel'> {
  return {
    claim: async (modelSlots) => {
      const worker = await presence.number()
      return db.transaction(async (tx) => {
        tx.send(LOCK_SCHEDULER)
        const text = `SELECT count(*)::integer AS count FROM compressions c WHERE c.status IN ('queued', 'running') AND ${USES_MODEL}`
        const [usedSlots] = await tx.query<{ count: number }>({ name: 'used-model-slots', text })
        const modelFree = (usedSlots?.count ?? 0) < modelSlots
        type Row = Subject & { isUpgrade: boolean; appId: string; needsModel: boolean }
        const [next] = await tx.query<Row>({ name: 'next-compression', text: NEXT, values: [modelFree] })
        if (!next) return { waits: modelFree ? ('nothing-pending' as const) : ('model-busy' as const) }
        const { appId, needsModel, ...claimed } = next
        tx.send({ name: 'claim', text: CLAIM, values: [claimed.compressionId, worker, claimed.sessionId] })
        if (needsModel) tx.send({ name: 'note-claim', text: NOTE_CLAIM, values: [appId] })
        return claimed
      })
    },
    upgradable: async ({ idleSince, triedBefore }, limit) => {
      const text = `
        SELECT k.session_id AS "sessionId", k.id AS "checkpointId" FROM (${oldestCopied('k.upgrade_tried_at IS NULL')} UNION ALL ${oldestCopied('k.upgrade_tried_at < $2')}) k
        JOIN sessions s ON s.id = k.session_id
        WHERE s.importing_until IS NULL AND s.last_activity_at < $1
          AND NOT EXISTS (SELECT FROM compressions c WHERE c.session_id = s.id AND c.status IN ('queued', 'running'))
          AND NOT EXISTS (SELECT FROM compressions c WHERE c.is_upgrade AND c.status IN ('queued', 'running'))
        ORDER BY s.used_tokens, k.id LIMIT $3`
      return db.query({ text, values: [idleSince, triedBefore, limit] })
    },
    untitled: async (idleSince, limit) => {
      // The documents are texts: only their own writer knows this form, and a test guards it.
      const text = `
        SELECT s.id FROM (SELECT * FROM sessions ORDER BY id DESC LIMIT ${TITLE_SCAN}) s
        WHERE s.importing_until IS NULL AND s.last_activity_at < $1 AND s.last_seq >= 2
          AND position('"title":' IN s.state) = 0 AND position('"titles":"auto"' IN s.setup) > 0
          AND NOT EXISTS (SELECT FROM compressions c WHERE c.session_id = s.id AND c.status IN ('queued', 'running'))
        ORDER BY s.id DESC LIMIT $2`
      const rows = await db.query<{ id: string }>({ text, values: [idleSince, limit] })
      return rows.map(({ id }) => id)
    },
    wantsModel: async () => {
      const text = `SELECT EXISTS (SELECT FROM compressions c WHERE c.status IN ('queued', 'running') AND (${USES_MODEL} OR (c.needs_model AND ${WAITING}))) AS wants`
      const [row] = await db.query<{ wants: boolean }>({ name: 'wants-model', text })
      return row?.wants === true
    },
    noteOffer: async ({ sessionId, checkpointId }) => {
      const text = `UPDATE checkpoints SET upgrade_tried_at = ${NOW} WHERE session_id = $1 AND id = $2`
      await db.query({ text, values: [sessionId, checkpointId] })
    },
  }
}
