import { assembleContext } from '../../domain/context/context.js'
import { auditCoverage } from '../../domain/context/coverage.js'
import { cutsInForce, type Cut } from '../../domain/context/cut.js'
import type { ArchiveHead, ArchiveRecord } from '../../domain/archive/archive.js'
import type { MessageState } from '../../domain/message.js'
import { COMPRESSOR_IDLE } from '../../domain/session/compressor.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { commitCut } from '../cut/commit-cut.js'
import { refreshStanding } from '../cut/refresh-standing.js'
import { usedTokens } from '../../domain/session/budget.js'
import { contextRecords } from '../shared/context-records.js'
import { countFixed } from '../ingest/count-fixed.js'
import type { ImportedRecord, Ports, SessionTx } from '../../ports/ports.js'
import type { StandingEntry } from '../../domain/standing/entry.js'
import { checkStanding, importStanding } from './import-standing.js'
import { checkMessage } from './check-message.js'
import { orDrop } from './or-drop.js'
import { importRefused } from './refusal.js'
import type { Imported } from './imported.js'

/** Records and characters of text written in one transaction. */
const BATCH_RECORDS = 500
const BATCH_CHARS = 2_000_000

type Needs = Pick<Ports, 'store' | 'tokenizer' | 'ids' | 'log' | 'quotas'>

export interface ArchiveInput {
  appId: string
  head: ArchiveHead
  records: AsyncIterable<ArchiveRecord>
  /** Scope that the session joins; null: the one in the file. */
  memoryScope?: string | null
}

/** Restores an exported session: history, states, records, and therefore every context. The session becomes visible at
 * the end; after a failure nothing of it stays. A known id is replaced by a new one. [R6]
 * Throws import_refused, storage_quota_exceeded. */
export async function importArchive(
  ports: Needs,
  { appId, head, records, memoryScope }: ArchiveInput,
): Promise<Imported> {
  const session = await openedFrom(ports, appId, inScope(head.session, memoryScope ?? null))
  const place = await ports.quotas.reserve(appId, { sessions: 1, messages: session.lastSeq })
  if (place.refusal) throw place.refusal
  // The store counts a hidden session too, so the next reading has what is written by then.
  place.end(true)
  await ports.store.insertSession({ ...session, lastSeq: 0 }, [], undefined, undefined, undefined, true)
  return orDrop(ports, session.id, async () => {
    const seen = await writeRecords(ports, session.id, head.session, records)
    if (seen.states.length !== session.lastSeq)
      throw importRefused(`The session has ${session.lastSeq} messages, but the file has ${seen.states.length}.`)
    const stored = await ports.store.finishImport(session.id, (tx) => finish(tx, ports, seen, head.session.id))
    return {
      sessionId: session.id,
      originalId: session.id === head.session.id ? null : head.session.id,
      externalId: stored.externalId,
      format: 'palimpsest',
      imported: seen.states.length,
      skipped: [],
      skippedCount: 0,
      tokens: usedModelTokens(stored),
    }
  })
}

function inScope(session: Session, scope: string | null): Session {
  if (scope === null) return session
  const { policy } = session
  return { ...session, policy: { ...policy, recall: { ...policy.recall, scope } } }
}

async function openedFrom({ store, ids }: Needs, appId: string, given: Session): Promise<Session> {
  const id = (await store.hasSession(given.id)) ? ids.make('ses') : given.id
  const { state } = given.compressor
  // Compressions under way are not exported. The next append makes a new one pending.
  const compressor = state === 'queued' || state === 'running' ? COMPRESSOR_IDLE : given.compressor
  return { ...given, id, appId, compressor, eventSeq: 0 }
}

/** What the final check needs of the records, a few bytes per message. */
interface Seen {
  states: { seq: number; state: MessageState; pinned: boolean }[]
  cuts: Pick<Cut, 'id' | 'version' | 'evicted' | 'returned' | 'restores'>[]
  /** Newest context version of a moment or snapshot, and newest message of one. */
  version: number
  seq: number
  lastMoment: number
  snapshots: Set<string>
  standing: StandingEntry[]
}

async function writeRecords(
  { store }: Needs,
  id: string,
  from: Session,
  records: AsyncIterable<ArchiveRecord>,
): Promise<Seen> {
  const seen: Seen = { states: [], cuts: [], version: 0, seq: 0, lastMoment: -1, snapshots: new Set(), standing: [] }
  let batch: ImportedRecord[] = []
  let chars = 0
  // One batch is written while the next is read and checked.
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    writing = store.importRecords(id, batch)
    // Awaited before the next batch; a failure until then must not count as unhandled.
    writing.catch(() => {})
    batch = []
    chars = 0
  }
  for await (const record of records) {
    // Written at the end, with what makes the session visible.
    if (record.section === 'standing') {
      checkStanding(record.value, seen.standing, from)
      seen.standing.push(record.value)
      continue
    }
    batch.push(await checked(record, seen))
    chars += record.section === 'messages' ? record.value.raw.length : 1_000
    if (batch.length >= BATCH_RECORDS || chars >= BATCH_CHARS) await flush()
  }
  if (batch.length > 0) await flush()
  await writing
  return seen
}

async function checked(record: Exclude<ArchiveRecord, { section: 'standing' }>, seen: Seen): Promise<ImportedRecord> {
  const { states, cuts } = seen
  if (record.section === 'moments' || record.section === 'snapshots') checkTime(record, seen)
  if (record.section === 'cuts') {
    const { id, version, evicted, returned, restores } = record.value
    cuts.push({ id, version, evicted, ...(returned && { returned }), ...(restores !== undefined && { restores }) })
  }
  if (record.section !== 'messages') return record
  const value = await checkMessage(record.value, states.length + 1)
  const { seq, state, pin, pinned } = value
  states.push({ seq, state: state === 'withdrawn' ? 'evicted' : state, pinned: pin ?? pinned })
  return { section: 'messages', value }
}

/** Checks that earlier states are in order, each once. */
function checkTime(record: Extract<ArchiveRecord, { section: 'moments' | 'snapshots' }>, seen: Seen): void {
  const { version } = record.value
  const isMoment = record.section === 'moments'
  const isOnce = isMoment ? version > seen.lastMoment : !seen.snapshots.has(record.value.id)
  if (!isOnce) throw importRefused(`The ${isMoment ? 'moment' : 'snapshot'} of version ${version} is out of order.`)
  if (isMoment) seen.lastMoment = version
  else seen.snapshots.add(record.value.id)
  seen.version = Math.max(seen.version, version)
  seen.seq = Math.max(seen.seq, isMoment ? record.value.startSeq : record.value.seq)
}

/** Shows what the scope has here, not what it had in the file: that may be deleted here, or of another scope. [M11] */
async function showScope(tx: SessionTx, ports: Needs): Promise<void> {
  const { session } = tx
  const before = usedTokens(session.tokenCounts)
  const [shown, tokens] = [session.standing?.text, session.tokenCounts.standing]
  await refreshStanding(tx, ports)
  if (session.standing?.text === shown && session.tokenCounts.standing === tokens) return
  await commitCut(tx, ports, { kind: 'standing', reason: 'the scope has other entries than the file' }, null, before)
}

/** Checks that the records agree with each other, and adds the first events. */
async function finish(tx: SessionTx, ports: Needs, seen: Seen, originalId: string): Promise<void> {
  const { session } = tx
  const { states, cuts, version, seq } = seen
  if (version > session.version || seq > session.lastSeq)
    throw importRefused(`An earlier state has version ${version} and message ${seq}, which the session does not have.`)
  const [entries, reductions, checkpoints] = [await tx.entries(), await tx.reductions(), await tx.checkpoints()]
  const fixed = await countFixed(ports, session.systemPrompt, session.tools)
  const records = { session, entries, reductions, checkpoints }
  const { violations } = auditCoverage({ ...records, states, cuts: cutsInForce(cuts), ledger: session.ledger, fixed })
  const [first] = violations
  if (first) throw importRefused(`The records contradict each other [${first.rule}]: ${first.found}.`)
  assembleContext(contextRecords(records))
  const { model, limit, reserve, tier, window, preset, mode, id } = session
  tx.emit({ type: 'session-created', data: { model, limit, reserve, tier, window, preset, mode } })
  tx.emit({
    type: 'session-imported',
    data: { format: 'palimpsest', messages: states.length, originalId: id === originalId ? null : originalId },
  })
  await importStanding(tx, ports, seen.standing)
  await showScope(tx, ports)
}
