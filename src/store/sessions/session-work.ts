import { nextSlice } from '../../app/ports/in-steps.js'
import type { RestoredView, SessionTx } from '../../app/ports/ports.js'
import { inModelTokens, usedModelTokens } from '../../domain/session/model-tokens.js'
import type { Calibration } from '../../domain/model/calibration.js'
import type { Checkpoint } from '../../domain/compression/checkpoint.js'
import type { Cut } from '../../domain/context/cut.js'
import { DomainError } from '../../domain/errors.js'
import type { NewEvent } from '../../domain/event.js'
import type { NewMessage, SeqRange, StoredMessage, ViewEntry } from '../../domain/message.js'
import { budgetEvents, type BudgetBefore } from '../../domain/session/budget-events.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Session } from '../../domain/session/session.js'
import { beginsMoment } from '../../domain/time/session-state.js'
import type { CalibrationReader } from '../calibrations.js'
import { insertRows, type Transaction } from '../database.js'
import { insertEvents } from '../tables/events.js'
import { recordMoment } from '../tables/moments.js'
import { restoreRows } from '../tables/restore.js'
import { readmitMessages } from '../tables/readmit.js'
import { markUnindexed } from '../search/index-writer.js'
import type { MessageCache } from '../messages/message-cache.js'
import { SessionRecordsTx } from './session-records.js'
import { messageBatches } from '../messages/message-batches.js'
import { messageValues, WITHDRAWN, WRITTEN_COLUMNS } from '../tables/rows.js'
import { reduceMessages, removeFromView, sendCheckpoint, supersedeCheckpoints } from '../tables/view-writes.js'
import { cutValues, CUT_COLUMNS } from '../tables/records.js'
import { reindexMetadata } from '../tables/session-metadata.js'
import {
  knownSetup,
  sessionOf,
  setupChanged,
  setupText,
  stateText,
  UPDATE_SESSION,
  UPDATE_SESSION_WITH_SETUP,
  type KnownSetup,
  type SessionRow,
} from '../tables/session-row.js'
import {
  copyOf,
  VIEW_COLUMNS,
  viewOf,
  withMessages,
  withReductions,
  type KnownSession,
  type View,
  type ViewRow,
} from '../tables/view.js'

/**
 * The work of one transaction on one locked session. Sends a write without waiting if no caller needs its result.
 * A failure of such a write makes the commit fail.
 */
export class SessionWork extends SessionRecordsTx implements SessionTx {
  readonly session: Session
  private readonly setup: KnownSetup
  private readonly stateBefore: string
  private readonly events: NewEvent[] = []
  private readonly before: BudgetBefore
  /** Number of messages, parts and checkpoints changed since the last cut. */
  private rewritten = 0
  private readonly written: StoredMessage[] = []
  /** null until it is read. The row lock keeps it valid until this transaction changes it. */
  private view: View | null
  private viewChanged = false
  /** Whether the context changed other than by growing at its end. */
  private beginsMoment = false

  constructor(
    tx: Transaction,
    private readonly row: SessionRow & { now: Date },
    known: KnownSession | undefined,
    private readonly caches: { messages: MessageCache; calibrations: CalibrationReader },
  ) {
    super(tx, row.id, caches.messages)
    this.setup = knownSetup(row, known?.setup)
    this.session = sessionOf(row, this.setup)
    this.stateBefore = stateText(this.session)
    this.before = { version: this.session.version, used: usedModelTokens(this.session) }
    this.view = known?.revision === row.revision ? known.view : null
  }

  get now(): Date {
    return this.row.now
  }

  calibration(): Promise<Calibration | null> {
    return this.caches.calibrations.read(this.tx, this.session.appId, this.session.model)
  }

  get hasCut(): boolean {
    return this.beginsMoment
  }

  async entries(): Promise<ViewEntry[]> {
    return copyOf(await this.currentView()).entries
  }

  async reductions(): Promise<Reduction[]> {
    return copyOf(await this.currentView()).reductions
  }

  async checkpoints(): Promise<Checkpoint[]> {
    return copyOf(await this.currentView()).checkpoints
  }

  async insertMessages(messages: NewMessage[]): Promise<void> {
    let expected = this.row.last_seq + this.written.length
    for (const { seq } of messages) {
      if (seq !== ++expected)
        throw new Error(`Session ${this.row.id}: expected message ${expected} next, received message ${seq}.`)
    }
    for (const batch of messageBatches(messages)) {
      const rows: unknown[][] = []
      for (const message of batch) rows.push(await messageValues(this.row.id, message, this.row.now))
      this.tx.send(insertRows('messages', WRITTEN_COLUMNS, rows))
      // The driver encodes a statement without a pause. Other requests run between two statements.
      if (batch.length < messages.length) await nextSlice()
    }
    if (messages.length > 0) this.tx.send(markUnindexed(this.row.id, this.row.app_id))
    for (const { shortened: _, ...m } of messages)
      this.written.push(Object.freeze({ ...m, sessionId: this.row.id, createdAt: this.row.now }))
    this.changeView((view) => withMessages(view, messages))
  }

  async pin(seq: number, pinned: boolean): Promise<void> {
    const text = 'UPDATE messages SET pin = $3 WHERE session_id = $1 AND seq = $2'
    this.tx.send({ name: 'pin', text, values: [this.row.id, seq, pinned] })
    this.beginsMoment = true
    this.changeView((view) => ({
      ...view,
      entries: view.entries.map((entry) => (entry.seq === seq ? { ...entry, pinned } : entry)),
    }))
  }

  async insertReductions(reductions: Reduction[]): Promise<void> {
    if (reductions.length === 0) return
    reduceMessages(this.tx, this.row.id, reductions)
    this.rewritten += reductions.filter(({ cutId }) => cutId !== null).length
    this.changeView((view) => withReductions(view, reductions))
  }

  cover(ranges: SeqRange[]): Promise<number> {
    return this.removeFromView(ranges, 2)
  }

  evict(ranges: SeqRange[]): Promise<number> {
    return this.removeFromView(ranges, 3)
  }

  withdraw(ranges: SeqRange[]): Promise<number> {
    return this.removeFromView(ranges, WITHDRAWN)
  }

  async readmit(seqs: number[], reductions: Reduction[], cutId: string): Promise<number[]> {
    const others = (await this.reductions()).filter(({ id }) => !reductions.some((one) => one.id === id))
    const back = await readmitMessages(this.tx, this.row.id, { seqs, reductions, others, cutId })
    this.rewritten += back.length + reductions.length
    this.changeView(() => null)
    return back
  }

  async restoreView(view: RestoredView): Promise<void> {
    restoreRows(this.tx, this.row.id, view, this.session.version + 1)
    this.rewritten += view.records.length
    this.changeView(() => null)
  }

  async insertCheckpoint(checkpoint: Checkpoint): Promise<void> {
    // The cut that makes it has the next version.
    sendCheckpoint(this.tx, checkpoint, this.session.version + 1)
    this.changeView(() => null)
  }

  async supersede(ids: string[], by: string): Promise<void> {
    const superseded = await supersedeCheckpoints(this.tx, this.row.id, ids, by)
    if (superseded !== new Set(ids).size)
      throw new Error(`Only ${superseded} of the ${ids.length} checkpoints to supersede are live.`)
    this.rewritten += superseded
    this.changeView(() => null)
  }

  rewrittenBlocks(): number {
    return this.rewritten
  }

  async insertCut(cut: Cut): Promise<void> {
    this.tx.send(insertRows('cuts', CUT_COLUMNS, [cutValues(this.row.id, cut)]))
    this.rewritten = 0
    this.beginsMoment = true
  }

  emit(event: NewEvent): void {
    // Use cases count in base tokens. Here, so that none can forget to publish model tokens. [T2]
    this.events.push(inModelTokens(this.session, event))
  }

  /** Sends the remaining writes. The result is valid for other readers only after the commit.
   * @param isImport the session gets its states from a file, so none begins here */
  async finish(isImport = false): Promise<Finished> {
    const { row, session, events } = this
    if (session.lastSeq !== row.last_seq + this.written.length) {
      throw new Error(
        `Session ${row.id} has lastSeq ${session.lastSeq}, but ${row.last_seq + this.written.length} messages are stored.`,
      )
    }
    const before = sessionOf(row, this.setup)
    const isNewMoment = !isImport && (this.beginsMoment || beginsMoment(before, session))
    // A pin or a mark changes no text, but each moment has a version of its own.
    if (isNewMoment && session.version === before.version) session.version += 1
    // Only here, so that no use case can forget to publish the budget it changed.
    events.push(...budgetEvents(session, this.before, events))
    session.eventSeq = row.event_seq + events.length
    if (events.length > 0) this.tx.send(insertEvents({ id: row.id, appId: row.app_id }, row.event_seq, events, row.now))
    if (isNewMoment) recordMoment(this.tx, session, await this.currentView(), before)
    const state = stateText(session)
    const setup = setupChanged(session, this.setup) ? setupText(session) : null
    if (session.metadata !== this.setup.fields.metadata) reindexMetadata(this.tx, session)
    const revision = row.revision + (this.viewChanged ? 1 : 0)
    const touched = session.lastActivityAt.getTime() !== row.last_activity_at.getTime()
    if (events.length > 0 || this.viewChanged || touched || setup !== null || state !== this.stateBefore) {
      const { lastActivityAt, lastSeq, eventSeq, limit } = session
      const values = [row.id, lastActivityAt, lastSeq, eventSeq, revision, state, usedModelTokens(session)]
      this.tx.send(
        setup === null
          ? { ...UPDATE_SESSION, values }
          : { ...UPDATE_SESSION_WITH_SETUP, values: [...values, setup, limit] },
      )
    }
    const known = setup === null ? { setup: this.setup, revision, view: this.view } : null
    return { notified: events.length > 0, written: this.written, known }
  }

  /** `state`: 2 covered, 3 evicted, 4 withdrawn. Returns how many messages changed. */
  private async removeFromView(ranges: SeqRange[], state: 2 | 3 | typeof WITHDRAWN): Promise<number> {
    this.changeView(() => null)
    const length = await removeFromView(this.tx, this.row.id, ranges, state)
    this.rewritten += length
    return length
  }

  private changeView(change: (view: View) => View | null): void {
    this.viewChanged = true
    this.view = this.view && change(this.view)
  }

  private async currentView(): Promise<View> {
    if (this.view) return this.view
    const [row] = await this.tx.query<ViewRow>({
      name: 'view',
      text: `SELECT ${VIEW_COLUMNS} FROM sessions s WHERE s.id = $1`,
      values: [this.row.id],
    })
    if (!row) throw new DomainError('session_not_found', `No session ${this.row.id}.`, { sessionId: this.row.id })
    return (this.view = viewOf(row))
  }
}

export interface Finished {
  notified: boolean
  written: StoredMessage[]
  /** Entry for the session cache; null if the cached entry is no longer valid. */
  known: KnownSession | null
}
