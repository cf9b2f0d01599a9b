import type { AuditEntry, SessionTx } from '../../ports/ports.js'
import { inModelTokens, usedModelTokens } from '../../domain/session/model-tokens.js'
import type { Calibration } from '../../domain/model/calibration.js'
import type { Cut } from '../../domain/context/cut.js'
import type { NewEvent } from '../../domain/event.js'
import type { NewMessage, StoredMessage } from '../../domain/message.js'
import { budgetBefore, budgetEvents, type BudgetBefore } from '../../domain/reports/budget-events.js'
import type { Session } from '../../domain/session/session.js'
import {
  beginsMoment,
  momentMark,
  stateOf,
  type MomentMark,
  type SessionState,
} from '../../domain/time/session-state.js'
import type { CalibrationReader } from '../calibrations.js'
import { pause, pauseAfterMany } from '../../ports/pause.js'
import { insertAudit } from '../access/audit-log.js'
import { batches, insertRows, type Transaction } from '../database.js'
import { insertEvents } from '../tables/insert-events.js'
import { recordMoment } from '../tables/moments.js'
import type { MessageCache } from '../messages/message-cache.js'
import type { ReadEarly } from './session-records.js'
import { SessionViewTx } from './session-view.js'
import { sendMessages } from '../messages/send-messages.js'
import { cutValues, CUT_COLUMNS } from '../tables/records.js'
import { scopeOf } from '../../domain/recall/scope.js'
import { reindexScope } from '../recall/memory-scopes.js'
import { reindexMetadata } from './session-metadata.js'
import {
  knownSetup,
  sessionOf,
  setupChanged,
  setupText,
  stateText,
  type KnownSetup,
  type SessionRow,
} from '../tables/session-row.js'
import { withMessages, type KnownSession } from '../tables/view.js'

/** What the row of the session becomes. */
export interface RowUpdate {
  /** Values of UPDATE_SESSION. */
  values: unknown[]
  /** Further values of UPDATE_SESSION_WITH_SETUP; null: the setup is as it was. */
  setup: unknown[] | null
  /** Whether it may run before the other writes. */
  isFirst: boolean
  /** The changed columns. */
  row: Partial<SessionRow> & { marked?: true }
}

/** What one transaction on a session did. */
export interface Finished {
  events: readonly NewEvent[]
  written: StoredMessage[]
  /** Entry for the session cache; null if the cached entry is no longer valid. */
  known: KnownSession | null
  /** null: the row stays as it is. */
  update: RowUpdate | null
}

/**
 * The work of one transaction on one locked session. Sends a write without waiting if no caller needs its result.
 * A failure of such a write makes the commit fail.
 */
export class SessionWork extends SessionViewTx implements SessionTx {
  readonly session: Session
  private readonly setup: KnownSetup
  private readonly events: NewEvent[] = []
  private readonly before: BudgetBefore
  private mark: MomentMark
  private readonly written: StoredMessage[] = []
  private writtenBytes = 0
  /** Whether the context changed other than by growing at its end. */
  private beginsMoment = false
  /** How the moment began that this transaction recorded already; null: it did not. */
  private recorded: SessionState | null = null

  constructor(
    tx: Transaction,
    private readonly row: SessionRow & { now: Date; incarnation: string; marked: boolean | null },
    { known, read }: { known: KnownSession | undefined; read: ReadEarly },
    private readonly caches: { messages: MessageCache; calibrations: CalibrationReader },
  ) {
    super(tx, row.id, caches.messages, known?.revision === row.revision ? known.view : null, row.shared_seq, read)
    this.setup = knownSetup(row, known?.setup)
    this.session = sessionOf(row, this.setup)
    this.mark = momentMark(this.session)
    this.before = budgetBefore(this.session)
  }

  /** Writes into the object that the transaction has handed out. */
  change(members: Partial<Session>): void {
    Object.assign(this.session, members)
    for (const [name, value] of Object.entries(members))
      if (value === undefined) Reflect.deleteProperty(this.session, name)
  }

  get now(): Date {
    return this.row.now
  }

  calibration(): Promise<Calibration | null> {
    return this.caches.calibrations.read(this.tx, this.session.appId, this.session.model)
  }

  get hasCut(): boolean {
    return this.beginsMoment || this.recorded !== null
  }

  async recordCuts(): Promise<void> {
    if (this.beginsMoment && this.written.length === 0) await this.recordMoment()
  }

  async insertMessages(messages: NewMessage[]): Promise<void> {
    let expected = this.row.last_seq + this.written.length
    for (const { seq } of messages) {
      if (seq !== ++expected)
        throw new Error(`Session ${this.row.id}: expected message ${expected} next, received message ${seq}.`)
    }
    await sendMessages(this.tx, this.row, messages)
    for (const batch of batches(messages)) {
      for (const { shortened: _, ...m } of batch) {
        this.writtenBytes += Buffer.byteLength(m.raw)
        this.written.push(Object.freeze({ ...m, sessionId: this.row.id, createdAt: this.row.now }))
      }
      if (batch.length < messages.length) await pause()
    }
    this.changeView((view) => withMessages(view, messages))
    await pauseAfterMany(messages.length)
  }

  async pin(seq: number, pinned: boolean): Promise<void> {
    this.own([seq])
    const text = 'UPDATE messages SET pin = $3 WHERE session_id = $1 AND seq = $2'
    this.tx.send({ name: 'pin', text, values: [this.row.id, seq, pinned] })
    this.beginsMoment = true
    this.changeView((view) => ({
      ...view,
      entries: view.entries.map((entry) => (entry.seq === seq ? { ...entry, pinned } : entry)),
    }))
  }

  async insertCut(cut: Cut): Promise<void> {
    this.tx.send(insertRows('cuts', CUT_COLUMNS, [cutValues(this.row.id, cut)]))
    this.rewritten = 0
    this.beginsMoment = true
    this.prefixRead = null
  }

  audit(entry: AuditEntry): void {
    this.tx.send(insertAudit({ ...entry, appId: this.row.app_id }))
  }

  emit(event: NewEvent): void {
    // Use cases count in base tokens. Here, so that none can forget to publish model tokens. [T2]
    this.events.push(inModelTokens(this.session, event))
  }

  /** Sends the remaining writes, but for the update of the row. The result is valid for other readers only after the commit.
   * @param isImport the session gets its states from a file, so none begins here */
  async finish(isImport = false): Promise<Finished> {
    const { row, session, events } = this
    if (session.lastSeq !== row.last_seq + this.written.length) {
      throw new Error(
        `Session ${row.id} has lastSeq ${session.lastSeq}, but ${row.last_seq + this.written.length} messages are stored.`,
      )
    }
    const isNewMoment = !isImport && (this.beginsMoment || beginsMoment(this.mark, session))
    if (isNewMoment) this.changeVersion()
    if (session.version !== this.before.version) this.change({ incarnation: row.incarnation })
    // Only here, so that no use case can forget to publish the budget it changed.
    const published = budgetEvents(session, this.before, events)
    events.push(...published.events)
    this.change({ ...published.change, eventSeq: row.event_seq + events.length })
    await pauseAfterMany(this.written.length)
    if (events.length > 0) this.tx.send(insertEvents({ id: row.id, appId: row.app_id }, row.event_seq, events, row.now))
    await pauseAfterMany(this.written.length)
    if (isNewMoment) await this.recordMoment()
    const state = stateText(session)
    const setup = setupChanged(session, this.setup) ? setupText(session) : null
    if (session.metadata !== this.setup.fields.metadata) reindexMetadata(this.tx, session)
    if (scopeOf(session) !== scopeOf(this.setup.fields)) reindexScope(this.tx, session)
    const revision = row.revision + (this.viewChanged ? 1 : 0)
    const touched = session.lastActivityAt.getTime() !== row.last_activity_at.getTime()
    const isChanged = () => state !== stateText(this.sessionBefore())
    const isUpdated = events.length > 0 || this.viewChanged || touched || setup !== null || isChanged()
    const known = setup === null ? { setup: this.setup, revision, view: this.view } : null
    // A moment reads the row as it was.
    const isFirst = setup === null && this.recorded === null
    const update = isUpdated ? { ...this.rowUpdate(state, revision), isFirst } : null
    return {
      events,
      written: this.written,
      known,
      update: update && { ...update, setup: setup === null ? null : [setup, session.limit] },
    }
  }

  private rowUpdate(state: string, revision: number): Pick<RowUpdate, 'values' | 'row'> {
    const { id, lastActivityAt, lastSeq, eventSeq } = this.session
    return {
      values: [
        id,
        lastActivityAt,
        lastSeq,
        eventSeq,
        revision,
        state,
        usedModelTokens(this.session),
        this.writtenBytes,
      ],
      row: {
        last_activity_at: lastActivityAt,
        last_seq: lastSeq,
        event_seq: eventSeq,
        revision,
        state,
        ...(this.written.length > 0 && { marked: true }),
      },
    }
  }

  /** A pin or a mark changes no text, but each moment has a version of its own. */
  private changeVersion(): void {
    const { session, recorded, before } = this
    if (session.version === (recorded ?? before).version) this.change({ version: session.version + 1 })
  }

  /** Records that a moment begins now. */
  private async recordMoment(): Promise<void> {
    const { session, recorded } = this
    this.changeVersion()
    const { entries, checkpoints } = await this.currentView()
    const view = { entries, checkpoints, addedBytes: this.writtenBytes }
    recordMoment(this.tx, session, view, recorded ?? this.sessionBefore())
    this.recorded = structuredClone(stateOf(session))
    this.mark = momentMark(session)
    this.beginsMoment = false
  }

  /** Parsed again, because few changes need it and the transaction writes into its copy. */
  private sessionBefore(): Session {
    return sessionOf(this.row, this.setup)
  }
}
