/** Keys chosen by the app: external ids and look-up by metadata. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const open = (body: object, key?: string, headers = {}) =>
  daemon.call('POST', '/v1/sessions', { key, headers, body: { model: 'qwen2.5:7b', contextSize: '16K', ...body } })
const idsOf = async (query: string, key?: string): Promise<string[]> =>
  (await daemon.call('GET', `/v1/sessions?${query}`, { key })).json.sessions.map(({ id }: { id: string }) => id)

test('[U5] a known external id returns its session with 200, unchanged', async () => {
  const externalId = 'thread "\u0000" 7 🧵'
  const first = await open({ externalId, provider: 'ollama', systemPrompt: 'Be kind.' })
  expect(first.status).toBe(201)
  expect(first.json).toMatchObject({ externalId, provider: 'ollama' })
  const again = await open({ externalId, model: 'llama3.2', systemPrompt: 'Be rude.' })
  expect(again.status).toBe(200)
  expect(again.json).toEqual(first.json)
  expect(await idsOf(`externalId=${encodeURIComponent(externalId)}`)).toEqual([first.json.id])
  expect((await daemon.call('GET', `/v1/sessions/${first.json.id}`)).json.externalId).toBe(externalId)
})

test('[U5] simultaneous requests with one external id open one session', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => open({ externalId: 'race' })))
  expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1)
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
})

test('[U5] a deleted session frees its external id', async () => {
  const first = await open({ externalId: 'reused' })
  await daemon.call('DELETE', `/v1/sessions/${first.json.id}`)
  const second = await open({ externalId: 'reused' })
  expect(second.status).toBe(201)
  expect(second.json.id).not.toBe(first.json.id)
})

test('[P11] external ids and metadata belong to their app', async () => {
  const [one, two] = [await daemon.newApp(), await daemon.newApp()]
  const mine = await open({ externalId: 'shared', metadata: { user: 'u1' } }, one.app)
  const theirs = await open({ externalId: 'shared', metadata: { user: 'u1' } }, two.app)
  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect(await idsOf('externalId=shared', one.viewer)).toEqual([mine.json.id])
  expect(await idsOf('metadata.user=u1', two.viewer)).toEqual([theirs.json.id])
})

test('[13] with an Idempotency-Key another body is still a conflict', async () => {
  const headers = { 'idempotency-key': 'same' }
  expect((await open({ externalId: 'keyed' }, undefined, headers)).status).toBe(201)
  expect((await open({ externalId: 'keyed', provider: 'x' }, undefined, headers)).status).toBe(409)
})

test('[U5] sessions are found by members of their metadata, and by the new ones after an update', async () => {
  const { app } = await daemon.newApp()
  const metadata = { user: 'ann', 'tenant.id': 7, beta: true, tags: ['x'] }
  const ann = (await open({ metadata }, app)).json.id
  const bob = (await open({ metadata: { user: 'bob', 'tenant.id': 7 } }, app)).json.id
  expect(await idsOf('metadata.tenant.id=7', app)).toEqual([bob, ann])
  expect(await idsOf('metadata.tenant.id=7&metadata.user=ann&metadata.beta=true', app)).toEqual([ann])
  expect(await idsOf('metadata.user=eve', app)).toEqual([])
  await daemon.call('PATCH', `/v1/sessions/${ann}`, { key: app, body: { metadata: { user: 'eve' } } })
  expect(await idsOf('metadata.user=eve', app)).toEqual([ann])
  expect(await idsOf('metadata.user=ann', app)).toEqual([])
})

test('[13] other query members are refused', async () => {
  const reply = await daemon.call('GET', '/v1/sessions?metdata.user=ann')
  expect(reply.status).toBe(400)
  expect(reply.json.errors[0].path).toBe('metdata.user')
})
