/** The request in examples/responses.json works as it is, and comes back item by item. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

test('[10.1] [P5] the example of the format responses is accepted strictly, paired, and returned byte for byte', async () => {
  const text = readFileSync(new URL('../../examples/responses.json', import.meta.url), 'utf8')
  const { messages } = JSON.parse(text) as { messages: { type?: string }[] }
  expect(messages.filter(({ type }) => type === 'function_call_output').length).toBeGreaterThan(5)
  const session = await daemon.openSession()
  // A call belongs to the message with the text before it.
  const reply = await daemon.call('POST', `/v1/sessions/${session.id}/messages`, { body: text })
  expect([reply.status, reply.json.messages?.length], reply.text).toEqual([201, 24])
  expect((await session.context('responses')).messages).toEqual(messages)
  expect((await session.context('openai')).messages.map(({ role }) => role)).toContain('tool')
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})
