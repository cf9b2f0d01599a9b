/** Who may call what over MCP, and what bad calls get. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { ERAS, openMcp } from '../support/mcp.js'
import { until } from '../support/until.js'

let daemon: Daemon
let one: Awaited<ReturnType<Daemon['newApp']>>
let two: typeof one
beforeAll(async () => {
  daemon = await startDaemon()
  ;[one, two] = [await daemon.newApp(), await daemon.newApp()]
})
afterAll(() => daemon.stop())

const hello = [{ role: 'user', content: 'the code word is heliotrope' }]
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
}
const callOf = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name, arguments: args },
})
const ACCEPT = { accept: 'application/json, text/event-stream' }

test.each(ERAS)('[13] a missing or wrong key is refused with 401 (%s)', async (era) => {
  for (const key of [null, 'pal_wrong']) {
    await expect(openMcp(daemon.url, { key, era })).rejects.toThrow()
    const reply = await daemon.call('POST', '/mcp', { key, body: initialize, headers: ACCEPT })
    expect([reply.status, reply.json.code]).toEqual([401, 'unauthorized'])
    expect(reply.headers.get('www-authenticate')).toContain('Bearer')
  }
})

test.each(ERAS)('[P11] a viewer key sees and calls the reading tools only (%s)', async (era) => {
  const session = await daemon.openSession({}, { key: one.app })
  await session.append(hello)
  const viewer = await openMcp(daemon.url, { key: one.viewer, era })
  const { tools } = await viewer.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['recall', 'read_offload', 'context_status', 'list_standing'])
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  expect((await viewer.call('recall', { session: session.id, search: 'heliotrope' })).text).toContain('message 1')
  for (const [name, args] of [
    ['set_goal', { description: 'x' }],
    ['pin', { message: 1 }],
    ['compress_to_checkpoint', {}],
  ] as const)
    await expect(viewer.call(name, { session: session.id, ...args })).rejects.toThrow(/not found/)
  expect((await session.goals()).goals).toEqual([])
  await viewer.close()
})

test.each(ERAS)('[P11] no tool reaches a session of another app, by id or external id (%s)', async (era) => {
  const session = await daemon.openSession({ externalId: `chat-${era}` }, { key: one.app })
  await session.append(hello)
  const other = await openMcp(daemon.url, { key: two.app, era })
  const args = {
    recall: { search: 'heliotrope' },
    read_offload: { id: 'off_x' },
    context_status: {},
    set_goal: { description: 'x' },
    lock_decision: { decision: 'x' },
    add_artifact: { path: 'x', action: 'created' },
    pin: { message: 1 },
    compress_to_checkpoint: {},
    deactivate_augments: {},
    create_snapshot: {},
    restore_snapshot: { snapshotId: 'snp_x' },
    remember: { text: 'x' },
    forget: { id: 'std_x' },
    list_standing: {},
  }
  expect(Object.keys(args).sort()).toEqual((await other.client.listTools()).tools.map(({ name }) => name).sort())
  for (const [name, given] of Object.entries(args))
    for (const named of [session.id, `chat-${era}`, 'ses_none']) {
      const { text, isError } = await other.call(name, { ...given, session: named })
      expect([name, text, isError]).toEqual([name, `Session ${named} not found.`, true])
    }
  await expect(other.client.readResource({ uri: `palimpsest://session/${session.id}/message/1` })).rejects.toThrow(
    /not found/,
  )
  expect((await session.events()).map(({ type }) => type)).not.toContain('goal-updated')
  await other.close()
})

test('[10.4] the session of a call is its argument, else the header, by id or external id, never a guess', async () => {
  const [first, second] = [
    await daemon.openSession({ externalId: 'chat/ü 1' }, { key: one.app }),
    await daemon.openSession({}, { key: one.app }),
  ]
  const named = async (headers: Record<string, string>, args: object = {}) => {
    const mcp = await openMcp(daemon.url, { key: one.app, headers })
    const { text } = await mcp.call('context_status', { ...args })
    await mcp.close()
    return /^session: (ses_\w+)/.exec(text)?.[1] ?? text
  }
  expect(await named({ 'x-palimpsest-session': first.id })).toBe(first.id)
  expect(await named({ 'x-session-id': second.id })).toBe(second.id)
  expect(await named({ 'x-palimpsest-session': first.id, 'x-session-id': second.id })).toBe(first.id)
  expect(await named({ 'x-palimpsest-session': first.id }, { session: second.id })).toBe(second.id)
  expect(await named({}, { session: 'chat/ü 1' })).toBe(first.id)
  // An edited history continues in a branch, which has the name in its metadata.
  const branch = await daemon.openSession({ metadata: { conversation: 'chat/ü 1' } }, { key: one.app })
  await branch.append(hello)
  expect(await named({ 'x-palimpsest-session': 'chat/ü 1' })).toBe(branch.id)
  await first.append(hello)
  expect(await named({ 'x-palimpsest-session': 'chat/ü 1' })).toBe(first.id)
  expect(await named({ 'x-palimpsest-session': '' })).toMatch(/^session: expected .* received nothing\. .*x-palimpsest/)
  const long = await daemon.call('POST', '/mcp', {
    body: initialize,
    headers: { ...ACCEPT, 'x-palimpsest-session': 'x'.repeat(300) },
  })
  expect([long.status, long.json.errors[0].path]).toEqual([400, 'x-palimpsest-session'])
})

test('[13] wrong arguments are a result that names the field, and nothing is written', async () => {
  const session = await daemon.openSession({}, { key: one.app })
  const mcp = await openMcp(daemon.url, { key: one.app, headers: { 'x-palimpsest-session': session.id } })
  for (const [name, args, path] of [
    ['recall', { from: 0 }, 'from'],
    ['recall', { serach: 'x' }, 'serach'],
    ['recall', {}, 'from'],
    ['pin', {}, 'message'],
    ['set_goal', { description: '' }, 'description'],
    ['set_goal', { description: 'x', steps: [{ text: 'two\nlines' }] }, 'steps'],
    ['add_artifact', { path: 'a', action: 'eaten' }, 'action'],
    ['restore_snapshot', { snapshotId: 7 }, 'snapshotId'],
    ['context_status', { session: '' }, 'session'],
  ] as const) {
    const { text, isError } = await mcp.call(name, args)
    expect([name, args, isError, text]).toEqual([name, args, true, expect.stringContaining(path)])
  }
  expect((await session.eventsWith('session-created')).map(({ type }) => type)).toEqual(['session-created'])
  await mcp.close()
})

test('[13] huge, broken and foreign bodies are refused, and the service goes on', async () => {
  const session = await daemon.openSession()
  const send = (body: unknown, headers = {}) =>
    daemon.call('POST', '/mcp', { body, headers: { ...ACCEPT, ...headers } })
  const huge = await send(callOf('recall', { session: session.id, search: 'x'.repeat(1_100_000) }))
  expect([huge.status, huge.json.code]).toEqual([413, 'body_too_large'])
  const long = await send(callOf('recall', { session: session.id, search: 'x'.repeat(900_000) }))
  expect([long.status, long.text]).toEqual([200, expect.stringContaining('search')])
  let deep: object = {}
  for (let level = 0; level < 100; level++) deep = { deep }
  expect((await send(callOf('recall', deep))).status).toBe(400)
  expect((await send(Array.from({ length: 17 }, () => initialize))).status).toBe(400)
  expect((await send('{"jsonrpc":')).status).toBe(400)
  expect((await send({ hello: 'world' })).status).toBe(400)
  expect((await send('x=1', { 'content-type': 'text/plain' })).status).toBe(415)
  for (const method of ['GET', 'DELETE', 'PUT'])
    expect((await daemon.call(method, '/mcp', { headers: ACCEPT })).status, method).toBe(405)
  const mcp = await openMcp(daemon.url)
  expect((await mcp.call('context_status', { session: session.id })).isError).toBe(false)
  await mcp.close()
})

test.each(ERAS)('[13] an aborted call ends, and the next one is answered (%s)', async (era) => {
  const session = await daemon.openSession()
  await session.append(hello)
  const mcp = await openMcp(daemon.url, { era, headers: { 'x-palimpsest-session': session.id } })
  const aborts = Array.from({ length: 8 }, (_, at) => {
    const control = new AbortController()
    const called = mcp.call('set_goal', { description: `goal ${at}` }, { signal: control.signal })
    setTimeout(() => control.abort(), at)
    return called.then(
      () => 'answered',
      () => 'aborted',
    )
  })
  expect(await Promise.all(aborts)).toContain('aborted')
  expect((await mcp.call('context_status')).isError).toBe(false)
  expect(daemon.logged().filter((line) => line.includes('"level":50'))).toEqual([])
  // What was aborted may still be stored. An audit is refused while the session keeps changing.
  const audit = await until('an audit between changes', async () => {
    const reply = await session.send('auditSession', {})
    return reply.status === 412 ? null : reply
  })
  expect([audit.status, audit.body.ok]).toEqual([200, true])
  await mcp.close()
})

test('[13] a stream for changes of lists ends when the daemon stops', async () => {
  const other = await startDaemon()
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { notifications: {}, _meta }
  const listening = await fetch(`${other.url}/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'subscriptions/listen', params }),
    headers: {
      ...ACCEPT,
      authorization: `Bearer ${ADMIN_KEY}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
  })
  expect([listening.status, listening.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = listening.body!.getReader()
  expect((await reader.read()).done).toBe(false)
  const stopping = other.stop()
  // Without its end, the stream would be cut off after 10 s, and reading it would fail.
  for (let read = await reader.read(); !read.done; read = await reader.read());
  await stopping
})
