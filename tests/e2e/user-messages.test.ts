import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const SPEAKERS = ['Ada', 'Ben', 'Cleo']
/** A meeting: every message is text of a user. About 70 tokens each. */
const said = (number: number) => ({
  role: 'user',
  content:
    `${SPEAKERS[number % 3]}: point ${number}. We decided that gate R-${100 + number} opens at ${8 + (number % 9)}:15, ` +
    'because the delivery comes early. The rest of this was small talk about the weather and the coffee, which went on.',
})

test('[C1] [P2] with userMessages "summarize" a transcript of user text is compressed; the newest messages stay raw', async () => {
  const messages = Array.from({ length: 150 }, (_, at) => said(at + 1))
  const policy = { userMessages: 'summarize' as const }
  const session = await daemon.openSession({ policy })
  for (let from = 0; from < messages.length; from += 25) await session.append(messages.slice(from, from + 25))
  expect((await session.compress({ strategy: 'extractive' })).status).toBe('completed')
  const audit = await session.audit()
  expect(audit).toMatchObject({ ok: true, violations: [], messages: 150, evicted: 0 })
  expect(audit.covered).toBeGreaterThan(50)
  const shown = (await session.context('openai')).messages as { content: string }[]
  expect(shown.at(-1)).toEqual(messages.at(-1))
  // What the meeting decided is in the checkpoint, verbatim.
  const [checkpoint] = await session.checkpoints()
  expect(checkpoint!.summary).toMatch(/gate R-1\d\d opens at \d+:15/)
  // [P14] Only people spoke.
  expect(checkpoint!.summary).not.toContain('by the assistant')
  expect(await session.received()).toEqual(messages)

  // By default no word of a user is compressed.
  const plain = await daemon.openSession()
  for (let from = 0; from < messages.length; from += 25) await plain.append(messages.slice(from, from + 25))
  expect(await plain.audit()).toMatchObject({ ok: true, covered: 0 })
  expect((await plain.compress({ strategy: 'extractive' })).status).toBe('skipped')
})
