import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { openMcp } from '../support/mcp.js'
import { openSocket, refusedStatus } from '../support/socket.js'
import { until } from '../support/until.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { makeWorld, type World } from './world.js'

/** The ways into the service that are no operations of the table: streams, sockets, doors, and MCP. */

let ollama: ScriptedOllama
let daemon: Daemon
let ours: World
let theirs: World
beforeAll(async () => {
  ollama = await scriptedOllama()
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url, DOOR_APP: 'none' } })
  ours = await makeWorld(daemon, 'zanzibar')
  theirs = await makeWorld(daemon, 'ytterbium')
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

function expectNothingOfOurs(text: string, what: string): void {
  const leaked = [ours.secret, ...ours.known].filter((one) => text.includes(one))
  expect([what, leaked]).toEqual([what, []])
}
const versionOf = async () => (await ours.session.call('getSession', {})).version
const namesOfOurs = () => [ours.ids.sessionId, ours.externalId]

test('[P11] streams and sockets of another app carry none of our events and no position of ours', async () => {
  const own = await daemon.client.call('readEvents', { query: { limit: 500 } }, { key: theirs.keys.viewer })
  const before = own.events.filter(({ sessionId }) => sessionId === theirs.session.id).length
  const positions = new Set(['0', ...own.events.map(({ cursor }) => cursor)])
  const url = `${daemon.url}/v1/events`
  for (const filter of [{}, { sessionIds: [ours.ids.sessionId] }]) {
    const socket = await openSocket(url, theirs.keys.viewer)
    expect(positions.has((await socket.next('hello')).cursor!)).toBe(true)
    socket.say({ type: 'subscribe', after: '0', ...filter })
    expect(positions.has((await socket.next('caught-up')).cursor!)).toBe(true)
    await ours.session.append([{ role: 'user', content: 'more of zanzibar' }])
    const ping = theirs.session.append([{ role: 'user', content: 'mine' }])
    await ping
    if (!('sessionIds' in filter))
      await until('the own event', () =>
        socket.events().some(({ sessionId, seq }) => sessionId === theirs.session.id && seq > before),
      )
    expectNothingOfOurs(JSON.stringify(socket.frames), 'socket')
    socket.socket.terminate()
    for (const { cursor } of (
      await daemon.client.call('readEvents', { query: { limit: 500 } }, { key: theirs.keys.viewer })
    ).events)
      positions.add(cursor)
  }
  const headers = { authorization: `Bearer ${theirs.keys.viewer}`, accept: 'text/event-stream' }
  const eviction = new AbortController()
  const stream = await fetch(`${url}?after=0&sessionId=${ours.ids.sessionId}`, { headers, signal: eviction.signal })
  let heard = ''
  for await (const piece of stream.body!) {
    heard += Buffer.from(piece).toString()
    if (heard.includes('event: caught-up')) break
  }
  eviction.abort()
  expectNothingOfOurs(heard, 'stream')
  expect(positions.has(/^id: (\S+)$/m.exec(heard)![1]!)).toBe(true)
  expect(await refusedStatus(url)).toBe(401)
  expect(await refusedStatus(url, { authorization: `Bearer ${theirs.keys.app}`, 'x-app-id': ours.appId })).toBe(403)
  const { ticket } = await daemon.client.call('createTicket', {}, { key: theirs.keys.viewer })
  expect(await refusedStatus(`${url}?ticket=${ticket}`, { 'x-app-id': ours.appId })).toBe(403)
})

/** A call of each kind, for tools whose arguments have required members. */
const TOOL_ARGUMENTS: Record<string, (of: World) => object> = {
  context_status: () => ({}),
  recall: () => ({ from: 1, to: 3 }),
  read_offload: ({ ids }) => ({ id: ids.offloadId }),
  set_goal: () => ({ description: 'mine' }),
  lock_decision: () => ({ decision: 'mine' }),
  add_artifact: () => ({ path: 'mine.md', action: 'created' }),
  pin: () => ({ message: 1 }),
  compress_to_checkpoint: () => ({}),
  deactivate_augments: () => ({}),
  create_snapshot: () => ({}),
  restore_snapshot: ({ ids }) => ({ snapshotId: ids.snapshotId }),
  remember: () => ({ text: 'mine' }),
  forget: ({ ids }) => ({ id: ids.entryId }),
  list_standing: () => ({}),
}

test('[P11] no tool of MCP reads or changes a session of another app, by id or by name', async () => {
  const before = await versionOf()
  for (const key of [theirs.keys.app, theirs.keys.viewer]) {
    const byHeader = await Promise.all(
      namesOfOurs().map((name) => openMcp(daemon.url, { key, headers: { 'x-palimpsest-session': encodeURI(name) } })),
    )
    const mcp = await openMcp(daemon.url, { key })
    const { tools } = await mcp.client.listTools()
    // A new tool needs its arguments here.
    if (key === theirs.keys.app)
      expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(TOOL_ARGUMENTS).toSorted())
    for (const { name } of tools) {
      const args = TOOL_ARGUMENTS[name]!(ours)
      for (const session of namesOfOurs()) {
        const { text, isError } = await mcp.call(name, { ...args, session })
        expect([name, isError, text.replace(session, '…')]).toEqual([
          name,
          true,
          expect.stringMatching(/No session|not found/),
        ])
      }
      for (const one of byHeader) {
        const { text, isError } = await one.call(name, { ...args })
        expect([name, isError, text]).toEqual([name, true, expect.stringMatching(/No session|not found/)])
      }
      // With the own session, ids of ours name nothing.
      if (!/recall|read_offload|restore_snapshot/.test(name)) continue
      const own = await mcp.call(name, { ...args, session: theirs.session.id })
      const sent = JSON.stringify(args)
      const leaked = [ours.secret, ...ours.known].filter((one) => own.text.includes(one) && !sent.includes(one))
      expect([name, leaked]).toEqual([name, []])
    }
    for (const one of [mcp, ...byHeader]) await one.close()
  }
  expect(await versionOf()).toBe(before)
})

const ask = [{ role: 'user', content: 'What do you guard?' }]
const DOORS: [string, object][] = [
  ['/ollama/api/chat', { model: 'qwen2.5:7b', stream: false, messages: ask }],
  ['/openai/v1/chat/completions', { model: 'qwen2.5:7b', messages: ask }],
  ['/openai/v1/responses', { model: 'qwen2.5:7b', input: 'What do you guard?' }],
  ['/anthropic/v1/messages', { model: 'qwen2.5:7b', max_tokens: 50, messages: ask }],
  ['/anthropic/v1/messages/count_tokens', { model: 'qwen2.5:7b', messages: ask }],
]

test.each(DOORS)('[P11] the door %s opens no session of another app, whatever its headers name', async (path, body) => {
  const before = await versionOf()
  const call = (key: string | null, headers: Record<string, string> = {}) =>
    daemon.call('POST', path, { key, body, headers })
  expect((await call(null)).status).toBe(401)
  expect((await call('pal_wrong')).status).toBe(401)
  expect((await call(theirs.keys.viewer)).status).toBe(403)
  expect((await call(theirs.keys.app, { 'x-app-id': ours.appId })).status).toBe(403)
  const asked = ollama.requests.length
  for (const name of namesOfOurs())
    for (const header of ['x-session-id', 'x-claude-code-session-id', 'x-session-affinity']) {
      const { status, text, headers } = await call(theirs.keys.app, { [header]: name })
      expect([path, header, status, text]).toEqual([path, header, 200, text])
      expectNothingOfOurs(text + JSON.stringify([...headers]), `${path} ${header}`)
    }
  // The upstream never got a word of our conversation.
  const sent = ollama.requests
    .slice(asked)
    .map(({ body }) => JSON.stringify(body))
    .join()
  // Counting asks no upstream.
  if (!path.endsWith('count_tokens')) expect(sent).toContain('What do you guard?')
  expect(sent).not.toContain(ours.secret)
  expect(await versionOf()).toBe(before)
})
