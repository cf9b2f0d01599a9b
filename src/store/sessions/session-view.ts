import { pauseAfterMany } from '../../ports/pause.js'
import type { RestoredView } from '../../ports/ports.js'
import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import { DomainError } from '../../domain/errors.js'
import type { SeqRange, ViewEntry } from '../../domain/message.js'
import type { Reduction } from '../../domain/context/reduction.js'
import { seqsOf } from '../../domain/ranges.js'
import type { Transaction } from '../database.js'
import { restoreRows } from '../tables/restore.js'
import { readmitMessages } from '../tables/readmit.js'
import type { MessageCache } from '../messages/message-cache.js'
import { SessionRecordsTx, type ReadEarly } from './session-records.js'
import { ownMessages, placeShared } from './share-history.js'
import { WITHDRAWN } from '../tables/rows.js'
import { reduceMessages, removeFromView, sendCheckpoint, supersedeCheckpoints } from '../tables/view-writes.js'
import { copiesOf, VIEW_COLUMNS, viewOf, withReductions, type View, type ViewRow } from '../tables/view.js'

/** What is in the context of the locked session: which messages, in which form, behind which checkpoints. */
export abstract class SessionViewTx extends SessionRecordsTx {
  /** Number of messages, parts and checkpoints changed since the last cut. */
  protected rewritten = 0
  protected viewChanged = false

  /**
   * @param view null until it is read. The row lock keeps it valid until this transaction changes it.
   * @param sharedSeq the last message that the session shares with the one it was forked from, 0 for none
   */
  constructor(
    tx: Transaction,
    sessionId: string,
    cache: MessageCache,
    protected view: View | null,
    private readonly sharedSeq: number,
    read: ReadEarly,
  ) {
    super(tx, sessionId, cache, read)
  }

  async entries(): Promise<readonly Readonly<ViewEntry>[]> {
    return (await this.currentView()).entries
  }

  async reductions(): Promise<Reduction[]> {
    return copiesOf((await this.currentView()).reductions)
  }

  async checkpoints(): Promise<Checkpoint[]> {
    return copiesOf((await this.currentView()).checkpoints)
  }

  async insertReductions(reductions: Reduction[]): Promise<void> {
    if (reductions.length === 0) return
    reduceMessages(this.tx, this.sessionId, reductions)
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
    this.own(seqs)
    const back = await readmitMessages(this.tx, this.sessionId, { seqs, reductions, others, cutId })
    this.rewritten += back.length + reductions.length
    this.changeView(() => null)
    return back
  }

  async restoreView(view: RestoredView): Promise<void> {
    this.own(seqsOf(view.then.members))
    if (this.sharedSeq > 0) placeShared(this.tx, this.sessionId, view.then)
    restoreRows(this.tx, this.sessionId, view, this.session.version + 1)
    this.rewritten += view.records.length
    this.changeView(() => null)
  }

  async insertCheckpoint(checkpoint: Checkpoint): Promise<void> {
    // The cut that makes it has the next version.
    sendCheckpoint(this.tx, checkpoint, this.session.version + 1)
    this.changeView(() => null)
  }

  async supersede(ids: string[], by: string): Promise<void> {
    const superseded = await supersedeCheckpoints(this.tx, this.sessionId, ids, by)
    if (superseded !== new Set(ids).size)
      throw new Error(`Only ${superseded} of the ${ids.length} checkpoints to supersede are live.`)
    this.rewritten += superseded
    this.changeView(() => null)
  }

  rewrittenBlocks(): number {
    return this.rewritten
  }

  /** Gives the session rows of its own for messages that it shares, before they change. */
  protected own(seqs: readonly number[]): void {
    const shared = seqs.filter((seq) => seq <= this.sharedSeq)
    if (shared.length > 0) ownMessages(this.tx, this.sessionId, { seqs: shared })
  }

  /** `state`: 2 covered, 3 evicted, 4 withdrawn. Returns how many messages changed. */
  private async removeFromView(ranges: SeqRange[], state: 2 | 3 | typeof WITHDRAWN): Promise<number> {
    this.changeView(() => null)
    const length = await removeFromView(this.tx, this.sessionId, ranges, state)
    this.rewritten += length
    return length
  }

  protected changeView(change: (view: View) => View | null): void {
    this.viewChanged = true
    this.view = this.view && change(this.view)
  }

  protected async currentView(): Promise<View> {
    if (this.view) return this.view
    const [row] = await this.tx.query<ViewRow>({
      name: 'view',
      text: `SELECT ${VIEW_COLUMNS} FROM sessions s WHERE s.id = $1`,
      values: [this.sessionId],
    })
    if (!row) throw new DomainError('session_not_found', `No session ${this.sessionId}.`, { sessionId: this.sessionId })
    this.view = viewOf(row)
    await pauseAfterMany(this.view.entries.length)
    return this.view
  }
}
