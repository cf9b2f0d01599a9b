/** The tools with which a model reads back what left its context. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { READING_TOOL_SCHEMAS } from '../../src/domain/originals/reading-tools.js'
import { isReadBack } from '../../src/domain/reductions/candidates.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const append = (id: string, messages: Json[]) =>
  daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { format: 'openai', messages } })
const call = async (id: string, name: string, args: Json) => {
  const reply = await daemon.call('POST', `/v1/sessions/${id}/tools/call`, { body: { name, arguments: args } })
  expect(reply.status, reply.text).toBe(200)
  return reply.json as { content: string; isError: boolean }
}
const toolCall = (callId: string, name: string, args: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: callId, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
const LINES = Array.from({ length: 3_000 }, (_, at) => `row ${at + 1}: alpha beta gamma`)

/** Returns a session with one offloaded result, and the handle of the offload. */
async function withOffload(): Promise<{ id: string; handle: string; placeholder: string }> {
  const id = await newSession(daemon, { policy: { condense: null }, tools: READING_TOOL_SCHEMAS as Json[] })
  const result = { role: 'tool', tool_call_id: 'c1', content: LINES.join('\n') }
  await append(id, [{ role: 'user', content: 'Dump it.' }, toolCall('c1', 'dump', {}), result])
  const [offload] = (await daemon.call('GET', `/v1/sessions/${id}/offloads`)).json.offloads
  return { id, handle: offload.id, placeholder: offload.placeholder }
}

test('[D1] every format gets the definitions, and results of the tools are never reduced', async () => {
  const id = await newSession(daemon)
  for (const format of FORMATS) {
    const { tools } = (await daemon.call('GET', `/v1/sessions/${id}/tools?format=${format}`)).json
    const names = tools.map((tool: { name?: string; function?: { name: string } }) => tool.name ?? tool.function?.name)
    expect(names, format).toEqual(['read_offload', 'recall'])
    const schema = tools[0].parameters ?? tools[0].input_schema ?? tools[0].function.parameters
    expect(schema.required).toEqual(['id'])
  }
  for (const { function: named } of READING_TOOL_SCHEMAS as unknown as { function: { name: string } }[]) {
    const result = { kind: 'tool_result', tokens: 1, callId: '', name: named.name } as const
    expect(isReadBack({ ...result, isError: false, callSeq: null, late: false })).toBe(true)
  }
})

test('[D1] [P8] a model follows a placeholder: the whole original can be read in ranges and searched', async () => {
  const { id, handle, placeholder } = await withOffload()
  expect(placeholder).toContain('read_offload')
  let text = ''
  let fromLine = 1
  for (let calls = 0; calls < 100; calls++) {
    const { content, isError } = await call(id, 'read_offload', { id: handle, fromLine })
    expect(isError).toBe(false)
    const [head, ...rest] = content.split('\n')
    text += rest.join('\n')
    const next = /continue from line (\d+)\]$/.exec(head!)
    if (!next) break
    fromLine = Number(next[1])
  }
  expect(text).toBe(LINES.join('\n'))
  const range = await call(id, 'mcp__palimpsest__read_offload', JSON.stringify({ id: handle, fromLine: 7, toLine: 8 }))
  expect(range.content).toBe(`[${handle}, lines 7 to 8 of 3000]\n${LINES[6]}\n${LINES[7]}\n`)
  const found = await call(id, 'read_offload', { id: handle, search: 'ROW 2999:' })
  expect(found.content).toContain('2999: ')
})

test('[D1] what was read back is never offloaded again', async () => {
  const { id, handle } = await withOffload()
  const { content } = await call(id, 'read_offload', { id: handle })
  await append(id, [toolCall('c2', 'read_offload', { id: handle })])
  await append(id, [{ role: 'tool', tool_call_id: 'c2', content: `${content}${LINES.join('\n')}` }])
  expect((await daemon.call('GET', `/v1/sessions/${id}/offloads`)).json.offloads).toHaveLength(1)
})

test('[P8] messages are recalled by number, in order, until the result is full', async () => {
  const id = await newSession(daemon)
  const talk = Array.from({ length: 30 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: `Message ${at + 1}. ${'Words that fill the result. '.repeat(20)}`,
  }))
  await append(id, talk)
  const seen: number[] = []
  let from = 1
  for (let calls = 0; calls < 40; calls++) {
    const { content } = await call(id, 'recall', { from, to: 30 })
    const seqs = [...content.matchAll(/^--- message (\d+) · /gm)].map(([, seq]) => Number(seq))
    for (const seq of seqs) expect(content).toContain(talk[seq - 1]!.content)
    seen.push(...seqs)
    const next = /continue from message (\d+)\]$/.exec(content)
    if (!next) break
    from = Number(next[1])
  }
  expect(seen).toEqual(talk.map((_, at) => at + 1))
})

test('[13] a mistake of the model is a result that says how to correct it', async () => {
  const id = await newSession(daemon)
  for (const [name, args] of [
    ['read_offload', { id: 'off_none' }],
    ['read_offload', { id: 7 }],
    ['read_offload', '{"id": '],
    ['recall', { from: 0 }],
    ['recall', {}],
    ['recall', { from: 3, to: 2 }],
    ['read_offload', { id: 'off_none', fromLine: 3, toLine: 2 }],
    ['delete_everything', {}],
  ] as [string, Json][]) {
    const { isError, content } = await call(id, name, args)
    expect([name, isError, content.length > 10]).toEqual([name, true, true])
  }
  expect((await call(id, 'recall', { from: 5 })).content).toContain('there is no message 5')
  expect((await call(id, 'recall', { from: 3, to: 2 })).content).toBe('to must not be before from.')
  const elsewhere = await daemon.call('POST', '/v1/sessions/ses_none/tools/call', {
    body: { name: 'recall', arguments: {} },
  })
  expect(elsewhere.status).toBe(404)
})

test('[U7] nothing is stored for a stateless request, and its placeholders say so', async () => {
  const result = { role: 'tool', tool_call_id: 'c1', content: LINES.join('\n') }
  const messages = [{ role: 'user', content: 'Dump it.' }, toolCall('c1', 'dump', {}), result]
  const body = { format: 'openai', messages, contextSize: '16K', policy: { condense: null } }
  const reply = await daemon.call('POST', '/v1/compact', { body })
  const { content } = reply.json.messages[2]
  expect(content).toContain('the caller has the original')
  expect(content).not.toMatch(/off_|Stored in full|read_offload/)
})
