import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** Users who begin in the same words share a session until they differ. */

afterEach(closeDoors)

test('[P14] a fork after an answer to another user, who opened in the same words, has nothing of that user', async () => {
  const answers = ['Common answer.', 'SECRET of the first.', 'More for the second.', 'More for the third.', 'More.']
  const { daemon, server } = await openaiDoor({ script: ({ call }) => ({ text: answers[call - 1] ?? 'More.' }) })
  const say = async (...messages: Loose[]) => {
    const body = { model: 'gpt-4o', messages }
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', { body })
    expect(reply.status).toBe(200)
    return reply.headers.get('x-palimpsest-session')!
  }
  const opening = [user('Hello.')]
  const common = [...opening, assistant('Common answer.')]
  await say(...opening) // the second and the third user
  await say(...opening) // the first user
  await say(...common, user('I am the second.'))
  const third = [...common, user('I am the third.')]
  const fork = await say(...third)
  expect(server.turns.at(-1)!.body.messages).toEqual(third)
  await say(...third, assistant('More for the third.'), user('Go on.'))
  const params = { sessionId: fork }
  const { messages } = await daemon.client.call('readContext', { params, query: { format: 'openai' } })
  expect(JSON.stringify(messages)).not.toContain('SECRET')
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(2)
  for (const { id } of sessions)
    expect(await daemon.client.call('auditSession', { params: { sessionId: id } })).toMatchObject({ ok: true, lost: 0 })
})
