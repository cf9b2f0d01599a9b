import { afterEach, expect, test } from 'vitest'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { startDaemon } from '../support/daemon.js'
import { closeDoors, ollamaDoor, openaiDoor, user } from '../support/door-talk.js'
import { compressionsOf, ended, filledSession } from '../support/filled-session.js'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  await closeDoors()
})

test('[P6] [V6] an app without model seconds gets extractive summaries with a visible reason; others keep the model', async () => {
  const ollama = await scriptedOllama()
  opened.push(() => ollama.close())
  const daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
  opened.push(() => daemon.stop())
  const { app, appId } = await daemon.newApp()
  const other = await daemon.newApp()
  const quotas = { modelSecondsPerHour: 0 }
  await daemon.call('PATCH', `/v1/apps/${appId}`, { body: { quotas } })
  const id = await filledSession(daemon, { key: app })
  for (const one of await ended(daemon, id))
    expect(one).toMatchObject({ status: 'completed', withoutModel: 'quota-exceeded' })
  expect(ollama.calls).toBe(0)
  const { contextStatus } = (await daemon.call('GET', `/v1/sessions/${id}/context`, { key: app })).json
  expect(contextStatus.degraded.join()).toContain('quota-exceeded: the app has used its model seconds')

  const theirs = await filledSession(daemon, { key: other.app })
  await ended(daemon, theirs)
  expect((await compressionsOf(daemon, theirs))[0]).not.toHaveProperty('withoutModel')
  expect(ollama.calls).toBeGreaterThan(0)
  const used = (await daemon.call('GET', `/v1/apps/${other.appId}`)).json.quotas.modelSecondsPerHour
  expect(used).toMatchObject({ limit: null })
  expect(used.used).toBeGreaterThan(0)
})

test('[P11] a door refuses in the shape of its provider, and sends nothing upstream', async () => {
  const { daemon, server } = await openaiDoor()
  const { app, appId } = await daemon.newApp()
  await daemon.call('PATCH', `/v1/apps/${appId}`, { body: { quotas: { messages: 2 } } })
  const talk = (content: string) =>
    daemon.call('POST', '/openai/v1/chat/completions', {
      key: app,
      body: { model: 'gpt-4o', messages: [user(content)] },
    })
  expect((await talk('hello')).status).toBe(200)
  const before = server.requests.length
  const refused = await talk('something else')
  expect(refused.status).toBe(403)
  expect(refused.json.error.message).toContain('may store 2 messages')
  expect(refused.headers.get('x-palimpsest-bypassed')).toBeNull()
  expect(server.requests.length).toBe(before)

  const local = await ollamaDoor()
  const made = await local.daemon.newApp()
  const quotas = { requestsPerMinute: 0 }
  await local.daemon.call('PATCH', `/v1/apps/${made.appId}`, { body: { quotas } })
  const body = { model: 'qwen2.5:7b', stream: false, messages: [user('hello')] }
  const limited = await local.daemon.call('POST', '/ollama/api/chat', { key: made.app, body })
  expect(limited.status).toBe(429)
  expect(limited.json.error).toContain('may send 0 requests in 60 s')
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(limited.headers.get('ratelimit')).toMatch(/^"app";r=0;t=\d+$/)
})
