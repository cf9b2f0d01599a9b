import { afterEach, expect, test } from 'vitest'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import { startDaemon } from '../support/daemon.js'
import { closeDoors, ollamaDoor, user } from '../support/door-talk.js'

/** A client may name an answer instead of sending the conversation again. A deletion ends that, also in memory. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  await closeDoors()
})

const SECRET = 'The number is SECRET-1.'

test('[P1] [10.4] a response of a deleted session is unknown, and so are its items', async () => {
  const { daemon, server } = await ollamaDoor()
  const ask = (body: object) => daemon.call('POST', '/openai/v1/responses', { body: { model: 'qwen2.5:7b', ...body } })
  const first = await ask({ input: SECRET })
  const [item] = first.json.output
  const sessionId = first.headers.get('x-palimpsest-session')!
  const next = { previous_response_id: first.json.id, input: 'Which number?' }
  expect((await ask(next)).status).toBe(200)
  expect(JSON.stringify(server.requests.at(-1)!.body)).toContain('SECRET-1')
  await daemon.client.call('deleteSession', { params: { sessionId } })
  const asked = server.requests.length
  const replies = [await ask(next), await ask({ input: [{ type: 'item_reference', id: item.id }, user('Which?')] })]
  expect(replies.map(({ status, json }) => [status, json.error.param])).toEqual([
    [400, 'previous_response_id'],
    [400, 'input[0]'],
  ])
  expect(server.requests).toHaveLength(asked)
})

test('[P1] [10.4] a thread of a deleted session is not found', async () => {
  const server = await scriptedAnthropic()
  opened.push(() => server.close())
  const daemon = await startDaemon({ env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-configured' } })
  opened.push(() => daemon.stop())
  const ask = (body: object) =>
    daemon.call('POST', '/anthropic/v1/messages', {
      headers: { 'anthropic-version': '2023-06-01' },
      body: { model: 'claude-scripted', max_tokens: 100, ...body },
    })
  const first = await ask({ thread: { type: 'create' }, messages: [user(SECRET)] })
  const thread = { type: 'continue', previous_message_id: first.json.id }
  await daemon.client.call('deleteSession', { params: { sessionId: first.headers.get('x-palimpsest-session')! } })
  const next = await ask({ thread, messages: [user('Which number?')] })
  expect([next.status, next.json.error.details]).toEqual([404, { error_code: 'thread_not_found' }])
  expect(server.turns).toHaveLength(1)
})
