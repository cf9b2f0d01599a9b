import type pg from 'pg'
import type { GroupCommit } from './group-commit.js'
import { Batch, encoded, sizeOf, type Answer, type Statement, type Step, type Waiter } from './batch.js'

export type { Statement } from './batch.js'

/** The last statement of a transaction. */
export interface Closing {
  last: Statement
  /** Replaces `last` and what `lockFirst` named if the whole transaction is one batch. It runs first, so it takes the lock. */
  alone?: Statement
}

/**
 * Sends the statements of one transaction. What a task and its promises ask for leaves in one batch, and Postgres answers a
 * batch once: the answers to single statements took a large part of the processor time of an append. Statements run in the order
 * in which they were given. After a failure nothing more is sent, and everything is rejected with it.
 */
export class Batches {
  private waiting: Step[] = []
  private isScheduled = false
  private isRunning = false
  private isReleased = false
  private failure: { error: unknown } | null = null
  /** Statements that a failure kept from running. */
  private skipped = 0
  /** Statements that open the transaction; null: they are sent, or nothing opens one. */
  private opening: Statement[] | null = null
  private closing: (Closing & { waiter: Waiter }) | null = null

  private client: pg.PoolClient | null = null

  /** @param connect called with the first statement that is not committed together with other transactions */
  constructor(
    private readonly connect: () => Promise<pg.PoolClient>,
    private readonly together: GroupCommit,
  ) {}

  /** Gives the connection back, if one was needed. After a failure, closes it unless `canReuse`, and what is open is rolled back. */
  async release(canReuse: boolean): Promise<void> {
    this.isReleased = true
    const { client, failure } = this
    this.client = null
    client?.release(failure !== null && !(canReuse && (await rolledBack(client))))
  }

  /** Opens a transaction with the next batch. */
  begin(): void {
    this.opening = [BEGIN]
  }

  /** Runs a statement before all others. Call before any other. */
  lockFirst(statement: Statement): void {
    if (!this.opening) throw new Error('The transaction has sent statements already.')
    this.opening.push(statement)
  }

  /** Names the last statement. Returns its rows, after the commit. */
  closeWith<Row extends pg.QueryResultRow>(closing: Closing): Promise<Row[]> {
    const rows = new Promise<Answer<Row>>((resolve, reject) => {
      this.closing = { ...closing, waiter: { resolve: (answer) => resolve(answer as Answer<Row>), reject } }
    }).then((answer) => answer.rows)
    // A failure rejects the commit, too.
    rows.catch(() => {})
    return rows
  }

  /** Commits. A transaction that fits into one batch needs no connection of its own, no BEGIN and no COMMIT. */
  async commit(): Promise<void> {
    const { opening, closing } = this
    const alone = closing?.alone
    this.closing = null
    if (opening && alone && !this.failure && fitting(this.waiting) === this.waiting.length) {
      this.opening = null
      const steps = [{ statement: encoded(alone), waiter: closing.waiter }, ...this.waiting.splice(0)]
      try {
        return await this.together.run(steps)
      } catch (error) {
        for (const { waiter } of steps) waiter?.reject(error)
        throw error
      }
    }
    if (closing) this.add(closing.last, closing.waiter)
    // Postgres answers the COMMIT of a failed transaction with ROLLBACK.
    if ((await this.run(COMMIT)).command !== 'COMMIT') throw new Error('The database rolled the transaction back.')
  }

  /** Sends without waiting. A failure rejects the next `query`, or the commit. */
  send(statement: Statement): void {
    this.add(statement, null)
  }

  async query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    return (await this.run<Row>(statement)).rows
  }

  /** Like `query`, with what Postgres ran. */
  run<Row extends pg.QueryResultRow>(statement: Statement): Promise<Answer<Row>> {
    return new Promise<Answer<Row>>((resolve, reject) =>
      this.add(statement, { resolve: (answer) => resolve(answer as Answer<Row>), reject }),
    )
  }

  /** Runs a statement that undoes a failure, such as `ROLLBACK TO SAVEPOINT`, and goes on. Rejects with the failure if it
   * cannot be undone, or kept any other statement from running. */
  async recover(statement: Statement): Promise<void> {
    const { failure } = this
    if (failure && this.skipped > 0) throw failure.error
    this.failure = null
    try {
      await this.run(statement)
    } catch (error) {
      this.failure = failure ?? { error }
      throw this.failure.error
    }
  }

  /** Drops what is not sent yet. Later statements are rejected. */
  end(error: unknown): void {
    this.failure ??= { error }
    const dropped = this.waiting
    this.waiting = []
    this.skipped += dropped.length
    for (const { waiter } of dropped) waiter?.reject(this.failure.error)
  }

  private add(statement: Statement, waiter: Waiter | null): void {
    if (this.failure) {
      this.skipped += 1
      return waiter?.reject(this.failure.error)
    }
    this.waiting.push({ statement: encoded(statement), waiter })
    // Runs after the promises that are ready now, and before the process waits for anything.
    if (!this.isScheduled) process.nextTick(() => this.flush())
    this.isScheduled = true
  }

  private flush(): void {
    this.isScheduled = false
    if (this.isRunning || this.waiting.length === 0) return
    this.isRunning = true
    if (this.client) return this.sendWaiting(this.client)
    this.connect().then(
      (client) => {
        // The transaction may have ended while it waited for a connection.
        if (this.isReleased) return client.release()
        this.client = client
        this.sendWaiting(client)
      },
      (error) => this.end(error),
    )
  }

  private sendWaiting(client: pg.PoolClient): void {
    const opening = (this.opening ?? []).map((statement): Step => ({ statement: encoded(statement), waiter: null }))
    this.waiting.unshift(...opening)
    this.opening = null
    const steps = this.waiting.splice(0, fitting(this.waiting))
    const ended = (error: unknown) => {
      this.isRunning = false
      if (!error) return this.flush()
      this.skipped += Math.max(0, steps.length - 1 - batch.answered)
      for (const { waiter } of steps) waiter?.reject(error)
      this.end(error)
    }
    const batch = new Batch(steps, ended)
    client.query(batch)
  }
}

const BEGIN: Statement = { name: 'BEGIN', text: 'BEGIN' }
const COMMIT: Statement = { name: 'COMMIT', text: 'COMMIT' }

/** Characters or bytes of values in one batch. The driver encodes a batch without a pause; a larger statement is sent
 * alone. [T1] */
const BATCH_SIZE = 1_000_000

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}

/** Returns how many of the statements to send now: at least one. */
function fitting(steps: readonly Step[]): number {
  let size = 0
  const end = steps.findIndex(({ statement }, at) => (size += sizeOf(statement)) > BATCH_SIZE && at > 0)
  return end < 0 ? steps.length : end
}
