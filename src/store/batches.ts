import pg from 'pg'

/** A SQL statement. One with a name is prepared once per connection. */
export interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

type Result<Row extends pg.QueryResultRow> = pg.QueryResult<Row>

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

  /** Like `query`. The result also names the command that Postgres ran. */
  run<Row extends pg.QueryResultRow>(statement: Statement): Promise<Result<Row>> {
    return new Promise<Result<Row>>((resolve, reject) => this.add(statement, { resolve, reject }))
  }

  /** Drops what is not sent yet. Later statements are rejected. */
  end(error: unknown): void {
    this.failure ??= { error }
    const dropped = this.waiting
    this.waiting = []
    for (const { waiter } of dropped) waiter?.reject(this.failure.error)
  }

  private add<Row extends pg.QueryResultRow>(statement: Statement, waiter: Waiter<Row> | null): void {
    if (this.failure) return waiter?.reject(this.failure.error)
    this.waiting.push(stepOf(statement, waiter))
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

interface Waiter<Row extends pg.QueryResultRow> {
  resolve: (result: Result<Row>) => void
  reject: (error: unknown) => void
}

interface Step {
  query: DriverQuery
  /** null: nothing waits for its rows. */
  waiter: { reject: (error: unknown) => void } | null
}

/** What the driver calls on a query. Its types publish only `submit`. */
interface DriverQuery {
  name?: string
  text: string
  submit(connection: pg.Connection): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleEmptyQuery(connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
}

function stepOf<Row extends pg.QueryResultRow>(statement: Statement, waiter: Waiter<Row> | null): Step {
  // The simple protocol would answer a statement alone.
  const query: unknown = new pg.Query<Row>(
    { ...statement, queryMode: 'extended' } as pg.QueryConfig,
    (error, result) => {
      if (error) waiter?.reject(error)
      else waiter?.resolve(result)
    },
  )
  return { query: query as DriverQuery, waiter }
}

/** Statements that the driver sends as one query. */
class Batch implements pg.Submittable {
  /** The statement that Postgres answers now. */
  private at = 0

  /** @param callback called once, with the failure if there is one. The driver wraps it to end its timer. */
  constructor(
    readonly steps: readonly Step[],
    public callback: (error?: unknown) => void,
  ) {}

  /** The driver notes by name and text which statements a connection has prepared. */
  get name(): string | undefined {
    return this.steps[this.at]?.query.name
  }

  get text(): string | undefined {
    return this.steps[this.at]?.query.text
  }

  submit(connection: pg.Connection): Error | null {
    const nothing = { value: () => {} }
    const withRows: pg.Connection = Object.create(connection, { sync: nothing })
    const withoutRows: pg.Connection = Object.create(connection, { sync: nothing, describe: nothing })
    connection.stream.cork()
    try {
      for (const { query, waiter } of this.steps) {
        const fault = query.submit(waiter ? withRows : withoutRows)
        if (fault) return fault
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleRowDescription(message: unknown): void {
    this.steps[this.at]?.query.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    // Without a description, rows cannot be read.
    const step = this.steps[this.at]
    if (step?.waiter) step.query.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.steps[this.at]?.query.handleCommandComplete(message, connection)
    this.at += 1
  }

  handleEmptyQuery(): void {
    this.at += 1
  }

  handleReadyForQuery(connection: pg.Connection): void {
    for (const { query, waiter } of this.steps) if (waiter) query.handleReadyForQuery(connection)
    this.callback()
  }

  /** Postgres skips the rest of the batch. */
  handleError(error: unknown, connection: pg.Connection): void {
    // Without an answer, the connection is out of step.
    if (!(error instanceof pg.DatabaseError)) connection.stream.destroy()
    this.callback(error)
  }
}
