import type { Checkpoint } from '../../domain/compression/checkpoint.js'
import type { Compression, CompressionState } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import type { Event, EventType } from '../../domain/event.js'
import { encodeText } from '../encode-text.js'
import type {
  Format,
  MessageState,
  NewMessage,
  Origin,
  Role,
  SeqRange,
  StoredMessage,
  ViewEntry,
} from '../../domain/message.js'

/** Rows ↔ domain values, one pair of functions a table. JSON keeps U+0000 and lone surrogates, which Postgres text cannot. */

// ---- messages ---------------------------------------------------------------------------------------------------------

/** By the number in the column. */
export const STATES: readonly MessageState[] = ['raw', 'reduced', 'covered', 'evicted']

export const MESSAGE_COLUMNS = [
  'session_id',
  'seq',
  'id',
  'role',
  'origin',
  'pinned',
  'format',
  'raw',
  'digest',
  'shape',
  'tokens',
  'turn',
  'external_id',
  'created_at',
] as const

export interface MessageRow {
  session_id: string
  seq: number
  id: string
  role: Role
  origin: Origin
  pinned: boolean
  format: Format
  raw: string
  digest: string
  shape: string
  tokens: number
  turn: number
  external_id: string | null
  created_at: Date
}

/** Columns of an insert, in the order of `messageValues`. */
export const WRITTEN_COLUMNS = [...MESSAGE_COLUMNS, 'view_tokens', 'frame', 'outline'] as const

export async function messageValues(sessionId: string, m: NewMessage, createdAt: Date): Promise<unknown[]> {
  // The driver would write U+FFFD for half a surrogate pair, and the database refuses U+0000: neither stands in JSON text that was UTF-8.
  if (!isWellFormed(m.raw) || m.raw.includes('\0'))
    throw new DomainError('invalid_request', `Message ${m.seq} is not valid UTF-8 JSON text.`)
  const external = m.externalId === null ? null : JSON.stringify(m.externalId)
  return [
    sessionId,
    m.seq,
    m.id,
    m.role,
    m.origin,
    m.pinned,
    m.format,
    await encodeText(m.raw),
    m.digest,
    JSON.stringify(m.shape),
    m.tokens,
    m.turn,
    external,
    createdAt,
    m.tokens,
    m.shortened?.frame ? JSON.stringify(m.shortened.frame) : null,
    m.shortened?.outline ?? null,
  ]
}

/** Not a pattern: that takes 50 ms for 16 MiB. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed()
}

export function messageOf(row: MessageRow): StoredMessage {
  const { session_id, external_id, created_at, shape, ...same } = row
  const externalId = external_id === null ? null : JSON.parse(external_id)
  // Frozen: it is shared by all readers through the cache.
  return Object.freeze({ ...same, sessionId: session_id, externalId, createdAt: created_at, shape: JSON.parse(shape) })
}

/** As the statement for the view writes it: the large text stays in the table. */
export type EntryTuple = [number, Role, Origin, boolean, number, ViewEntry['shape'], number, number, number]

export function entryOf([seq, role, origin, pinned, state, shape, tokens, viewTokens, turn]: EntryTuple): ViewEntry {
  return { seq, role, origin, pinned, state: state === 0 ? 'raw' : 'reduced', shape, tokens, viewTokens, turn }
}

// ---- ranges -----------------------------------------------------------------------------------------------------------

/** `{[1,5],[7,9]}` */
export function multirange(ranges: readonly SeqRange[]): string {
  return `{${ranges.map(({ from, to }) => `[${from},${to}]`).join(',')}}`
}

// ---- checkpoints ------------------------------------------------------------------------------------------------------

export type CheckpointBody = Omit<Checkpoint, 'supersededBy' | 'createdAt' | 'recompressedAt'> & {
  createdAt: string
  recompressedAt: string | null
}

/** JSON without what may change. */
export function checkpointText(checkpoint: Checkpoint): string {
  return JSON.stringify({ ...checkpoint, supersededBy: undefined })
}

export function checkpointOf(body: CheckpointBody, supersededBy: string | null): Checkpoint {
  const { createdAt, recompressedAt, ...same } = body
  return {
    ...same,
    supersededBy,
    createdAt: new Date(createdAt),
    recompressedAt: recompressedAt === null ? null : new Date(recompressedAt),
  }
}

// ---- compressions -----------------------------------------------------------------------------------------------------

export interface CompressionRow {
  body: string
  lease_until: Date | null
}
type Dated<S> = S extends unknown ? { [K in keyof S]: S[K] extends Date ? string : S[K] } : never
type CompressionBody = Omit<Compression, 'state' | 'createdAt'> & { state: Dated<CompressionState>; createdAt: string }

export function leaseOf({ state }: Compression): Date | null {
  return state.status === 'running' ? state.leaseUntil : null
}

export function compressionOf(row: CompressionRow): Compression {
  const { state, createdAt, ...same }: CompressionBody = JSON.parse(row.body)
  return { ...same, createdAt: new Date(createdAt), state: stateOf(state, row.lease_until) }
}

function stateOf(state: Dated<CompressionState>, leaseUntil: Date | null): CompressionState {
  switch (state.status) {
    case 'queued':
      return state
    case 'running':
      // The column is the newer one: leases are prolonged without touching the record.
      return { ...state, startedAt: new Date(state.startedAt), leaseUntil: leaseUntil ?? new Date(state.leaseUntil) }
    case 'completed':
    case 'skipped':
    case 'failed':
      return { ...state, finishedAt: new Date(state.finishedAt) }
  }
}

// ---- events -----------------------------------------------------------------------------------------------------------

export interface EventRow {
  tx: string
  n: string
  app_id: string
  session_id: string | null
  seq: number
  type: EventType
  at: Date
  data: string
}

export function eventOf(row: EventRow): Event {
  const cursor = cursorOf(row.tx, row.n)
  const { app_id: appId, session_id: sessionId, seq, type } = row
  const head = { cursor, id: `evt_${cursor}`, appId, sessionId, seq, at: row.at.toISOString() }
  return { ...head, type, data: JSON.parse(row.data) } as Event // written from a NewEvent, so the two belong together
}

/** Of fixed width, so that cursors sort as text. */
export function cursorOf(tx: string, n: string): string {
  return `${BigInt(tx).toString(16).padStart(16, '0')}-${BigInt(n).toString(16).padStart(12, '0')}`
}

/** Throws invalid_request on what never was a cursor. */
export function placeOf(cursor: string): { tx: string; n: string } {
  if (cursor === '0') return { tx: '0', n: '0' }
  const match = /^([0-7][0-9a-f]{15})-([0-9a-f]{12})$/.exec(cursor)
  if (match) return { tx: BigInt(`0x${match[1]}`).toString(), n: BigInt(`0x${match[2]}`).toString() }
  throw new DomainError('invalid_request', 'That is not a cursor of this log.', {}, [
    { path: 'after', expected: '"0" or the cursor of an event', received: cursor.slice(0, 80) },
  ])
}
