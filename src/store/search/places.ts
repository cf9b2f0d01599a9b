import type { HitPlace, SearchStore } from '../../app/ports/ports.js'
import type { Role } from '../../domain/message.js'
import type { Database } from '../database.js'
import { messageAt, reductionsAt } from '../messages/shared-history.js'
import { STATES, WITHDRAWN } from '../tables/rows.js'

interface PlaceRow {
  at: string
  id: string
  role: Role
  created_at: Date
  state: number
  offload_id: string | null
  checkpoint_id: string | null
}

/** The return of a part is a record too, and no offload. In a JSON text, only a key is followed by an unescaped quote. */
const TEXT = `
  SELECT h.at, m.id, m.role, m.created_at, m.state, r.id AS offload_id, c.id AS checkpoint_id
  FROM unnest($2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY AS h (session_id, seq, part, at)
  JOIN sessions s ON s.id = h.session_id AND s.app_id = $1
  CROSS JOIN LATERAL ${messageAt('h.session_id', 'h.seq')} m
  LEFT JOIN LATERAL (
    SELECT id FROM ${reductionsAt('h.session_id', 'h.seq')} r WHERE r.part = h.part AND strpos(r.body, '"returns":"') = 0
    ORDER BY r.n DESC LIMIT 1
  ) r ON true
  LEFT JOIN LATERAL (
    SELECT id FROM checkpoints c WHERE c.session_id = h.session_id AND c.superseded_by IS NULL AND c.covered @> h.seq LIMIT 1
  ) c ON true`

/** Reads where the messages of hits are now. */
export function hitPlaces(db: Database): Pick<SearchStore, 'placesOf'> {
  return {
    placesOf: async (appId, parts) => {
      const values = [
        appId,
        parts.map(({ sessionId }) => sessionId),
        parts.map(({ seq }) => seq),
        parts.map(({ part }) => part),
      ]
      const places: (HitPlace | null)[] = parts.map(() => null)
      for (const row of await db.query<PlaceRow>({ name: 'hit-places', text: TEXT, values }))
        places[Number(row.at) - 1] = {
          messageId: row.id,
          role: row.role,
          createdAt: row.created_at,
          where: row.state === WITHDRAWN ? 'withdrawn' : (STATES[row.state] ?? 'raw'),
          offloadId: row.offload_id,
          checkpointId: row.checkpoint_id,
        }
      return places
    },
  }
}
