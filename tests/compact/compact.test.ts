import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { talk } from '../support/coding-talk.js'
import type { Problem } from '../support/client.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { RequestBody } from '../support/session.js'
import { pairProblems } from '../../testing/validity.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const compact = (body: RequestBody<'compact'>) => daemon.client.call('compact', { body })
const refused = async (body: object) => {
  const { status, json } = await daemon.call('POST', '/v1/compact', { body })
  return { status, problem: json as Problem }
}

test('[10.1] [D5] [P8] a conversation is shrunk without a session: the rest comes back as it was sent, and each placeholder names its original', async () => {
  const messages = talk(30)
  const json = await compact({ format: 'openai', messages, contextSize: '16K', systemPrompt: 'Be terse.' })
  expect(json.messages[0]).toEqual({ role: 'system', content: 'Be terse.' })
  const { report } = json
  expect(report.rules.map(({ rule }: { rule: string }) => rule)).toEqual(['D5'])
  expect(report.saved).toBe(report.tokensBefore - report.tokensAfter)
  expect(report.tokensAfter).toBeLessThan(report.tokensBefore / 2)
  expect(report.parts).toHaveLength(27)
  const changed = new Set(report.parts.map(({ message }: { message: number }) => message))
  for (const [index, sent] of messages.entries()) {
    const came = json.messages[index + 1]
    if (!changed.has(index)) expect(came).toEqual(sent)
    else expect(came.content).toContain(report.parts.find(({ message }: { message: number }) => message === index)!.id)
  }
  expect(pairProblems('openai', json.messages)).toEqual([])
  // Nothing was stored.
  expect((await daemon.client.call('listSessions')).sessions).toEqual([])
})

test('[10.1] a session that is given the same messages makes the same cuts', async () => {
  const messages = talk(24)
  const json = await compact({ format: 'openai', messages, contextSize: '16K', policy: { summarize: null } })
  const { id } = await daemon.openSession({ policy: { summarize: null } })
  await daemon.client.send('appendMessages', { params: { sessionId: id }, body: { format: 'openai', messages } })
  const context = await daemon.client.call('readContext', { params: { sessionId: id }, query: { format: 'openai' } })
  const withoutHandles = (value: Json) =>
    JSON.stringify(value).replace(
      /stored as offload off_\w+|removed; the caller has the original, part_\w+/g,
      'original',
    )
  expect(withoutHandles(json.messages)).toBe(withoutHandles(context.messages))
  // Handles of a session are longer.
  expect(context.tokens - json.report.tokensAfter).toBeLessThan(20 * json.report.parts.length)
})

test('[D4] a watermark names a call or a message of what was sent', async () => {
  const body = { format: 'openai', messages: talk(6), preset: 'watermark' } as const
  for (const watermark of [{ seq: 19 }, { toolCallId: 'call_6' }]) {
    const json = await compact({ ...body, watermark })
    expect(json.report.rules, JSON.stringify(watermark)).toMatchObject([{ rule: 'D4', kind: 'watermark' }])
    expect(json.report.left.length).toBeGreaterThan(4)
    expect(pairProblems('openai', json.messages)).toEqual([])
  }
  const { status, problem } = await refused({ ...body, watermark: { toolCallId: 'none' } })
  expect([status, problem.code]).toEqual([404, 'not_found'])
})

test('[10.1] [13] every format comes back in its own, and what is no conversation is refused by name', async () => {
  const answer = { role: 'assistant', content: 'Hello.' }
  for (const format of FORMATS) {
    const json = await compact({ format, messages: [{ role: 'user', content: 'Hi.' }, answer], systemPrompt: 'S' })
    expect([json.format, json.messages.at(-1)]).toEqual([format, answer])
    expect(json.system === 'S' || json.messages[0].content === 'S').toBe(true)
    expect(json.report).toMatchObject({ saved: 0, fits: true, rules: [], parts: [], left: [] })
  }
  const faults: [object, string][] = [
    [{ messages: [] }, 'messages'],
    [{ messages: [{ role: 'user', content: 'x' }], preset: 'magic' }, 'preset'],
    [{ messages: [{ role: 'user', content: 'x' }], contextSize: '9000000K' }, 'contextSize'],
    [{ messages: [{ role: 'unknown', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'user', content: 'x' }], origins: [] }, 'origins'],
    [{ messages: [{ role: 'user', content: 'x' }], watermark: {} }, 'watermark'],
    [{ messages: [{ role: 'user', content: 'x' }], policy: { mask: { above: 7 } } }, 'policy.mask.above'],
  ]
  for (const [body, path] of faults) {
    const { status, problem } = await refused(body)
    expect([status, problem.errors?.[0]?.path], JSON.stringify(body)).toEqual([400, path])
  }
})
