import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

/** Messages that arrive together. */
const TOGETHER = 5

/** Appends what four people say in turn, and reads the context after every twenty messages. */
async function record(session: TestSession, count: number, said: (at: number) => string): Promise<void> {
  for (let from = 0; from < count; from += TOGETHER) {
    const places = Array.from({ length: TOGETHER }, (_, index) => from + index)
    await session.append(places.map((at) => ({ role: 'user', content: `Speaker ${at % 4}: ${said(at)}` })))
    if ((from + TOGETHER) % 20 === 0) await session.context('openai')
  }
}

test('[P13] [R4] a record of people alone keeps its newest messages in one piece, whatever they say', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  await record(session, 240, (at) => {
    // Every third message says much, the others next to nothing.
    const said =
      at % 3 === 0 ? `Ursula measured the ${at} copper valves at Port ${at * 7} on pier ${at + 11}. ` : 'Yes. '
    return said.repeat(at % 3 === 0 ? 2 : 30)
  })
  const { entries } = await session.context('native', { explain: 'true' } as never)
  const shown = (entries as { kind: string; seq?: number }[]).flatMap(({ kind, seq }) =>
    kind === 'message' && seq !== undefined && seq > 1 ? [seq] : [],
  )
  expect(shown.length).toBeGreaterThan(40)
  expect(shown).toEqual(Array.from({ length: shown.length }, (_, at) => 241 - shown.length + at))
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[P13] [R4] of a record of people alone, words that are repeated leave before older ones that say more', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  await record(session, 300, (at) =>
    at % 2 === 0 ? `Ursula measured ${at} copper valves at Port ${at * 7}, and wrote it down. `.repeat(2) : 'Mm-hmm.',
  )
  const texts = (await session.context('openai')).messages.map(({ content }) => content as string)
  const reactions = texts.filter((text) => text.endsWith('Mm-hmm.')).length
  // Those that are left came after the last cut, or answer for all the others.
  expect(texts.length - reactions).toBeGreaterThan(2 * reactions)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})
