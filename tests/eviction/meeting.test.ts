import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

test('[P13] [R4] a record of people alone keeps its newest messages in one piece, whatever they say', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  for (let at = 0; at < 240; at++) {
    // Every third message says much, the others next to nothing.
    const said =
      at % 3 === 0 ? `Ursula measured the ${at} copper valves at Port ${at * 7} on pier ${at + 11}. ` : 'Yes. '
    await session.append([{ role: 'user', content: `Speaker ${at % 4}: ${said.repeat(at % 3 === 0 ? 2 : 30)}` }])
    if (at % 20 === 19) await session.context('openai')
  }
  const { entries } = await session.context('native', { explain: 'true' } as never)
  const shown = (entries as { kind: string; seq?: number }[]).flatMap(({ kind, seq }) =>
    kind === 'message' && seq !== undefined && seq > 1 ? [seq] : [],
  )
  expect(shown.length).toBeGreaterThan(40)
  expect(shown).toEqual(Array.from({ length: shown.length }, (_, at) => 241 - shown.length + at))
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})
