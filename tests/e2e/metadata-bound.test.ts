import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

test('[13] metadata over 16 KB is refused wherever it enters, and nothing is stored', async () => {
  const metadata = { note: 'é'.repeat(8_300) }
  const create = (value: object) =>
    daemon.call('POST', '/v1/sessions', { body: { model: 'qwen2.5:7b', contextSize: '8K', metadata: value } })
  const refused = await create(metadata)
  expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
  expect(JSON.stringify(refused.json)).toContain('16384')
  const { json: session } = await create({ note: 'x'.repeat(16_000) })
  const path = `/v1/sessions/${session.id}`
  expect((await daemon.call('PATCH', path, { body: { metadata } })).status).toBe(400)
  expect((await daemon.call('POST', `${path}/fork`, { body: { metadata } })).status).toBe(400)
  expect((await daemon.call('GET', '/v1/sessions')).json.sessions).toHaveLength(1)
})
