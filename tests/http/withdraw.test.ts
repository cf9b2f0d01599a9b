/** Undo of the newest messages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCompression } from '../../src/app/compression/run-compression.js'
import type { Format, Json } from '../../src/domain/message.js'
import { pairProblems } from '../../testing/validity.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const append = async (id: string, format: Format, messages: Json[]) => {
  const reply = await daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { format, messages } })
  expect(reply.status, reply.text).toBe(201)
  return reply.json
}
const withdraw = (id: string, fromSeq: number, headers = {}) =>
  daemon.call('POST', `/v1/sessions/${id}/withdraw`, { headers, body: { fromSeq } })
const read = async (id: string, what: string) => (await daemon.call('GET', `/v1/sessions/${id}/${what}`)).json
const audited = async (id: string) => expect(await read(id, 'audit')).toMatchObject({ ok: true, violations: [] })

const user = (content: string) => ({ role: 'user', content })
const said = (content: string) => ({ role: 'assistant', content })

/** A question, a call with its result, and the answer. */
const ROUNDS: Record<Exclude<Format, 'native'>, Json[]> = {
  openai: [
    user('Which files?'),
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'a.txt' },
    said('One file.'),
  ],
  anthropic: [
    user('Which files?'),
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'ls', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'a.txt' }] },
    said('One file.'),
  ],
  ollama: [
    user('Which files?'),
    { role: 'assistant', content: '', tool_calls: [{ function: { name: 'ls', arguments: {} } }] },
    { role: 'tool', tool_name: 'ls', content: 'a.txt' },
    said('One file.'),
  ],
  responses: [
    user('Which files?'),
    { type: 'function_call', call_id: 'c1', name: 'ls', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'a.txt' },
    said('One file.'),
  ],
}

test.each(Object.keys(ROUNDS) as (keyof typeof ROUNDS)[])(
  '[P2] [P5] [P12] a regenerated %s answer, result and call leave the context as if they had never come',
  async (format) => {
    const id = await newSession(daemon)
    const round = ROUNDS[format]
    const contexts: Json[] = []
    const statuses: Json[] = []
    const live = round.map((_, at) => at + 1)
    for (const message of round) {
      statuses.push((await append(id, format, [message])).contextStatus.breakdown)
      contexts.push((await read(id, `context?format=${format}`)).messages)
    }
    for (let keep = round.length - 1; keep >= 1; keep--) {
      const reply = await withdraw(id, live[keep]!)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json.contextStatus.breakdown).toEqual(statuses[keep - 1])
      const { messages } = await read(id, `context?format=${format}`)
      expect(messages).toEqual(contexts[keep - 1])
      await audited(id)
      // Regenerated: the same messages again, as other entries of the history.
      const again = await append(id, format, round.slice(keep))
      live.splice(keep, Infinity, ...again.messages.map(({ seq }: { seq: number }) => seq))
      const after = (await read(id, `context?format=${format}`)).messages
      expect(after).toEqual(contexts.at(-1))
      expect(pairProblems(format, after)).toEqual([])
      await audited(id)
    }
    const { messages: history } = await read(id, 'messages')
    expect(history.filter(({ withdrawn }: { withdrawn: boolean }) => withdrawn)).toHaveLength(1 + 2 + 3)
    expect(
      history.every(({ state, withdrawn }: { state: string; withdrawn: boolean }) =>
        withdrawn ? state === 'evicted' : state === 'raw',
      ),
    ).toBe(true)
  },
)

test('[P2] a repeated withdrawal changes nothing, and never takes what was appended since', async () => {
  const id = await newSession(daemon)
  await append(id, 'openai', [user('Hi.'), said('Hm.')])
  const { version } = await read(id, 'context')
  const headers = { 'if-match': String(version) }
  const first = await withdraw(id, 2, headers)
  expect(first.json.withdrawn).toEqual([2])
  const again = await withdraw(id, 2, headers)
  expect([again.status, again.text]).toEqual([200, first.text])
  await append(id, 'openai', [said('Hello!')])
  const late = await withdraw(id, 2)
  expect([late.status, late.json.code, late.json.reason, late.json.seq]).toEqual([
    409,
    'withdrawal_refused',
    'newer-messages',
    3,
  ])
  expect((await withdraw(id, 3, headers)).status).toBe(412)
  expect((await withdraw(id, 4)).status).toBe(404)
  const events = await until('the withdrawal', async () => {
    const found = (await daemon.call('GET', `/v1/events?sessionId=${id}&types=context-rewritten`)).json.events
    return found.length > 0 ? found : null
  })
  expect(events).toHaveLength(1)
  expect(events[0].data).toMatchObject({ kind: 'withdraw', removedBlocks: 1 })
})

test('[P2] a withdrawal that reaches below a cut is refused with the message and the reason', async () => {
  const id = await newSession(daemon)
  const long = (at: number) => `Step ${at}: ${'the parser reads one line and counts its words. '.repeat(30)}`
  const talk = Array.from({ length: 40 }, (_, at) => [user(`Go on, ${at}.`), said(long(at))]).flat()
  await append(id, 'openai', talk)
  const reply = await daemon.call('POST', `/v1/sessions/${id}/compress`, { body: { strategy: 'extractive' } })
  expect(reply.status, reply.text).toBeLessThan(300)
  const { ports } = daemon
  await runCompression(ports, { sessionId: id, compressionId: reply.json.id }, new AbortController().signal)
  const { messages } = await read(id, 'messages?limit=200')
  const { seq, state } = messages.findLast((message: { state: string }) => message.state !== 'raw')
  const refused = await withdraw(id, seq)
  expect([refused.status, refused.json.reason, refused.json.seq]).toEqual([409, state, seq])
  expect((await withdraw(id, talk.length - 1)).status).toBe(200)
  await audited(id)
})

test('[G3] [G4] markers of a withdrawn message are undone, and what the app set stays', async () => {
  const id = await newSession(daemon, { goal: 'Write the parser' })
  await append(id, 'openai', [user('Start.'), said('[DECISION] Use Rust - LOCKED\n[CHECKPOINT] Lexer - PENDING')])
  const [goal] = (await read(id, 'goals')).goals
  const added = await daemon.call('POST', `/v1/sessions/${id}/goals/${goal.id}/items`, {
    body: { kind: 'step', text: 'Read the spec' },
  })
  expect(added.status, added.text).toBeLessThan(300)
  await append(id, 'openai', [said('[GOAL] Something else\n[CHECKPOINT] Tests - PENDING')])
  expect((await withdraw(id, 2)).status).toBe(200)
  const { goals } = await read(id, 'goals')
  expect(
    goals.map(({ description, status }: { description: string; status: string }) => [description, status]),
  ).toEqual([['Write the parser', 'active']])
  expect(goals[0].steps.map(({ text }: { text: string }) => text)).toEqual(['Read the spec'])
  expect(goals[0].decisions).toEqual([])
  await audited(id)
})
