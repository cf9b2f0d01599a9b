import type { HitPlace, SearchStore } from '../../ports/ports.js'
import type { Database } from '../database.js'
import { messageAt, reductionsAt } from '../messages/shared-history.js'
import { STATES, WITHDRAWN } from '../tables/rows.js'

/** The return of a part is a record too, and no offload. In a JSON text, only a key is followed by an unescaped quote. */
const TEXT = `
  SELECT h.at, m.id AS "messageId", m.role, m.created_at AS "createdAt", m.state, r.id AS "offloadId", c.id AS "checkpointId"
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
      type Row = Omit<HitPlace, 'where'> & { at: string; state: number }
      for (const { at, state, ...row } of await db.query<Row>({ name: 'hit-places', text: TEXT, values }))
        places[Number(at) - 1] = { ...row, where: state === WITHDRAWN ? 'withdrawn' : (STATES[state] ?? 'raw') }
      return places
    },
  }
}
