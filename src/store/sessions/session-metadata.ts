import type { Session } from '../../domain/session/session.js'
import { insertRows, type Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'

/** Finds sessions by members of their metadata. The exact text of the metadata is stored with the session. */

/** Longer metadata is not indexed, because parsing it would block other requests. Characters of JSON. */
const MAX_CHARS = 65_536
/** Maximum number of indexed members per session. Bounds the work of one insert. */
const MAX_MEMBERS = 100

/** Returns the text of an external id in its column. JSON can escape what a Postgres text cannot contain. */
export function externalKey(externalId: string | null | undefined): string | null {
  return typeof externalId === 'string' ? JSON.stringify(externalId) : null
}

/** Fails with a unique violation if another session of the app has the external id. Sends without waiting. */
export function takeExternalId(tx: Transaction, appId: string, sessionId: string, key: string | null): void {
  if (key !== null)
    tx.send(insertRows('external_ids', ['app_id', 'external_id', 'session_id'], [[appId, key, sessionId]]))
}

/** Writes the index rows of a session. Sends without waiting. */
export function indexMetadata(tx: Transaction, { id, metadata }: Pick<Session, 'id' | 'metadata'>): void {
  const rows = members(metadata).map(([key, value]) => [id, hashOf(key), hashOf(value)])
  if (rows.length > 0) tx.send(insertRows('session_metadata', ['session_id', 'key_hash', 'value_hash'], rows))
}

/** Replaces the index rows of a session. */
export function reindexMetadata(tx: Transaction, session: Pick<Session, 'id' | 'metadata'>): void {
  tx.send({ text: 'DELETE FROM session_metadata WHERE session_id = $1', values: [session.id] })
  indexMetadata(tx, session)
}

/** Returns SQL conditions that select sessions with all these members, and adds their values. */
export function metadataConditions(wanted: Readonly<Record<string, string>>, values: unknown[]): string {
  return Object.entries(wanted)
    .map(([key, value]) => {
      const n = values.push(hashOf(key), hashOf(value))
      return ` AND id IN (SELECT session_id FROM session_metadata WHERE key_hash = $${n - 1} AND value_hash = $${n})`
    })
    .join('')
}

/** Returns the top-level members whose value is text, a number or a boolean, as text. */
function members(metadata: string): [key: string, value: string][] {
  if (metadata.length > MAX_CHARS) return []
  const parsed: Record<string, unknown> = JSON.parse(metadata)
  return Object.entries(parsed)
    .flatMap(([key, value]): [string, string][] =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)]] : [],
    )
    .slice(0, MAX_MEMBERS)
}
