import type { DoorLink, DoorItem, DoorResponse, HistoryPageRequest, StateOfMessage } from '../../app/ports/ports.js'
import type { PromptVersion } from '../../app/ports/store-records.js'
import type { Compression } from '../../domain/compression/compression.js'
import type { BoundaryCall } from '../../domain/session/watermark.js'
import type { GoalAct } from '../../domain/goal/act.js'
import type { Goal } from '../../domain/goal/goal.js'
import type { LedgerEntry } from '../../domain/ledger/ledger.js'
import type { Cut } from '../../domain/context/cut.js'
import type { SeqRange, StoredMessage } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import type { NumberedReduction } from '../../domain/time/moment.js'
import type { Snapshot } from '../../domain/time/snapshot.js'
import { insertRows, type Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'
import { scheduleDeletion } from '../apps/retention.js'
import { insertCompression, readActiveCompression, readCompression, updateCompression } from '../tables/compressions.js'
import {
  copyLinks,
  insertLinks,
  insertResponse,
  readLinks,
  readPrefixVersion,
  refuseLinks,
  removeLinks,
  type ReadForDoor,
} from '../doors/door-links.js'
import { readGoalActs, readGoals, recordGoals, replaceGoals } from '../tables/goals.js'
import type { RecallRecord } from '../../domain/recall/recall.js'
import { insertRecall } from '../recall/recalls.js'
import type { StandingChanges, StandingHeld } from '../../app/ports/standing-port.js'
import type { StandingEntry } from '../../domain/standing/entry.js'
import { noteUser } from '../doors/session-users.js'
import {
  holdStanding,
  noteStandingSession,
  readOpenStanding,
  readStandingNews,
  writeStanding,
} from '../standing/rows.js'
import { moved } from './lock-session.js'
import { insertLedger, readOpenLedger, replaceLedger } from '../tables/ledger.js'
import type { MessageCache } from '../messages/message-cache.js'
import { readPage } from '../messages/message-pages.js'
import { LAST_SEQ, readCalls, readMessages, readStates } from '../messages/messages.js'
import { HISTORY, REDUCTION_HISTORY } from '../messages/shared-history.js'
import { readNumbered } from '../tables/moments.js'
import { readCuts } from '../tables/records.js'
import { countSnapshots, insertSnapshot, sendSnapshot } from '../tables/snapshots.js'
import { keepPrompt } from '../tables/replaced-prompts.js'
import { readOutlines, readSpanMessages } from '../messages/short-messages.js'

export const IDEMPOTENCY_COLUMNS = ['scope', 'key_hash', 'session_id', 'body_digest', 'reply']

/** What was read with the lock of the session. */
export interface ReadEarly {
  /** Nothing was read, so the row may be out of date until it is compared. */
  isRemembered?: boolean
  door?: ReadForDoor
  snapshotCount?: Promise<number>
}

/** Reads and writes single records in a session transaction. Changes neither the view nor the session row. */
export abstract class SessionRecordsTx {
  abstract readonly session: Session
  /** Read with the lock, valid until this transaction changes it. */
  private linksRead: Pick<ReadForDoor, 'position' | 'links'> | null
  protected prefixRead: Promise<number> | null

  constructor(
    protected readonly tx: Transaction,
    protected readonly sessionId: string,
    private readonly cache: MessageCache,
    private readonly early: ReadEarly,
  ) {
    this.linksRead = early.door ?? null
    this.prefixRead = early.door?.prefix ?? null
  }

  async offloadsAmong(ids: string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const text = `SELECT id FROM ${REDUCTION_HISTORY} r WHERE session_id = $1 AND id = ANY($2::text[])`
    return (await this.tx.query<{ id: string }>({ text, values: [this.sessionId, ids] })).map(({ id }) => id)
  }

  async messages(seqs: number[]): Promise<StoredMessage[]> {
    return readMessages(this.tx, this.cache, this.sessionId, seqs)
  }

  statesFrom(seq: number): Promise<StateOfMessage[]> {
    return readStates(this.tx, this.sessionId, { from: seq, to: LAST_SEQ })
  }

  history(page: HistoryPageRequest): Promise<StoredMessage[]> {
    return readPage(this.tx, this.sessionId, page)
  }

  outlines(page: HistoryPageRequest): Promise<StoredMessage[]> {
    return readOutlines(this.tx, this.sessionId, page)
  }

  span(seqs: readonly number[]): Promise<StoredMessage[]> {
    return readSpanMessages(this.tx, this.sessionId, seqs)
  }

  linksFrom(position: number): Promise<DoorLink[]> {
    if (this.linksRead?.position === position) return this.linksRead.links
    return readLinks(this.tx, this.sessionId, position)
  }

  prefixVersion(): Promise<number> {
    return this.prefixRead ?? readPrefixVersion(this.tx, this.sessionId)
  }

  async insertLinks(links: readonly DoorLink[]): Promise<void> {
    this.linksRead = null
    await insertLinks(this.tx, this.sessionId, links)
  }

  async refuseLinks(isRefused: boolean): Promise<void> {
    this.linksRead = null
    refuseLinks(this.tx, this.sessionId, isRefused)
  }

  async removeLinks(position: number): Promise<void> {
    this.linksRead = null
    removeLinks(this.tx, this.sessionId, position)
  }

  async insertResponse(response: DoorResponse, items: readonly DoorItem[]): Promise<void> {
    insertResponse(this.tx, this.session, response, items)
  }

  async copyLinks(fromId: string, position: number): Promise<void> {
    this.linksRead = null
    copyLinks(this.tx, this.sessionId, fromId, position)
  }

  digests(seqs: readonly number[]): Promise<{ seq: number; digest: string }[]> {
    const text = `SELECT seq, digest FROM ${HISTORY} m WHERE session_id = $1 AND seq = ANY($2::integer[]) ORDER BY seq`
    return this.tx.query({ name: 'digests', text, values: [this.sessionId, seqs] })
  }

  callsAfter(seq: number, wanted: { callId: string } | { toolName: string }): Promise<BoundaryCall[]> {
    return readCalls(this.tx, this.sessionId, seq, wanted)
  }

  async insertLedger(entries: LedgerEntry[]): Promise<void> {
    // The cut that takes their messages out has the next version.
    if (entries.length > 0) await insertLedger(this.tx, this.sessionId, entries, this.session.version + 1)
  }

  replaceLedger(entries: LedgerEntry[]): Promise<void> {
    return replaceLedger(this.tx, this.sessionId, entries, this.session.version + 1)
  }

  openLedger(reach: number): Promise<LedgerEntry[]> {
    return readOpenLedger(this.tx, this.sessionId, reach)
  }

  goals(): Promise<Goal[]> {
    return readGoals(this.tx, this.sessionId)
  }

  goalActs(): Promise<GoalAct[]> {
    return readGoalActs(this.tx, this.sessionId)
  }

  async recordGoals(act: GoalAct, changed: Goal[]): Promise<void> {
    recordGoals(this.tx, this.sessionId, act, changed)
  }

  async replaceGoals(act: GoalAct, goals: readonly Goal[]): Promise<void> {
    replaceGoals(this.tx, this.sessionId, act, goals)
  }

  cuts(): Promise<Cut[]> {
    return readCuts(this.tx, this.sessionId)
  }

  numberedReductions(ranges: readonly SeqRange[]): Promise<NumberedReduction[]> {
    return readNumbered(this.tx, this.sessionId, ranges)
  }

  insertSnapshot(snapshot: Snapshot, keep: number): Promise<void> {
    return insertSnapshot(this.tx, snapshot, keep)
  }

  sendSnapshot(snapshot: Snapshot): void {
    sendSnapshot(this.tx, snapshot)
  }

  snapshotCount(): Promise<number> {
    return this.early.snapshotCount ?? countSnapshots(this.tx, this.sessionId)
  }

  keepPrompt(untilVersion: number, prompt: PromptVersion): void {
    keepPrompt(this.tx, this.sessionId, untilVersion, prompt)
  }

  async insertRecall(record: RecallRecord): Promise<void> {
    insertRecall(this.tx, this.sessionId, record)
  }

  holdStanding(scope: string): Promise<StandingHeld> {
    return holdStanding(this.tx, this.session.appId, scope)
  }

  openStanding(scope: string, reach: number): Promise<StandingEntry[]> {
    return readOpenStanding(this.tx, this.session.appId, scope, reach)
  }

  standingNews(scope: string, since: { place: number; ids: readonly string[]; reach: number }) {
    return readStandingNews(this.tx, [this.session.appId, scope], since)
  }

  async writeStanding(scope: string, changes: StandingChanges): Promise<void> {
    writeStanding(this.tx, this.session.appId, scope, changes)
  }

  async noteStandingSession(scope: string): Promise<void> {
    noteStandingSession(this.tx, this.session, scope)
  }

  noteUser(user: string): void {
    noteUser(this.tx, this.session, user)
  }

  insertCompression(compression: Compression): Promise<void> {
    return insertCompression(this.tx, this.sessionId, compression)
  }

  updateCompression(compression: Compression): Promise<void> {
    return updateCompression(this.tx, this.sessionId, compression)
  }

  compression(id: string): Promise<Compression | null> {
    return readCompression(this.tx, this.sessionId, id)
  }

  activeCompression(): Promise<Compression | null> {
    return readActiveCompression(this.tx, this.sessionId)
  }

  async noteUpgrade(checkpointId: string, triedAt: Date | null): Promise<void> {
    const text = 'UPDATE checkpoints SET upgrade_tried_at = $3 WHERE session_id = $1 AND id = $2'
    this.tx.send({ name: 'note-upgrade', text, values: [this.sessionId, checkpointId, triedAt] })
  }

  async scheduleDeletion(deletesAt: Date): Promise<void> {
    scheduleDeletion(this.tx, this.sessionId, this.session.lastActivityAt, deletesAt)
  }

  async rememberReply(key: string, bodyDigest: string, reply: string): Promise<void> {
    const id = this.sessionId
    this.tx.send(
      insertRows('idempotency', IDEMPOTENCY_COLUMNS, [[id, hashOf(key), id, bodyDigest, JSON.stringify(reply)]]),
    )
  }

  async rememberedReply(key: string): Promise<{ bodyDigest: string; reply: string } | null> {
    const where = 'FROM idempotency WHERE scope = $1 AND key_hash = $2'
    const values = [this.sessionId, hashOf(key)]
    // Most keys are new. A known one fails the transaction, and the work runs again behind the lock.
    if (this.early.isRemembered) {
      this.tx.send({ name: 'no-reply', text: `SELECT ${moved('$1')} ${where}`, values })
      return null
    }
    const text = `SELECT body_digest, reply ${where}`
    const [row] = await this.tx.query<{ body_digest: string; reply: string }>({ name: 'reply', text, values })
    return row ? { bodyDigest: row.body_digest, reply: JSON.parse(row.reply) } : null
  }
}
