import pg from 'pg'
import { onTestFinished } from 'vitest'

interface Sent {
  name?: string
  text: string
}

/** Records the statements of every connection until the test ends. Those of one batch share a round trip. */
export function watchStatements(): { client: pg.Client; names: string[] }[] {
  const trips: { client: pg.Client; names: string[] }[] = []
  const real = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const watched = function (this: pg.Client, ...given: unknown[]) {
    const [sent] = given as [string | Sent | { steps: readonly { statement: Sent }[] }]
    const statements =
      typeof sent === 'string'
        ? [{ text: sent }]
        : 'steps' in sent
          ? sent.steps.map(({ statement }) => statement)
          : [sent]
    trips.push({ client: this, names: statements.map(({ name, text }: Sent) => name ?? text) })
    return real.apply(this, given)
  }
  Object.assign(pg.Client.prototype, { query: watched })
  onTestFinished(() => void Object.assign(pg.Client.prototype, { query: real }))
  return trips
}
