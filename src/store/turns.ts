import type { Store } from '../app/ports.js'
import type { Database } from './database.js'

interface ClaimedRow {
  id: string
  session_id: string
  app_id: string
  needs_model: boolean
  is_upgrade: boolean
}
interface UpgradableRow {
  session_id: string
  id: string
}

/** Two workers never choose at one moment: what one has chosen the other sees. */
const QUEUE_UP = { name: 'queue-up-turns', text: `SELECT pg_advisory_xact_lock(hashtextextended('model-turns', 7420))` }

/** Tokens in the context. Only the tallies are unpacked: other texts in a state may hold what Postgres cannot. */
const USED = `(SELECT coalesce(sum(t.value::text::integer), 0) FROM json_each(s.state::json->'tallies') t)`
/** How full the window is. The limit stands in the large setup, so it is unpacked for the sessions of one app only. */
const FULLNESS = `${USED}::real / (s.setup::json->'limit')::text::integer`

/** Waiting: nobody works on it and nobody has just chosen it. `$1` now. */
const WAITING = `((c.status = 'queued' AND (c.claimed_until IS NULL OR c.claimed_until < $1)) OR (c.status = 'running' AND c.lease_until < $1))`
/** Holds the model, or will in a moment. */
const HOLDS = `c.needs_model AND ((c.status = 'queued' AND c.claimed_until >= $1) OR (c.status = 'running' AND c.lease_until >= $1))`

/** Whose app had its turn longest ago; upgrades only when no app waits for anything else. Then the fullest window. [V7] */
const NEXT = `
  WITH waiting AS (
    SELECT c.id, c.session_id, c.needs_model, c.is_upgrade, c.created_at, s.app_id
    FROM compressions c JOIN sessions s ON s.id = c.session_id
    WHERE ${WAITING} AND (NOT c.needs_model OR $2)
  ), turn AS (
    SELECT w.app_id, w.is_upgrade FROM waiting w LEFT JOIN model_turns t ON t.app_id = w.app_id
    GROUP BY w.app_id, w.is_upgrade, t.at ORDER BY w.is_upgrade, t.at NULLS FIRST, min(w.created_at), w.app_id LIMIT 1
  )
  SELECT w.id, w.session_id, w.app_id, w.needs_model, w.is_upgrade
  FROM waiting w JOIN turn USING (app_id, is_upgrade) JOIN sessions s ON s.id = w.session_id
  ORDER BY ${FULLNESS} DESC, w.created_at, w.id LIMIT 1`

export function turnTables(db: Database): Pick<Store, 'claim' | 'upgradable'> {
  return {
    claim: ({ now, until, modelSlots }) =>
      db.transaction(async (tx) => {
        tx.send(QUEUE_UP)
        const holding = `SELECT count(*)::integer AS count FROM compressions c WHERE c.status IN ('queued', 'running') AND ${HOLDS}`
        const [held] = await tx.query<{ count: number }>({ name: 'turns-held', text: holding, values: [now] })
        const modelFree = (held?.count ?? 0) < modelSlots
        const [next] = await tx.query<ClaimedRow>({ name: 'next-turn', text: NEXT, values: [now, modelFree] })
        if (!next) return { waits: modelFree ? ('nothing-owed' as const) : ('model-busy' as const) }
        tx.send({ name: 'claim', text: 'UPDATE compressions SET claimed_until = $2 WHERE id = $1', values: [next.id, until] })
        const turned = 'INSERT INTO model_turns (app_id, at) VALUES ($1, $2) ON CONFLICT (app_id) DO UPDATE SET at = excluded.at'
        if (next.needs_model) tx.send({ name: 'note-turn', text: turned, values: [next.app_id, now] })
        return { sessionId: next.session_id, compressionId: next.id, isUpgrade: next.is_upgrade }
      }),
    upgradable: async ({ idleSince, triedBefore }, limit) => {
      const text = `
        SELECT k.session_id, k.id FROM checkpoints k JOIN sessions s ON s.id = k.session_id
        WHERE k.copied AND k.superseded_by IS NULL AND (k.upgrade_tried_at IS NULL OR k.upgrade_tried_at < $2) AND s.last_activity_at < $1
          AND NOT EXISTS (SELECT FROM compressions c WHERE c.session_id = s.id AND c.status IN ('queued', 'running'))
          AND NOT EXISTS (SELECT FROM compressions c WHERE c.is_upgrade AND c.status IN ('queued', 'running'))
        ORDER BY ${USED}, k.id LIMIT $3`
      const rows = await db.query<UpgradableRow>({ text, values: [idleSince, triedBefore, limit] })
      return rows.map(({ session_id, id }) => ({ sessionId: session_id, checkpointId: id }))
    },
  }
}
