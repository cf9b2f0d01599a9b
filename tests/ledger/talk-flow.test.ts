import { afterEach, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
afterEach(() => daemon.stop())

const words = (n: number) => `We walked along the lake on day ${n}, and the weather was fine again. `.repeat(8)

/** Returns the rules of a session whose orders have left, a few at a time, after an audit. */
async function rulesOf(nameOf: (n: number) => string): Promise<string[]> {
  const session = await daemon.openSession({ contextSize: '4K' })
  for (let from = 0; from < 60; from += 4) {
    const turn = (n: number) => [
      { role: 'user', name: nameOf(n), content: `${words(n)} ${n % 5 === 4 ? `Don't take the bus number ${n}.` : ''}` },
      { role: 'assistant', content: 'That sounds like fun.' },
    ]
    await session.append([0, 1, 2, 3].flatMap((at) => turn(from + at)))
    await session.context()
  }
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  return (await session.ledger()).flatMap((one: { kind: string; text: string }) =>
    one.kind === 'constraint' ? [one.text] : [],
  )
}

test('[C9] [P2] [P14] orders between people leave no rule, those to an assistant do, and the audit derives the same', async () => {
  daemon = await startDaemon({ works: true })
  expect(await rulesOf((n) => ['ada', 'emil', 'ines'][n % 3]!)).toEqual([])
  const rules = await rulesOf(() => 'ada')
  expect(rules.length).toBeGreaterThan(4)
  expect(rules).toContain("Don't take the bus number 9.")
})
