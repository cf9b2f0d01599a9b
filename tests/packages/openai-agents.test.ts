import { afterAll, beforeAll, expect, test } from 'vitest'
import { PalimpsestSession, type AgentItem } from '../../packages/openai-agents/src/index.js'
import { createClient } from '../../packages/client/src/index.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { faultyFetch } from './faulty-fetch.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true, env: { RECALL_MS: '60000' } })
})
afterAll(() => daemon.stop())

const user = (content: string) => ({ type: 'message', role: 'user', content })
const answer = (text: string) => ({
  ...{ type: 'message', role: 'assistant', status: 'completed', id: `msg_${text}` },
  content: [{ type: 'output_text', text }],
})
const call = (n: number) => ({
  ...{ type: 'function_call', id: `fc_${n}`, callId: `call_${n}`, name: 'read_file', status: 'completed' },
  arguments: `{ "path": "src/${n}.ts" }`,
})
const result = (n: number, text: string) => ({
  ...{ type: 'function_call_result', callId: `call_${n}`, name: 'read_file', status: 'completed' },
  output: { type: 'text', text },
})
const reasoning = (n: number) => ({
  type: 'reasoning',
  id: `rs_${n}`,
  content: [{ type: 'input_text', text: `thought ${n}` }],
})
let sessions = 0

function start({ contextSize = '16K', fetch = globalThis.fetch, sessionId = `thread ${++sessions}` } = {}) {
  const client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY, fetch })
  return { client, sessionId, session: new PalimpsestSession({ client, sessionId, model: 'gpt-4o:7b', contextSize }) }
}

test('[10.4] items of every kind come back deep-equal, also in another process', async () => {
  const { session, sessionId } = start()
  expect(await session.getItems()).toEqual([])
  expect(await session.popItem()).toBeUndefined()
  const items: AgentItem[] = [
    { role: 'system', content: 'Be terse.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'see' },
        { type: 'input_image', image: 'https://example.com/a.png' },
      ],
    },
    reasoning(1),
    { ...call(1), providerData: { x: 1 } },
    result(1, 'content'),
    { type: 'computer_call', callId: 'cc', status: 'completed', action: { type: 'screenshot' } },
    {
      type: 'computer_call_result',
      callId: 'cc',
      output: { type: 'computer_screenshot', data: 'https://example.com/s.png' },
    },
    { type: 'hosted_tool_call', name: 'web_search', status: 'completed', output: 'found' },
    { type: 'unknown', providerData: { type: 'future', deep: [{ a: null }] } },
    { ...call(2), arguments: 'not json' },
    {
      ...result(2, ''),
      output: [
        { type: 'input_text', text: 'a' },
        { type: 'input_image', image: 'https://example.com/b.png' },
      ],
    },
    answer('done'),
  ]
  await session.addItems(items.slice(0, 3))
  await session.addItems(items.slice(3))
  expect(await session.getItems()).toEqual(items)
  expect(await session.getItems(2)).toEqual(items.slice(-2))
  expect(await session.getItems(0)).toEqual([])
  const other = start({ sessionId }).session
  expect(await other.getItems()).toEqual(items)
  expect(await other.getSessionId()).toBe(sessionId)
})

test('[10.4] popItem takes back one item at a time, and clearSession all of them', async () => {
  const { session } = start()
  await session.addItems([user('one'), call(1), result(1, 'x'), answer('two')])
  expect(await session.popItem()).toEqual(answer('two'))
  expect(await session.popItem()).toEqual(result(1, 'x'))
  await session.addItems([result(1, 'again')])
  expect(await session.getItems()).toEqual([user('one'), call(1), result(1, 'again')])
  for (const item of [result(1, 'again'), call(1), user('one'), undefined])
    expect(await session.popItem()).toEqual(item)
  await session.addItems([user('three')])
  await session.clearSession()
  expect(await session.getItems()).toEqual([])
  await session.addItems([user('four')])
  expect(await session.getItems()).toEqual([user('four')])
})

test('[P1] a transaction that is retried after a lost reply changes the history once', async () => {
  const network = faultyFetch()
  const { session } = start({ fetch: network.fetch })
  await session.addItems([user('one'), answer('a'), answer('b')])
  const append = { operationId: 'op 1', transaction: { type: 'append_items' as const, items: [answer('c')] } }
  await session.applyHistoryTransaction(append)
  await session.applyHistoryTransaction(append)
  expect(await session.getItems()).toEqual([user('one'), answer('a'), answer('b'), answer('c')])
  const other = { ...append, transaction: { ...append.transaction, items: [answer('d')] } }
  await expect(session.applyHistoryTransaction(other)).rejects.toMatchObject({ code: 'idempotency_conflict' })
  const replace = {
    operationId: 'op 2',
    transaction: {
      type: 'replace_suffix' as const,
      expectedSuffix: [answer('b'), answer('c')] as AgentItem[],
      replacement: [answer('e'), answer('f')] as AgentItem[],
    },
  }
  // Every request of the replacement fails once after it was executed, as if the process had ended there.
  for (const step of ['PATCH', '/withdraw', '/messages', 'PATCH']) {
    let isDown = false
    network.fault = ({ method, url }) => {
      if (isDown) return 'refused'
      isDown = method !== 'GET' && (method === step || url.endsWith(step))
      return isDown ? 'lost' : null
    }
    await expect(session.applyHistoryTransaction(replace)).rejects.toThrow()
  }
  network.fault = null
  await session.applyHistoryTransaction(replace)
  await session.applyHistoryTransaction(replace)
  const expected = [user('one'), answer('a'), answer('e'), answer('f')]
  expect(await session.getItems()).toEqual(expected)
  const changed = { ...replace, transaction: { ...replace.transaction, replacement: [] } }
  await expect(session.applyHistoryTransaction(changed)).rejects.toThrow(/another transaction/)
  await expect(session.applyHistoryTransaction({ ...replace, operationId: 'op 3' })).rejects.toThrow(/expects/)
  expect(await session.getItems()).toEqual(expected)
})

test('[P3] [P5] [P4] a run of 120 tool calls in 8K: items fit, calls keep their results, the user’s words stay', async () => {
  const { session, client, sessionId } = start({ contextSize: '8K' })
  let shortened = 0
  for (let n = 0; n < 120; n++) {
    await session.addItems([
      user(`task ${n}`),
      reasoning(n),
      call(n),
      result(n, `line ${n}\n`.repeat(60)),
      answer(`${n}`),
    ])
    if (n % 20 !== 19) continue
    const items = await session.getItems()
    const calls = items.filter(({ type }) => type === 'function_call').map(({ callId }) => callId as string)
    const results = items.filter(({ type }) => type === 'function_call_result')
    expect(calls).toEqual(results.map(({ callId }) => callId as string))
    for (const item of items.filter(({ type }) => type === 'function_call'))
      expect(() => JSON.parse(item.arguments as string) as unknown).not.toThrow()
    for (const [at, item] of items.entries()) {
      if (item.type === 'reasoning') expect(items[at + 1]).toMatchObject({ id: `fc_${String(item.id).slice(3)}` })
      if (item.type === 'function_call' && item.id !== undefined) expect(items[at - 1]?.type).toBe('reasoning')
    }
    shortened += results.filter(({ output }) => !String(output.text).startsWith('line')).length
    expect(items).toContainEqual(user(`task ${n}`))
  }
  expect(shortened).toBeGreaterThan(0)
  for await (const { id } of client.sessions({ externalId: sessionId })) {
    const audit = await daemon.client.call('auditSession', { params: { sessionId: id } })
    expect(audit).toMatchObject({ ok: true, messages: 600 })
  }
})

/** What a run of the SDK does: reads the session, asks the model through the filter, and adds its input and its own items at the end. */
async function play(
  session: PalimpsestSession,
  input: AgentItem[],
  own: AgentItem[][],
  add = true,
): Promise<AgentItem[][]> {
  const given = await session.getItems()
  const inputs: AgentItem[][] = []
  const run = [...input]
  for (const items of own) {
    const modelData = { input: structuredClone([...given, ...run]), instructions: 'Be terse.' }
    const shown = await session.inputFilter({ modelData })
    expect(shown.instructions).toBe('Be terse.')
    inputs.push(shown.input)
    run.push(...items)
  }
  if (add) await session.addItems(run)
  return inputs
}

test('[M1] [P3] with the filter, a question recalls, a long run is cut between its calls, and each item is stored once', async () => {
  const { session, client, sessionId } = start({ contextSize: '4K' })
  await play(session, [user('Where are our things?')], [[answer('The key of the shed hangs behind the blue barrel.')]])
  for (let n = 0; n < 12; n++)
    await play(session, [user(`step ${n}: ${'sails and boats '.repeat(40)}`)], [[answer(`ok ${n}`)]])
  const calls = Array.from({ length: 20 }, (_, n) => [call(n), result(n, `line ${n}\n`.repeat(150))])
  const inputs = await play(session, [user('read all')], [...calls, [answer('read')]])
  for (const input of inputs) expect(JSON.stringify(input).length).toBeLessThan(3_400 * 6)
  expect(inputs.at(-1)!.at(-1)).toMatchObject({ type: 'function_call_result', callId: 'call_19' })
  const [asked] = await play(session, [user('Where does the key of the shed hang?')], [[answer('there')]])
  expect(asked!.at(-1)).toEqual(user('Where does the key of the shed hang?'))
  expect(asked!.at(-2)!.content).toMatch(/^\[Recalled from earlier[^]*blue barrel/)
  const found = await stored(client, sessionId)
  expect(found).toHaveLength(2 + 12 * 2 + 42 + 2)
  expect(found.slice(-2)).toEqual([user('Where does the key of the shed hang?'), answer('there')])
})

test('[P1] an input that does not begin with the items of the session stays as it is and is added by the SDK', async () => {
  const { session, client, sessionId } = start()
  await session.addItems([user('one'), answer('a')])
  await session.getItems()
  const modelData = { input: [user('changed'), answer('a'), user('two')] }
  expect(await session.inputFilter({ modelData })).toBe(modelData)
  await session.addItems([user('two'), answer('b')])
  expect(await stored(client, sessionId)).toEqual([user('one'), answer('a'), user('two'), answer('b')])
})

test('[P1] equal items of different runs are all stored, and a run that fails keeps what it sent', async () => {
  const { session, client, sessionId } = start()
  for (let n = 0; n < 3; n++) await play(session, [user('ok')], [[answer('ok')]])
  await play(session, [user('fails')], [[answer('never')]], false)
  await play(session, [user('again')], [[answer('ok')]])
  const pair = [user('ok'), answer('ok')]
  expect(await stored(client, sessionId)).toEqual([
    ...pair,
    ...pair,
    ...pair,
    user('fails'),
    user('again'),
    answer('ok'),
  ])
})

test('[P1] an SDK that adds items after each turn, or others than it was given, stores each item once', async () => {
  const { session, client, sessionId } = start()
  const given = await session.getItems()
  await session.inputFilter({ modelData: { input: [...given, user('one')] } })
  await session.addItems([user('one'), call(1), result(1, 'x')])
  const input = [...given, user('one'), call(1), result(1, 'x')]
  expect((await session.inputFilter({ modelData: { input } })).input).toEqual(input)
  await session.addItems([answer('a')])
  expect(await stored(client, sessionId)).toEqual([...input, answer('a')])

  const shown = await session.getItems()
  await session.inputFilter({ modelData: { input: [...shown, user('two')] } })
  await session.addItems([...shown.slice(0, 2), { ...user('two'), id: 'new' }, answer('b')])
  expect((await stored(client, sessionId)).slice(4)).toEqual([user('two'), { ...user('two'), id: 'new' }, answer('b')])
})

test('[P1] a page that reads the session during a run changes nothing of what is stored', async () => {
  const { session, client, sessionId } = start()
  const given = await session.getItems()
  await session.inputFilter({ modelData: { input: [...given, user('one')] } })
  await session.getItems()
  const modelData = { input: [...given, user('one'), call(1), result(1, 'x')] }
  await session.inputFilter({ modelData })
  await session.addItems([user('one'), call(1), result(1, 'x'), answer('a')])
  expect(await stored(client, sessionId)).toEqual([user('one'), call(1), result(1, 'x'), answer('a')])
})

/** The items of the whole history, as they were added. */
async function stored(client: ReturnType<typeof createClient>, externalId: string): Promise<AgentItem[]> {
  const items: AgentItem[] = []
  for await (const { id } of client.sessions({ externalId }))
    for await (const { message } of client.history(id))
      items.push((message as { metadata?: { item?: AgentItem } }).metadata?.item)
  return items
}
