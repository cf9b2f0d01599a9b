import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createClient,
  LocalWindowError,
  OutboxFullError,
  type ConversationOptions,
  type ConversationState,
  type InputMessage,
} from '../../packages/client/src/index.js'
import { pairProblems } from '../../testing/validity.js'
import type { Json } from '../../src/domain/message.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'
import { faultyFetch, type Fault } from './faulty-fetch.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const SESSION = { model: 'gpt-4o:7b', contextSize: '2K', systemPrompt: 'Be terse.' }
const user = (content: string) => ({ role: 'user', content }) as const
const assistant = (content: string) => ({ role: 'assistant', content }) as const
/** As a program without types might send it. */
const NONSENSE = { role: 'nonsense', content: 'x' } as unknown as InputMessage<'openai'>

function start(options: Partial<ConversationOptions<'openai'>> = {}) {
  const network = faultyFetch()
  const client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY, fetch: network.fetch, retries: 0 })
  const states: ConversationState[] = []
  const onState = (state: ConversationState) => states.push(state)
  return { network, client, states, conversation: client.conversation({ session: SESSION, onState, ...options }) }
}

async function historyOf(externalId: string): Promise<unknown[]> {
  const { sessions } = await daemon.client.call('listSessions', { query: { externalId } })
  const params = { sessionId: sessions[0]?.id ?? '' }
  return (await daemon.client.call('readHistory', { params, query: { limit: 1000 } })).messages.map(
    ({ message }) => message,
  )
}

test('[10.4] a conversation returns the context of the daemon while it answers', async () => {
  const { conversation } = start()
  await conversation.appendAndContext([user('one'), assistant('1')])
  const context = await conversation.appendAndContext([user('two')])
  expect(context).toMatchObject({ source: 'daemon', limit: 1_700, leftOut: 0 })
  expect(context.messages).toEqual([{ role: 'system', content: 'Be terse.' }, user('one'), assistant('1'), user('two')])
  expect(conversation.state).toEqual({ mode: 'daemon', waitingMessages: 0, waitingBytes: 0, refused: [] })
  await conversation.close()
})

test('[P1] what was appended while the daemon was down is replayed in order, once, when it is back', async () => {
  const { conversation, network, states } = start({ session: { ...SESSION, externalId: 'outage' } })
  const sent: object[] = []
  const say = async (...messages: InputMessage<'openai'>[]) => {
    sent.push(...messages)
    return conversation.appendAndContext(messages)
  }
  await say(user('question 0'))
  network.fault = 'refused'
  for (let n = 1; n <= 20; n++) {
    if (n === 20) network.fault = 'cut'
    const context = await say(assistant(`answer ${n - 1}`), user(`question ${n}`))
    expect(context.source).toBe('local')
    expect(context.messages).toEqual([{ role: 'system', content: 'Be terse.' }, ...sent])
  }
  expect(conversation.state).toMatchObject({ mode: 'local', waitingMessages: 40 })
  expect(conversation.state.reason).toContain('No daemon answers')
  // The first replies are lost after the daemon stored the messages.
  const faults: Fault[] = ['lost', null, 'lost']
  network.fault = () => faults.shift() ?? null
  await until('everything is replayed', () => conversation.state.waitingMessages === 0)
  expect(await historyOf('outage')).toEqual(sent)
  expect((await say(assistant('answer 20'), user('end'))).source).toBe('daemon')
  expect(await historyOf('outage')).toEqual(sent)
  expect(states.some(({ mode, waitingMessages }) => mode === 'local' && waitingMessages > 0)).toBe(true)
  await conversation.close()
})

test('[P3] [P5] a local window keeps the system text and the newest turns within the limit, in whole pairs', async () => {
  const { conversation, network } = start()
  network.fault = 'refused'
  const round = (n: number): InputMessage<'openai'>[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${n}`, type: 'function', function: { name: 'ls', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${n}`, content: 'x'.repeat(300) },
  ]
  let n = 0
  for (let turn = 0; turn < 12; turn++) {
    const rounds = turn === 11 ? 20 : 2
    let context = await conversation.appendAndContext([user(`task ${turn}`)])
    for (let at = 0; at < rounds; at++) {
      context = await conversation.appendAndContext(round(n++))
      expect(context.tokens).toBeLessThanOrEqual(1_700 - 255)
      expect(pairProblems('openai', context.messages as Json[])).toEqual([])
      expect(context.messages[0]).toEqual({ role: 'system', content: 'Be terse.' })
      expect(context.messages).toContainEqual(user(`task ${turn}`))
      expect(context.messages.slice(-2)).toEqual(round(n - 1))
    }
    if (turn > 3) expect(context.leftOut).toBeGreaterThan(0)
  }
  await expect(conversation.appendAndContext([user('x'.repeat(30_000))])).rejects.toThrow(LocalWindowError)
  // Also what does not fit a local window waits.
  expect(conversation.state.waitingMessages).toBe(12 + 2 * n + 1)
  await conversation.close()
})

test('[13] a refused batch is reported and does not keep the others waiting', async () => {
  const { conversation, network } = start({ session: { ...SESSION, externalId: 'refusals' } })
  await expect(conversation.appendAndContext([NONSENSE])).rejects.toMatchObject({ code: 'invalid_request' })
  network.fault = 'refused'
  await conversation.appendAndContext([user('before')])
  await conversation.appendAndContext([NONSENSE])
  await conversation.appendAndContext([user('after')])
  network.fault = null
  await until('everything is replayed', () => conversation.state.waitingMessages === 0)
  expect(conversation.state.refused).toMatchObject([{ messages: [{ role: 'nonsense' }], error: { status: 400 } }])
  expect(await historyOf('refusals')).toEqual([user('before'), user('after')])
  await conversation.close()
})

test('[P1] with a storage, what waits survives the program; the bound of the outbox is an error, not a loss', async () => {
  let saved: string | null = null
  const storage = {
    load: () => Promise.resolve(saved),
    save: (text: string) => Promise.resolve(void (saved = text)),
  }
  const session = { ...SESSION, externalId: 'restart' }
  const first = start({ session, storage, maxWaitingBytes: 500 })
  await first.conversation.appendAndContext([user('one')])
  first.network.fault = 'refused'
  await first.conversation.appendAndContext([assistant('1'), user('two')])
  await expect(first.conversation.appendAndContext([user('x'.repeat(500))])).rejects.toThrow(OutboxFullError)
  await first.conversation.close()
  const second = start({ session, storage })
  const context = await second.conversation.appendAndContext([assistant('2'), user('three')])
  const expected = [user('one'), assistant('1'), user('two'), assistant('2'), user('three')]
  expect(context.source).toBe('daemon')
  expect(context.messages.slice(1)).toEqual(expected)
  expect(await historyOf('restart')).toEqual(expected)
  await second.conversation.close()
})

test('[10.4] a wrong key is an error of the program: it is thrown, and the messages wait', async () => {
  const client = createClient({ baseUrl: daemon.url, apiKey: 'wrong', retries: 0 })
  const conversation = client.conversation({ session: SESSION })
  await expect(conversation.appendAndContext([user('hello')])).rejects.toMatchObject({ status: 401 })
  expect(conversation.state).toMatchObject({ mode: 'daemon', waitingMessages: 1 })
  await conversation.close()
})

test('[10.4] a turn takes one request: the append returns the context', async () => {
  const { conversation, network } = start({ session: { ...SESSION, externalId: 'one request' } })
  await conversation.appendAndContext([user('one')])
  network.arrived.length = 0
  const context = await conversation.appendAndContext([assistant('1'), user('two')])
  expect(network.arrived).toMatchObject([{ method: 'POST', path: expect.stringMatching(/messages$/) as string }])
  expect(context.messages.slice(1)).toEqual([user('one'), assistant('1'), user('two')])
  await conversation.append([assistant('2')])
  expect(network.arrived).toHaveLength(2)
  expect(await historyOf('one request')).toEqual([user('one'), assistant('1'), user('two'), assistant('2')])
  await conversation.close()
})

test('[S1] a local context names the model and the window, before and after the first answer of the daemon', async () => {
  const network = faultyFetch('refused')
  const client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY, fetch: network.fetch, retries: 0 })
  const session = { ...SESSION, externalId: 'local options' }
  const conversation = client.conversation({ session, format: 'ollama' })
  const sent = { model: 'gpt-4o:7b', options: { num_ctx: 2_000 } }
  expect(await conversation.appendAndContext([user('one')])).toMatchObject({ source: 'local', ...sent })
  network.fault = null
  await until('everything is replayed', () => conversation.state.waitingMessages === 0)
  expect(await conversation.appendAndContext([user('two')])).toMatchObject({ source: 'daemon', ...sent })
  network.fault = 'refused'
  expect(await conversation.appendAndContext([user('three')])).toMatchObject({ source: 'local', ...sent })
  await conversation.close()
})

test('[P3] without the daemon, nothing is known of a session that was given by its id: its size is not guessed', async () => {
  const { conversation, network } = start({ session: 'ses_of_another_process' })
  network.fault = 'refused'
  await expect(conversation.appendAndContext([user('one')])).rejects.toThrow(LocalWindowError)
  expect(conversation.state.waitingMessages).toBe(1)
  await conversation.close()
})

test('[13] a local context has the message of a response that was appended whole, and images as text', async () => {
  const network = faultyFetch()
  const client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY, fetch: network.fetch, retries: 0 })
  const conversation = client.conversation({
    session: { ...SESSION, contextSize: '8K', externalId: 'whole' },
    format: 'ollama',
  })
  const picture = { role: 'user', content: 'See.', images: [new Uint8Array([1, 2, 255])] }
  const response = { model: 'm', message: assistant('1'), done: true, prompt_eval_count: 9 }
  const expected = [{ role: 'user', content: 'See.', images: ['AQL/'] }, assistant('1'), user('two')]
  network.fault = 'refused'
  const local = await conversation.appendAndContext([picture, response, user('two')])
  expect(local.messages.slice(1)).toEqual(expected)
  network.fault = null
  await until('everything is replayed', () => conversation.state.waitingMessages === 0)
  expect(conversation.state.refused).toEqual([])
  expect(await historyOf('whole')).toEqual(expected)
  await conversation.close()
})
