import pg from 'pg'
import { vi } from 'vitest'

/** Records the statements of every connection. Those sent before the answer to an earlier one share its round trip. */
export function watchStatements(): { client: pg.Client; names: string[] }[] {
  const trips: { client: pg.Client; names: string[] }[] = []
  const unanswered = new Map<pg.Client, number>()
  const real = pg.Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [string | { name?: string; text: string }]
    const name = typeof statement === 'string' ? statement : (statement.name ?? statement.text)
    const waiting = unanswered.get(this) ?? 0
    const open = waiting > 0 && trips.findLast(({ client }) => client === this)
    if (open) open.names.push(name)
    else trips.push({ client: this, names: [name] })
    const answer = real.apply(this, given)
    if (answer instanceof Promise) {
      unanswered.set(this, waiting + 1)
      const done = () => unanswered.set(this, unanswered.get(this)! - 1)
      answer.then(done, done)
    }
    return answer as never
  })
  return trips
}
