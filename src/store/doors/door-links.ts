import type {
  DoorItem,
  DoorLink,
  DoorMatch,
  DoorReads,
  DoorResponse,
  DoorStore,
  LinkKind,
} from '../../ports/door-port.js'
import { pause } from '../../ports/pause.js'
import { batches, insertRows, type Database, type Transaction } from '../database.js'

/** The digest chains of the doors, and the responses that clients may name. */

const KINDS: readonly LinkKind[] = ['sent', 'answer', 'interrupted', 'refused']
/** Sessions that may share an opening, of which the caller chooses one. */
const MATCHES = 16

interface LinkRow {
  position: number
  digest: Buffer
  seq: number
  kind: number
  prefix_version: number
}
const COLUMNS = 'position, digest, seq, kind, prefix_version'

function linkOf({ position, digest, seq, kind, prefix_version }: LinkRow): DoorLink {
  return { position, digest: digest.toString('hex'), seq, kind: KINDS[kind] ?? 'sent', prefixVersion: prefix_version }
}

export function doorLinkTable(db: Database): DoorStore {
  return {
    doorMatches: async (digests) => {
      const text = `
        SELECT l.session_id AS "sessionId", l.position, l.seq, s.model,
          (SELECT max(t.position) FROM door_links t WHERE t.session_id = l.session_id) AS tip
        FROM unnest($1::bytea[]) AS given (digest), LATERAL (
          SELECT session_id, position, seq FROM door_links WHERE digest = given.digest ORDER BY session_id DESC LIMIT ${MATCHES * 4}) l
        JOIN sessions s ON s.id = l.session_id
        WHERE s.importing_until IS NULL
        ORDER BY l.position DESC, l.session_id DESC LIMIT ${MATCHES * 4}`
      const values = [digests.map((digest) => Buffer.from(digest, 'hex'))]
      const rows = await db.query<DoorMatch>({
        name: 'door-matches',
        text,
        values,
      })
      const best = new Map<string, (typeof rows)[number]>()
      for (const row of rows) if (!best.has(row.sessionId)) best.set(row.sessionId, row)
      return [...best.values()].slice(0, MATCHES).map((row) => ({ ...row, model: JSON.parse(row.model) as string }))
    },
    doorLinks: async (sessionId, fromSeq) => {
      const text = `SELECT ${COLUMNS} FROM door_links WHERE session_id = $1 AND seq >= $2 ORDER BY position`
      return (await db.query<LinkRow>({ name: 'door-links', text, values: [sessionId, fromSeq] })).map(linkOf)
    },
    doorResponse: async (appId, id) => {
      const text = `
        SELECT session_id AS "sessionId", seq, head, items, length::float8 AS length FROM door_responses
        WHERE app_id = $1 AND response_id = $2 AND items > 0`
      type Row = Omit<DoorResponse, 'id' | 'leading'> & { sessionId: string; head: string }
      const [row] = await db.query<Row>({ name: 'door-response', text, values: [appId, id] })
      if (!row) return null
      const { head, ...rest } = row
      return { ...rest, id, leading: JSON.parse(head) as string[] }
    },
    doorItem: async (appId, id) => {
      const text = `
        SELECT session_id AS "sessionId", seq FROM door_responses
        WHERE app_id = $1 AND response_id = $2 AND items = 0`
      const [row] = await db.query<{ sessionId: string; seq: number }>({ name: 'door-item', text, values: [appId, id] })
      return row ?? null
    },
    prefixVersion: (sessionId, version) => readPrefixVersion(db, sessionId, version),
  }
}

/** What was read for a door with the lock of its session. */
export interface ReadForDoor {
  position: number
  links: Promise<DoorLink[]>
  /** Version of the newest change of older context; null: not read. */
  prefix: Promise<number> | null
}

/** Sends the statements without waiting. */
export function readForDoor(tx: Transaction, sessionId: string, reads: DoorReads): ReadForDoor {
  const links = readLinks(tx, sessionId, reads.position)
  const prefix = reads.withPrefix ? readPrefixVersion(tx, sessionId) : null
  // A failure rejects where the caller waits for it. It may end before, for example without the session.
  for (const one of [links, prefix]) one?.catch(() => {})
  return { position: reads.position, links, prefix }
}

const ANY_VERSION = 2_147_483_647

/** Only a cut changes older context. A new ratio of tokens has a version too, and changes no text. */
export async function readPrefixVersion(
  db: Pick<Database, 'query'>,
  sessionId: string,
  version = ANY_VERSION,
): Promise<number> {
  const text = 'SELECT version FROM cuts WHERE session_id = $1 AND version <= $2 ORDER BY n DESC LIMIT 1'
  const [row] = await db.query<{ version: number }>({ name: 'prefix-version', text, values: [sessionId, version] })
  return row?.version ?? 0
}

export async function readLinks(tx: Transaction, sessionId: string, position: number): Promise<DoorLink[]> {
  const text = `SELECT ${COLUMNS} FROM door_links WHERE session_id = $1 AND position >= $2 ORDER BY position`
  return (await tx.query<LinkRow>({ name: 'links-from', text, values: [sessionId, position] })).map(linkOf)
}

export async function insertLinks(tx: Transaction, sessionId: string, links: readonly DoorLink[]): Promise<void> {
  const columns = ['session_id', 'position', 'digest', 'seq', 'kind', 'prefix_version']
  for (const batch of batches(links)) {
    const rows = batch.map(({ position, digest, seq, kind, prefixVersion }) => [
      sessionId,
      position,
      Buffer.from(digest, 'hex'),
      seq,
      KINDS.indexOf(kind),
      prefixVersion,
    ])
    tx.send(insertRows('door_links', columns, rows))
    // The driver encodes a statement without a pause. Other requests run between two statements.
    if (batch.length < links.length) await pause()
  }
}

/** An item has a row of the same table, which counts no items. */
export function insertResponse(
  tx: Transaction,
  { id: sessionId, appId }: { id: string; appId: string },
  { id, seq, leading, items, length }: DoorResponse,
  single: readonly DoorItem[],
): void {
  const text = `
    INSERT INTO door_responses (app_id, response_id, session_id, seq, head, items, length)
    SELECT $1, given.id, $2, given.seq, given.head, given.items, given.length
    FROM unnest($3::text[], $4::int[], $5::text[], $6::int[], $7::bigint[]) AS given (id, seq, head, items, length)
    ON CONFLICT (app_id, response_id) DO UPDATE
    SET session_id = excluded.session_id, seq = excluded.seq, head = excluded.head, items = excluded.items,
      length = excluded.length`
  // A statement cannot update a row twice.
  const rows = new Map(single.map((item) => [item.id, { seq: item.seq, head: '[]', items: 0, length: 0 }]))
  rows.set(id, { seq, head: JSON.stringify(leading), items, length })
  const all = [...rows.values()]
  const values = [
    ...[appId, sessionId, [...rows.keys()]],
    ...[all.map((row) => row.seq), all.map((row) => row.head)],
    ...[all.map((row) => row.items), all.map((row) => row.length)],
  ]
  tx.send({ name: 'insert-response', text, values })
}

export function removeLinks(tx: Transaction, sessionId: string, position: number): void {
  const text = 'DELETE FROM door_links WHERE session_id = $1 AND position >= $2'
  tx.send({ name: 'remove-links', text, values: [sessionId, position] })
}

export function refuseLinks(tx: Transaction, sessionId: string, isRefused: boolean): void {
  const [from, to] = isRefused ? ['sent' as const, 'refused' as const] : ['refused' as const, 'sent' as const]
  const text = `
    UPDATE door_links SET kind = $3 WHERE session_id = $1 AND kind = $2 AND position >
      (SELECT coalesce(max(position), 0) FROM door_links WHERE session_id = $1 AND kind NOT IN ($2, $3))`
  tx.send({ name: 'refuse-links', text, values: [sessionId, KINDS.indexOf(from), KINDS.indexOf(to)] })
}

export function copyLinks(tx: Transaction, sessionId: string, fromId: string, position: number): void {
  const text = `
    INSERT INTO door_links (session_id, ${COLUMNS})
    SELECT $1, position, digest, seq, CASE kind WHEN 2 THEN 2 ELSE 0 END, prefix_version FROM door_links
    WHERE session_id = $2 AND position <= $3
    ON CONFLICT (session_id, position) DO NOTHING`
  tx.send({ name: 'copy-links', text, values: [sessionId, fromId, position] })
}
