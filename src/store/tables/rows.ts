import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
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

/**
 * Converts rows to domain values and back, one pair of functions per table.
 * JSON can escape U+0000 and lone surrogates, which a Postgres text cannot contain.
 */

// ---- messages --------------------------------------------------------------------------------------------------

/** Message states, indexed by the number in the `state` column. The last one is a withdrawal. */
export const STATES: readonly MessageState[] = ['raw', 'reduced', 'covered', 'evicted', 'evicted']
export const WITHDRAWN = 4

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
  'irregular',
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
  irregular: boolean
}

/** Inserted columns, in the order of `messageValues`. */
export const WRITTEN_COLUMNS = [...MESSAGE_COLUMNS, 'view_tokens', 'frame', 'outline'] as const

export async function messageValues(sessionId: string, m: NewMessage, createdAt: Date): Promise<unknown[]> {
  // The driver writes U+FFFD for a lone surrogate, and the database rejects U+0000. Valid UTF-8 JSON contains neither.
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
    m.irregular ?? false,
    m.tokens,
    m.shortened?.frame ? JSON.stringify(m.shortened.frame) : null,
    m.shortened?.outline ?? null,
  ]
}

/** Uses the built-in method, because a regular expression takes 50 ms for 16 MiB. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed()
}

export function messageOf(row: MessageRow): StoredMessage {
  const { session_id, external_id, created_at, shape, irregular, ...same } = row
  // Frozen, because all readers share it through the cache.
  return Object.freeze({
    ...same,
    // Absent rather than false, as in the message that was inserted.
    ...(irregular && { irregular }),
    sessionId: session_id,
    externalId: external_id === null ? null : JSON.parse(external_id),
    createdAt: created_at,
    shape: JSON.parse(shape),
  })
}

/** A view entry as the view statement returns it, without the text of the message. */
export type EntryTuple = [number, Role, Origin, boolean, number, ViewEntry['shape'], number, number, number]

export function entryOf([seq, role, origin, pinned, state, shape, tokens, viewTokens, turn]: EntryTuple): ViewEntry {
  return { seq, role, origin, pinned, state: state === 0 ? 'raw' : 'reduced', shape, tokens, viewTokens, turn }
}

// ---- ranges ----------------------------------------------------------------------------------------------------

/** Returns ranges as a Postgres multirange, such as `{[1,5],[7,9]}`. */
export function multirange(ranges: readonly SeqRange[]): string {
  return `{${ranges.map(({ from, to }) => `[${from},${to}]`).join(',')}}`
}

/** Parses a multirange of integers as Postgres writes it: `{[1,6),[7,10)}`. */
export function rangesOf(text: string): SeqRange[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, end]) => ({ from: Number(from), to: Number(end) - 1 }))
}

// ---- checkpoints -----------------------------------------------------------------------------------------------

export type CheckpointBody = Omit<Checkpoint, 'supersededBy' | 'createdAt' | 'recompressedAt'> & {
  createdAt: string
  recompressedAt: string | null
}

/** Returns the checkpoint as JSON, without `supersededBy`, which changes later. */
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

// ---- compressions ----------------------------------------------------------------------------------------------

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
      // The column is more recent: extending a lease does not rewrite the record.
      return { ...state, startedAt: new Date(state.startedAt), leaseUntil: leaseUntil ?? new Date(state.leaseUntil) }
    case 'completed':
    case 'skipped':
    case 'failed':
      return { ...state, finishedAt: new Date(state.finishedAt) }
  }
}

// ---- events ----------------------------------------------------------------------------------------------------

export interface EventRow {
  tx: string
  n: string
  app_id: string
  session_id: string | null
  seq: number
  type: EventType
  at: Date
  data: string
  /** Of its position. */
  incarnation: string
}

export function eventOf(row: EventRow): Event {
  const cursor = cursorOf(row)
  const { app_id: appId, session_id: sessionId, seq, type } = row
  const head = { cursor, id: `evt_${cursor}`, appId, sessionId, seq, at: row.at.toISOString() }
  return { ...head, type, data: JSON.parse(row.data) } as Event // written from a NewEvent, so type and data match
}

/** Returns a cursor. Its position has a fixed width, so cursors sort as text. */
export function cursorOf({ tx, n, incarnation }: Place): string {
  const position = `${BigInt(tx).toString(16).padStart(16, '0')}-${BigInt(n).toString(16).padStart(12, '0')}`
  return incarnation === '' ? position : `${position}-${incarnation}`
}

/** A position of the event log and its incarnation, '' before the first one. */
type Place = Pick<EventRow, 'tx' | 'n' | 'incarnation'>

/** Parses a cursor; null: the start of the log, which has no incarnation. Throws invalid_request if it is invalid. */
export function placeOf(cursor: string): Place | null {
  if (cursor === '0') return null
  const match = /^([0-7][0-9a-f]{15})-([0-9a-f]{12})(?:-([0-9a-f]{8}))?$/.exec(cursor)
  if (match) {
    const [tx, n] = [BigInt(`0x${match[1]}`).toString(), BigInt(`0x${match[2]}`).toString()]
    return { tx, n, incarnation: match[3] ?? '' }
  }
  throw new DomainError('invalid_request', 'Invalid cursor of the event log.', {}, [
    { path: 'after', expected: '"0" or the cursor of an event', received: cursor.slice(0, 80) },
  ])
}
