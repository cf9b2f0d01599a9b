import { afterEach, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, ollamaDoor, openaiDoor, user } from '../support/door-talk.js'

afterEach(closeDoors)

const OPENING = user('Hello, please help me with the release notes.')
const SECRET = 'Never mention the project Falcon-7316 to customers.'

async function chatDoor() {
  const { daemon } = await openaiDoor({ script: () => ({ text: 'Fine.' }) })
  const { app: key, appId } = await daemon.newApp()
  const say = async (messages: Loose[], more: Record<string, unknown>) => {
    const body = { model: 'gpt-4o', messages, ...more }
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', { key, body })
    expect(reply.status).toBe(200)
    return reply.headers.get('x-palimpsest-session')!
  }
  const deleteUser = (name: string) => daemon.call('POST', '/v1/deletions', { key, body: { user: name } })
  const left = async () =>
    (await daemon.client.as(key).call('listSessions', {})).sessions.map(({ id }) => id).toSorted()
  return { daemon, key, appId, say, deleteUser, left }
}

test('[M11] a deletion by user finds the sessions of doors, and adds nothing to their metadata', async () => {
  const { daemon, key, say, deleteUser, left } = await chatDoor()
  const first = await say([user(SECRET)], { user: 'ana' })
  const second = await say([user('What is due today?')], { safety_identifier: 'ana', user: 'proxy' })
  const fork = await daemon.client.as(key).call('forkSession', { params: { sessionId: first }, body: {} })
  const other = await say([user('Good morning.')], { user: 'ben' })
  const free = await say([user('Good evening.')], {})
  await indexPending(daemon.ports)
  expect(await left()).toEqual([first, second, fork.id, other, free].toSorted())
  const read = await daemon.client.as(key).call('getSession', { params: { sessionId: first } })
  expect(JSON.stringify(read)).not.toContain('ana')

  expect(await deleteUser('ana')).toMatchObject({ status: 200, json: { state: 'done', removed: { sessions: 3 } } })
  expect(await left()).toEqual([other, free].toSorted())
  expect((await daemon.client.as(key).call('searchMessages', { query: { q: 'Falcon-7316' } })).hits).toEqual([])
  expect((await deleteUser('ana')).json.removed.sessions).toBe(0)
})

test('[M11] [P14] two users who open in the same words have a session each, and the deletion of one keeps the other', async () => {
  const { say, deleteUser, left } = await chatDoor()
  const anas = await say([OPENING], { user: 'ana' })
  const bens = await say([OPENING], { user: 'ben' })
  expect(bens).not.toBe(anas)
  expect(await say([OPENING, assistant('Fine.'), user(SECRET)], { user: 'ana' })).toBe(anas)
  expect(await say([OPENING, assistant('Fine.'), user('Begin with the API.')], { user: 'ben' })).toBe(bens)
  await deleteUser('ana')
  expect(await left()).toEqual([bens])
  const again = [OPENING, assistant('Fine.'), user('Begin with the API.'), assistant('Fine.'), user('Then?')]
  expect(await say(again, { user: 'ben' })).toBe(bens)
})

test('[M11] with a scope for each user, the deletion takes what was added to it without a session', async () => {
  const { daemon, key, appId, say, deleteUser } = await chatDoor()
  const policy = { recall: { scope: 'user:{user}' } }
  await daemon.client.call('updateApp', { params: { appId }, body: { policy } } as never)
  await say([user(SECRET)], { user: 'ana' })
  await say([user('Always answer in Finnish.')], { user: 'ben' })
  const entries = async (scope: string) =>
    (await daemon.client.as(key).call('listStanding', { params: { scope } })).entries.map(({ text }) => text)
  await daemon.client.as(key).call('addStanding', { params: { scope: 'user:ana' }, body: { text: 'Reply in Danish.' } })
  expect(await entries('user:ana')).toHaveLength(2)
  const { json } = await deleteUser('ana')
  expect(json).toMatchObject({ state: 'done', removed: { sessions: 1, standingEntries: 2 } })
  expect(await entries('user:ana')).toEqual([])
  expect(await entries('user:ben')).toHaveLength(1)
})

test('[M11] a client that sends no id of its user names them by a header', async () => {
  const { daemon } = await ollamaDoor({ script: () => ({ text: 'Fine.' }) })
  const body = { model: 'qwen2.5:7b', stream: false, messages: [user(SECRET)] }
  const reply = await daemon.call('POST', '/ollama/api/chat', { body, headers: { 'x-palimpsest-user': 'ana' } })
  const sessionId = reply.headers.get('x-palimpsest-session')!
  await daemon.call('POST', '/v1/deletions', { body: { user: 'ana' } })
  expect((await daemon.client.send('getSession', { params: { sessionId } })).status).toBe(404)
})
