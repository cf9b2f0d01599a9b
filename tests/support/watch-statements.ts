import pg from 'pg'
import { vi } from 'vitest'

interface Sent {
  name?: string
  text: string
}

/** Records the statements of every connection. Those of one batch share a round trip. */
export function watchStatements(): { client: pg.Client; names: string[] }[] {
  const trips: { client: pg.Client; names: string[] }[] = []
  const real = pg.Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [sent] = given as [string | Sent | { steps: readonly { statement: Sent }[] }]
    const statements =
      typeof sent === 'string'
        ? [{ text: sent }]
        : 'steps' in sent
          ? sent.steps.map(({ statement }) => statement)
          : [sent]
    trips.push({ client: this, names: statements.map(({ name, text }: Sent) => name ?? text) })
    return real.apply(this, given) as never
  })
  return trips
}
