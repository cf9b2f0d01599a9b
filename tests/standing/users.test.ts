import { afterEach, expect, test } from 'vitest'
import { filledScope, scopeOf } from '../../src/domain/recall/scope.js'
import type { Session } from '../../src/domain/session/session.js'
import { assistant, closeDoors, openaiDoor, user } from '../support/door-talk.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'

afterEach(closeDoors)

const OPENING = user('Hello, please help me with the release notes.')
const RULE = 'Never mention the project Falcon-7316 to customers.'

test.each([
  ['user:{user}', { user: 'ana' }, 'user:ana'],
  ['{team}/{user}', { team: 'red', user: 'ana' }, 'red/ana'],
  ['user:{user}', {}, 'session'],
  ['user:{user}', { user: ' ' }, 'session'],
  ['user:{user}', { user: 7 }, 'session'],
  ['user:{user}', { user: '{user}' }, 'session'],
  ['user:{user}', { user: 'u'.repeat(250) }, 'session'],
  ['{user}', { user: '..' }, 'session'],
  ['project:shop', { user: 'ana' }, 'project:shop'],
])('[M9] the scope %s of %j is %s', (scope, metadata, wanted) => {
  expect(filledScope(scope, JSON.stringify(metadata))).toBe(wanted)
})

test('[M9] a name with an open place is no scope: it would be that of all users', () => {
  const policy = { recall: { scope: 'user:{user}' } } as Session['policy']
  expect(scopeOf({ policy })).toBeNull()
})

test('[M9] [13] a scope that no path can name is refused: what it keeps could not be read or deleted', async () => {
  const { daemon, server } = await openaiDoor()
  for (const memoryScope of ['.', '..', 'a\u0000b', 'a\nb']) {
    const reply = await daemon.call('POST', '/v1/sessions', { body: { model: 'm', memoryScope } })
    expect([reply.status, reply.json.errors[0].path]).toEqual([400, 'memoryScope'])
  }
  const body = { model: 'gpt-4o', messages: [OPENING] }
  const headers = { 'x-palimpsest-scope': '..' }
  expect((await daemon.call('POST', '/openai/v1/chat/completions', { body, headers })).status).toBe(400)
  expect(server.turns).toEqual([])
})

test('[M9] the default of an app gives each user a scope, at the API by metadata and at a door by the id that the client sends', async () => {
  const { daemon, server } = await openaiDoor({ script: () => ({ text: 'Fine.' }) })
  const mine = await daemon.newApp()
  const policy = { recall: { scope: 'user:{user}' } }
  await daemon.client.call('updateApp', { params: { appId: mine.appId }, body: { policy } } as never)
  const say = async (messages: Loose[], more: Record<string, unknown>) => {
    const body = { model: 'gpt-4o', messages, ...more }
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', { key: mine.app, body })
    expect(reply.status).toBe(200)
    return reply.headers.get('x-palimpsest-session')
  }
  const sent = () => JSON.stringify(server.requests.at(-1)!.body)
  const ana = await say([OPENING], { user: 'ana' })
  expect(await say([OPENING], { safety_identifier: 'ben', user: 'ana' })).not.toBe(ana)
  expect(await say([OPENING], {})).not.toBe(ana)
  expect(await say([OPENING, assistant('Fine.'), user(RULE)], { user: 'ana' })).toBe(ana)
  const later = [user('Good morning. What should I write today?')]
  for (const [more, hasRule] of [
    [{ user: 'ana' }, true],
    [{ user: 'ben' }, false],
    [{}, false],
  ] as const) {
    await say(later, more)
    expect(sent().includes('Falcon-7316')).toBe(hasRule)
  }
  const opened = async (metadata: Record<string, unknown>) => {
    const session = await daemon.openSession({ metadata }, { key: mine.app })
    await session.append([user('Good evening.')])
    return { scope: (await session.read()).memoryScope, text: JSON.stringify(await session.context('openai')) }
  }
  expect(await opened({ user: 'ana' })).toMatchObject({
    scope: 'user:ana',
    text: expect.stringContaining('Falcon-7316'),
  })
  expect(await opened({ user: 'ben' })).toMatchObject({
    scope: 'user:ben',
    text: expect.not.stringContaining('Falcon-7316'),
  })
  expect((await opened({})).scope).toBeNull()
})
