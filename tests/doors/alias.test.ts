import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import type { Daemon } from '../support/daemon.js'
import { closeDoors, openaiDoor } from '../support/door-talk.js'
import { openMcp } from '../support/mcp.js'

/** A program that names its conversations itself, as Codex does, gets an alias with each start. */

afterEach(closeDoors)

const item = (role: string, text: string) => ({ type: 'message', role, content: [{ type: 'input_text', text }] })
const thread = (id: string, alias: string) => ({ 'session-id': id, 'thread-id': id, 'x-palimpsest-alias': alias })

async function codex() {
  const { daemon, server } = await openaiDoor({ script: ({ call }) => ({ text: `answer ${call}` }) })
  let input: Loose[] = []
  /** Adds a request of the user to the thread, and the answer. */
  const turn = async (text: string, headers: Record<string, string>) => {
    input = [...input, item('user', text)]
    const body = { model: 'gpt-scripted', store: false, input }
    const reply = await daemon.call('POST', '/openai/v1/responses', { body, headers })
    expect(reply.status).toBe(200)
    input = [...input, ...reply.json.output]
    return reply.headers.get('x-palimpsest-session')!
  }
  return { daemon, server, turn, isNew: () => (input = []) }
}

/** Returns the session that the tools find by a name. */
async function sessionOfTools(daemon: Daemon, name: string): Promise<string> {
  const mcp = await openMcp(daemon.url, { key: ADMIN_KEY, headers: { 'x-palimpsest-session': name } })
  const { text } = await mcp.call('context_status', {})
  await mcp.close()
  return /^session: (ses_\w+)/.exec(text)?.[1] ?? text
}

test('[10.4] Codex: a resumed thread goes on in its session, and the tools of each start find it', async () => {
  const { daemon, server, turn } = await codex()
  const first = await turn('look at part 1', thread('t1', 'codex-a'))
  expect(await sessionOfTools(daemon, 'codex-a')).toBe(first)
  expect(await turn('look at part 2', thread('t1', 'codex-b'))).toBe(first)
  expect(await turn('look at part 3', thread('t1', 'codex-b'))).toBe(first)
  expect(await sessionOfTools(daemon, 'codex-b')).toBe(first)
  expect(await sessionOfTools(daemon, 'codex-a')).toBe('Session codex-a not found.')
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toMatchObject([{ externalId: 't1', metadata: { alias: 'codex-b', matchedBy: 'thread-id' } }])
  expect(server.requests.flatMap(({ headers }) => Object.keys(headers))).not.toContain('x-palimpsest-alias')
  const { events } = await daemon.client.call('readEvents', { query: { sessionId: first, types: 'session-updated' } })
  expect(events).toMatchObject([{ data: { changed: ['metadata'] } }])
})

test('[10.4] the alias follows the program to its next thread, and not to a sub-agent', async () => {
  const { daemon, turn, isNew } = await codex()
  await turn('look at part 1', thread('t1', 'codex-a'))
  isNew()
  const second = await turn('another task', thread('t2', 'codex-a'))
  isNew()
  const agent = { ...thread('t3', 'codex-a'), 'x-codex-parent-thread-id': 't2', 'x-openai-subagent': 'collab_spawn' }
  expect(await turn('go', agent)).not.toBe(second)
  expect(await sessionOfTools(daemon, 'codex-a')).toBe(second)
})

test('[10.4] an alias leaves the rest of the metadata as the app wrote it', async () => {
  const { daemon, turn } = await codex()
  const sessionId = await turn('look at part 1', thread('t1', 'one "quoted" \\ name'))
  const stored = async () => (await daemon.ports.store.session(sessionId, null))!.metadata
  expect(await stored()).toMatch(/^\{"alias":"one \\"quoted\\" \\\\ name","door":/)
  for (const [given, kept] of [
    ['{ "n": 12345678901234567890, "a":1,"a":2 }', '"n": 12345678901234567890, "a":1,"a":2 }'],
    ['{}', '}'],
  ] as const) {
    const change = { body: `{"metadata":${given}}`, headers: { 'content-type': 'application/json' } }
    expect((await daemon.call('PATCH', `/v1/sessions/${sessionId}`, change)).status).toBe(200)
    await turn('go on', thread('t1', 'codex-b'))
    expect(await stored()).toBe(`{"alias":"codex-b"${kept === '}' ? '' : ','}${kept}`)
    await turn('go on', thread('t1', 'codex-c'))
    expect(await stored()).toBe(`{"alias":"codex-c"${kept === '}' ? '' : ','}${kept}`)
  }
})
