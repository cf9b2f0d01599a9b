import pg from 'pg'
import { largeBind } from './bind-message.js'

/** A SQL statement. One with a name is prepared once per connection. */
export interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

/** Rows, and what Postgres ran, such as `COMMIT` or `UPDATE 1`. */
export interface Answer<Row> {
  rows: Row[]
  command: string
}

export interface Waiter {
  resolve: (answer: Answer<pg.QueryResultRow>) => void
  reject: (error: unknown) => void
}

export interface Step {
  statement: Statement
  /** null: nothing waits for its rows. */
  waiter: Waiter | null
}

/** What the types of the driver do not publish. */
interface DriverConnection {
  stream: Pick<pg.Connection['stream'], 'cork' | 'uncork' | 'write' | 'destroy'>
  /** Texts of the prepared statements, by name. */
  parsedStatements: Record<string, string | undefined>
  parse(query: { name: string; text: string }): void
  bind(config: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(config: null): void
  sync(): void
}
interface RowReader {
  addFields(fields: unknown): void
  parseRow(fields: unknown): pg.QueryResultRow
}
const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): unknown } }

/** Returns a statement whose values are encoded. Throws for a value that cannot be. */
export function encoded({ values, ...statement }: Statement): Statement {
  return values ? { ...statement, values: values.map((value) => utils.prepareValue(value)) } : statement
}

/** Returns the characters or bytes of the values of a statement. */
export function sizeOf({ values = [] }: Statement): number {
  let size = 0
  for (const value of values) if (typeof value === 'string' || Buffer.isBuffer(value)) size += value.length
  return size
}

/** How rows of prepared statements are read. That never changes on a connection, so Postgres describes them once. */
const readers = new WeakMap<DriverConnection, Map<string, RowReader>>()

/** Statements that the driver sends as if they were one query, and that Postgres answers once. */
export class Batch {
  /** The statement that Postgres answers now. */
  private at = 0
  private readonly answers: Answer<pg.QueryResultRow>[] = []
  private rows: pg.QueryResultRow[] = []
  private known = new Map<string, RowReader>()
  private reader: RowReader | undefined
  private fault: unknown

  /** @param steps with encoded values
   * @param callback called once, with the failure if there is one. The driver wraps it to end its timer. */
  constructor(
    readonly steps: readonly Step[],
    public callback: (error?: unknown) => void,
  ) {}

  /** The driver notes by name and text which statements a connection has prepared. */
  get name(): string | undefined {
    return this.steps[this.at]?.statement.name
  }

  get text(): string | undefined {
    return this.steps[this.at]?.statement.text
  }

  /** Statements that Postgres has answered. */
  get answered(): number {
    return this.at
  }

  submit(connection: pg.Connection): Error | null {
    const to = connection as unknown as DriverConnection
    this.known = readers.get(to) ?? this.known
    readers.set(to, this.known)
    const fresh = new Map<string, string>()
    for (const { name, text } of this.steps.map(({ statement }) => statement)) {
      if (name === undefined) continue
      const prepared = to.parsedStatements[name] ?? fresh.get(name)
      // Postgres would run the other one.
      if (prepared !== undefined && prepared !== text) return new Error(`Two statements have the name ${name}.`)
      if (prepared === undefined) fresh.set(name, text)
    }
    to.stream.cork()
    for (const { statement, waiter } of this.steps) {
      const { name = '', text, values = [] } = statement
      if (name === '' || fresh.delete(name)) to.parse({ name, text })
      const large = largeBind(name, values)
      if (large) for (const piece of large) to.stream.write(piece)
      else to.bind({ statement: name, values })
      if (waiter && !this.known.has(name)) to.describe({ type: 'P', name: '' })
      to.execute(null)
    }
    to.sync()
    to.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: unknown }): void {
    const reader = new pg.Result('', pg.types) as unknown as RowReader
    reader.addFields(fields)
    if (this.name === undefined) this.reader = reader
    else this.known.set(this.name, reader)
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    const reader = this.name === undefined ? this.reader : this.known.get(this.name)
    if (!reader || !this.steps[this.at]?.waiter) return
    try {
      this.rows.push(reader.parseRow(fields))
    } catch (error) {
      this.fault ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.answers.push({ rows: this.rows, command: text })
    this.rows = []
    this.reader = undefined
    this.at += 1
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    if (this.fault !== undefined) return this.callback(this.fault)
    for (const [at, { waiter }] of this.steps.entries()) waiter?.resolve(this.answers[at]!)
    this.callback()
  }

  /** Postgres skips the rest of the batch. */
  handleError(error: unknown, connection: pg.Connection): void {
    // Without an answer, the connection is out of step.
    if (!(error instanceof pg.DatabaseError)) connection.stream.destroy()
    this.callback(error)
  }
}
