import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, closeDoors, ollamaDoor, user } from '../support/door-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { often } from '../support/long-run.js'

/** Large messages of a person, and results that no model has read yet. */

const opened: Daemon[] = []
afterEach(async () => {
  await closeDoors()
  for (const daemon of opened.splice(0)) await daemon.stop()
})

const ROWS = Array.from(
  { length: 3_000 },
  (_, at) => `Entry ${at} of the report names ${at % 89} parts and ${at % 97} places.`,
)
const REPORT = ROWS.join(' ')

test.each(['8K', '16K', '32K'])(
  '[D8] head and tail of a message that is too long use what a %s window leaves',
  async (size) => {
    const { daemon, server } = await ollamaDoor({ script: () => ({ text: 'Read.' }), contextLength: 64_000 })
    const words = size === '32K' ? REPORT.repeat(2) : REPORT
    const reply = await ask(daemon, [user(words)], { 'x-context-size': size })
    expect(reply.status).toBe(200)
    const sessionId = reply.headers.get('x-palimpsest-session')!
    const { contextStatus } = await daemon.client.call('readContext', { params: { sessionId }, query: {} })
    const { limit, reserve, margin, breakdown } = contextStatus
    // What must fit is checked with the margin of the token count.
    const left = (limit - reserve) / (1 + margin)
    expect(breakdown.user).toBeGreaterThan(0.8 * left)
    expect(breakdown.user).toBeLessThan(left)
    const shown: string = server.chats.at(-1)!.body.messages.at(-1)!.content
    const [head = '', omitted = '', tail = ''] = shown.split('\n')
    expect(words.startsWith(head) && words.endsWith(tail)).toBe(true)
    expect(omitted).toContain('ask for the part that matters')
    expect(omitted).not.toContain('read_offload')
  },
)

test('[D8] [P3] [P12] head and tail give tokens to later messages, in few steps', async () => {
  const { daemon, server } = await ollamaDoor({ script: () => ({ text: 'Read, and noted for later. '.repeat(30) }) })
  const history: Loose[] = [user(REPORT)]
  const shown = new Set<string>()
  for (let turn = 0; turn < 25; turn++) {
    const reply = await ask(daemon, history, { 'x-context-size': '8K' })
    expect(reply.status).toBe(200)
    const sent = server.chats.at(-1)!.body.messages as Loose[]
    shown.add(sent.find(({ content }) => content.includes('characters omitted'))?.content ?? 'none')
    history.push(reply.json.message, user(`Question ${turn}: what does the report say next?`))
  }
  expect(shown.size).toBeGreaterThan(1)
  expect(shown.size).toBeLessThan(6)
  const { sessions } = await daemon.client.call('listSessions', {})
  const audit = await daemon.client.call('auditSession', { params: { sessionId: sessions[0]!.id } })
  expect(audit).toMatchObject({ ok: true, violations: [] })
})

const call = (id: string): Loose => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'query', arguments: '{}' } }],
})
const result = (id: string, rows: number): Loose => ({
  role: 'tool',
  tool_call_id: id,
  content: `${id}: ${ROWS.slice(0, rows).join('\n')}`,
})

test('[D5] [P3] a result that the model has not seen is sent whole if it fits, whatever else has to shrink', async () => {
  const daemon = await startDaemon()
  opened.push(daemon)
  const session = await daemon.openSession({ contextSize: '8K', policy: { condense: null, offload: null } })
  await session.append([user('Query all tables.')])
  for (let step = 0; step < often(20, 40); step++) {
    const rows = 70 + ((step * 37) % 40)
    await session.append([call(`c${step}`)])
    await session.append([result(`c${step}`, rows)])
    const { messages }: { messages: Loose[] } = await session.context('openai')
    expect(messages.at(-1)).toEqual(result(`c${step}`, rows))
  }
  // Several at once: as many as fit stay whole.
  await session.append([
    { ...call('p0'), tool_calls: ['p0', 'p1', 'p2'].map((id) => call(id).tool_calls[0]) },
    ...['p0', 'p1', 'p2'].map((id) => result(id, 60)),
  ])
  const { messages }: { messages: Loose[] } = await session.context('openai')
  const newest = messages.slice(-3)
  expect(newest.filter(({ content }) => content.includes('offloaded')).length).toBeLessThan(3)
  const audit = await daemon.client.call('auditSession', { params: { sessionId: session.id } })
  expect(audit).toMatchObject({ ok: true, violations: [] })
})

test('[D5] a placeholder names a reading tool only where the client offers it, by its name there', async () => {
  const daemon = await startDaemon()
  opened.push(daemon)
  const tool = (name: string) => ({ type: 'function', function: { name, parameters: {} } })
  const reader = 'mcp__palimpsest__read_offload'
  const placeholderWith = async (tools: Loose[] | null) => {
    const session = await daemon.openSession({ contextSize: '8K', policy: { condense: null }, tools })
    await session.append([user('Query all tables.'), call('c0'), result('c0', 300)])
    const { messages }: { messages: Loose[] } = await session.context('openai')
    return messages.at(-1).content as string
  }
  for (const tools of [null, [tool('query')]]) {
    const text = await placeholderWith(tools)
    expect(text).not.toContain('read_offload')
    expect(text).toContain('to see the rest, call query again if that only reads')
  }
  expect(await placeholderWith([tool('query'), tool(reader)])).toContain(`search in it with ${reader}.`)
})
