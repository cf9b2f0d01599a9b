import type pg from 'pg'
import { Batch, encoded, type Answer, type Statement, type Step, type Waiter } from './batch.js'

export type { Statement } from './batch.js'

/**
 * Sends the statements of one transaction. What a task and its promises ask for leaves in one batch, and Postgres answers a
 * batch once: the answers to single statements took a large part of the processor time of an append. Statements run in the order
 * in which they were given. After a failure nothing more is sent, and everything is rejected with it.
 */
export class Batches {
  private waiting: Step[] = []
  private isScheduled = false
  private isRunning = false
  private failure: { error: unknown } | null = null

  constructor(private readonly client: pg.PoolClient) {}

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

  /** Drops what is not sent yet. Later statements are rejected. */
  end(error: unknown): void {
    this.failure ??= { error }
    const dropped = this.waiting
    this.waiting = []
    for (const { waiter } of dropped) waiter?.reject(this.failure.error)
  }

  private add(statement: Statement, waiter: Waiter | null): void {
    if (this.failure) return waiter?.reject(this.failure.error)
    this.waiting.push({ statement: encoded(statement), waiter })
    // Runs after the promises that are ready now, and before the process waits for anything.
    if (!this.isScheduled) process.nextTick(() => this.flush())
    this.isScheduled = true
  }

  private flush(): void {
    this.isScheduled = false
    if (this.isRunning || this.waiting.length === 0) return
    const steps = this.waiting
    this.waiting = []
    this.isRunning = true
    const ended = (error: unknown) => {
      this.isRunning = false
      if (!error) return this.flush()
      for (const { waiter } of steps) waiter?.reject(error)
      this.end(error)
    }
    this.client.query(new Batch(steps, ended))
  }
}
