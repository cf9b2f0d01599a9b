import { LRUCache } from 'lru-cache'
import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import { withoutRemoved } from '../../domain/context/removed-parts.js'
import type { NewMessage, ViewEntry } from '../../domain/message.js'
import { reducedEntries } from '../../domain/context/reduced-entries.js'
import { inForce, type Reduction } from '../../domain/context/reduction.js'
import { checkpointOf, entryOf, type CheckpointBody, type EntryTuple } from './rows.js'
import type { KnownSetup } from './session-row.js'

/** The records a context is built from, besides the session itself. Immutable: a change creates a new view. */
export interface View {
  entries: readonly ViewEntry[]
  reductions: readonly Reduction[]
  checkpoints: readonly Checkpoint[]
}

/**
 * Columns for a statement over `sessions s` that return the view in one round trip and one snapshot.
 * Builds the lists as text, so Postgres never parses a stored document.
 */
export const VIEW_COLUMNS = `
  (SELECT '[' || coalesce(string_agg(concat('[', m.seq, ',"', m.role, '","', m.origin, '",', coalesce(m.pin, m.pinned)::text, ',', m.state, ',',
       m.shape, ',', m.tokens, ',', m.view_tokens, ',', m.turn, ']'), ',' ORDER BY m.seq), '') || ']'
     FROM messages m WHERE m.session_id = s.id AND m.state < 2) AS entries,
  (SELECT '[' || coalesce(string_agg(r.body, ',' ORDER BY r.n), '') || ']'
     FROM reductions r JOIN messages m ON m.session_id = r.session_id AND m.seq = r.seq
     WHERE r.session_id = s.id AND m.state < 2) AS reductions,
  (SELECT '[' || coalesce(string_agg(c.body, ','), '') || ']'
     FROM checkpoints c WHERE c.session_id = s.id AND c.superseded_by IS NULL) AS checkpoints`

export interface ViewRow {
  entries: string
  reductions: string
  checkpoints: string
}

export function viewOf(row: ViewRow): View {
  const entries: EntryTuple[] = JSON.parse(row.entries)
  const reductions = inForce(JSON.parse(row.reductions) as Reduction[])
  const checkpoints: CheckpointBody[] = JSON.parse(row.checkpoints)
  return {
    entries: frozen(withoutRemoved(entries.map(entryOf), reductions)),
    reductions,
    checkpoints: checkpoints.map((body) => checkpointOf(body, null)).sort((a, b) => a.range.to - b.range.to),
  }
}

/** Makes entries safe to hand out without copies: an append to a long session would copy them several times. */
function frozen(entries: ViewEntry[]): ViewEntry[] {
  for (const entry of entries) Object.freeze(entry)
  return entries
}

/** Returns copies of records that the caller may change. */
export function copiesOf<T extends object>(records: readonly T[]): T[] {
  return records.map((record) => ({ ...record }))
}

export function withMessages(view: View, messages: readonly NewMessage[]): View {
  const added = messages.map(({ seq, role, origin, pinned, shape, tokens, turn }): ViewEntry => {
    return Object.freeze({ seq, role, origin, pinned, state: 'raw', shape, tokens, viewTokens: tokens, turn })
  })
  const longer = { ...view, entries: [...view.entries, ...added] }
  const known = viewBytes.get(view)
  if (known !== undefined) viewBytes.set(longer, known + entryBytes(added))
  return longer
}

export function withReductions(view: View, reductions: readonly Reduction[]): View {
  return {
    ...view,
    entries: frozen(reducedEntries(view.entries, reductions)),
    reductions: [...view.reductions, ...reductions],
  }
}

/** Cached state of a session. Readers check the revisions of the setup and of the view against the row. */
export interface KnownSession {
  setup: KnownSetup
  revision: number
  view: View | null
}

export class SessionCache {
  private readonly known: LRUCache<string, KnownSession>

  constructor(maxBytes: number) {
    this.known = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf })
  }

  get(sessionId: string): KnownSession | undefined {
    return this.known.get(sessionId)
  }

  /** Caches an entry unless the cached one is newer, because two readers may finish out of order. */
  remember(sessionId: string, now: KnownSession): void {
    const before = this.known.peek(sessionId)
    if (before && before.revision > now.revision) return
    const view = now.view ?? (before?.revision === now.revision ? before.view : null)
    // Computing the size of an entry takes time proportional to its length, and most reads find nothing new.
    if (before?.revision === now.revision && before.view === view && before.setup === now.setup) return
    this.known.set(sessionId, { ...now, view })
  }

  forget(sessionId: string): void {
    this.known.delete(sessionId)
  }
}

/** Estimated bytes in memory: an object with ten fields, and the shape of one part. */
const OBJECT_BYTES = 160
const PART_BYTES = 96

/** Bytes of views that were computed before: an append to a long session looks at its own messages only. */
const viewBytes = new WeakMap<View, number>()

function bytesOf({ setup, view }: KnownSession): number {
  return OBJECT_BYTES + setup.text.length * 2 + (view ? bytesOfView(view) : 0)
}

function bytesOfView(view: View): number {
  const known = viewBytes.get(view)
  if (known !== undefined) return known
  let bytes = entryBytes(view.entries)
  for (const reduction of view.reductions) bytes += OBJECT_BYTES + (reduction.placeholder?.length ?? 0)
  for (const checkpoint of view.checkpoints)
    bytes += OBJECT_BYTES * (1 + checkpoint.lines.length) + checkpoint.text.length * 2
  viewBytes.set(view, bytes)
  return bytes
}

function entryBytes(entries: readonly ViewEntry[]): number {
  return entries.reduce((bytes, { shape }) => bytes + OBJECT_BYTES + shape.length * PART_BYTES, 0)
}
