/** Events as a typed contract: what is emitted is what openapi.yaml and docs/events.md publish. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_TYPES, type EventType } from '../../src/domain/event.js'
import { EVENT_DOCS, EventReply } from '../../src/http/schemas/events/index.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

interface Logged {
  type: EventType
  seq: number
  data: Record<string, unknown>
}
const post = async (path: string, body: unknown, key?: string) => {
  const reply = await daemon.call('POST', `/v1/sessions/${path}`, { body, key })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.json
}
const append = (id: string, messages: unknown[], key?: string) =>
  post(`${id}/messages`, { format: 'openai', messages }, key)

/** All events up to one of `type`, once the log shows it. */
const eventsUntil = (id: string, type: EventType) =>
  until(`the event ${type}`, async () => {
    const { events } = (await daemon.client.call('readEvents', { query: { sessionId: id, limit: 500 } })) as {
      events: Logged[]
    }
    return events.some((event) => event.type === type) ? events : null
  })

test('[P10] [11] every example validates, and every type has one', () => {
  for (const type of EVENT_TYPES) {
    const { data, example, when } = EVENT_DOCS[type]
    expect(data.safeParse(example).error, type).toBeUndefined()
    expect(when, type).toMatch(/^[A-Z].+\.$/)
  }
})

test('[P10] [11] what a busy session emits validates strictly against the published union', async () => {
  const session = await daemon.openSession({ goal: 'Ship the parser' })
  for (let round = 0; round < 4; round++) await append(session.id, talk(14, 1 + round * 20))
  await append(session.id, [
    { role: 'assistant', content: '[CHECKPOINT] write it - COMPLETED\n[DECISION] keep JSON - LOCKED' },
  ])
  await post(`${session.id}/compress`, { strategy: 'extractive', waitMs: 30_000 })
  await post(`${session.id}/compress`, { strategy: 'truncate', waitMs: 30_000 })
  const newest = (await session.read()).messageCount
  await session.call('pinMessage', { params: { seq: String(newest) } })
  await post(`${session.id}/watermark`, { toolName: 'finish' })
  await session.update({ systemPrompt: 'Be terse. '.repeat(600) })
  const events = await eventsUntil(session.id, 'session-updated')
  for (const event of events) expect(EventReply.safeParse(event).error, JSON.stringify(event)).toBeUndefined()
  const types = new Set(events.map(({ type }) => type))
  expect(types.size).toBeGreaterThan(14)
  for (const type of ['context-rewritten', 'compressed', 'budget-updated', 'decision-locked'] as const) {
    expect(types).toContain(type)
  }
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
})

test('[B5] [11] budget-updated carries the whole contextStatus after every change; small appends are coalesced', async () => {
  const session = await daemon.openSession()
  const { contextStatus } = await append(session.id, [{ role: 'user', content: 'word '.repeat(400) }])
  await append(session.id, [{ role: 'assistant', content: 'Yes.' }])
  await session.update({ systemPrompt: 'Be terse.' })
  const events = await eventsUntil(session.id, 'session-updated')
  const budgets = events.filter(({ type }) => type === 'budget-updated')
  expect(budgets).toHaveLength(2)
  expect(budgets[0]?.data).toEqual(contextStatus)
  const now = (await session.read()).contextStatus
  expect(budgets[1]?.data).toEqual(now)
})

test('[B4] crossing 70% of the limit emits budget-warning once', async () => {
  const session = await daemon.openSession()
  const words = (count: number) => [{ role: 'user', content: 'word '.repeat(count) }]
  await append(session.id, words(9_000))
  await append(session.id, words(600))
  await append(session.id, words(300))
  await session.update({ metadata: { done: true } })
  const events = await eventsUntil(session.id, 'session-updated')
  const warnings = events.filter(({ type }) => type === 'budget-warning')
  expect(warnings.map(({ data }) => [data.limit, Number(data.utilization) >= 0.7])).toEqual([[13_600, true]])
})

test('[P12] [11] every cut emits context-rewritten with the blocks it changed', async () => {
  const session = await daemon.openSession({ policy: { mask: null } })
  await append(session.id, talk(14, 1))
  expect((await post(`${session.id}/compress`, { strategy: 'extractive', waitMs: 30_000 })).status).toBe('completed')
  const events = await eventsUntil(session.id, 'compressed')
  const cuts = events.filter(({ type }) => type === 'context-rewritten')
  const covering = cuts.find(({ data }) => data.kind === 'compression')
  const { messages } = events.find(({ type }) => type === 'compressed')!.data
  expect(covering?.data.removedBlocks).toBeGreaterThanOrEqual(Number(messages))
  expect(covering?.data.checkpointId).toMatch(/^cp_/)
  for (const { data } of cuts) expect(data.removedBlocks, String(data.reason)).toBeGreaterThan(0)
})

test('[11] [P11] include=content adds the exact messages, for app keys only', async () => {
  const { app, viewer } = await daemon.newApp()
  const session = await daemon.openSession({}, { key: app })
  const messages = [
    { role: 'user', content: 'Exact  text «语» \u2028.' },
    { role: 'assistant', content: 'Yes.' },
  ]
  await append(session.id, messages, app)
  const events = await until('the append', async () => {
    const { body } = await daemon.client.send(
      'readEvents',
      { query: { sessionId: session.id, include: 'content' } },
      { key: app },
    )
    return (body.events as Logged[]).find(({ type }) => type === 'message-appended') ? (body.events as Logged[]) : null
  })
  const appended = events.find(({ type }) => type === 'message-appended')!
  expect((appended.data.messages as { content: unknown }[]).map(({ content }) => content)).toEqual(messages)
  for (const event of events) expect(EventReply.safeParse(event).error).toBeUndefined()
  const plain = await daemon.client.send('readEvents', { query: { sessionId: session.id } }, { key: app })
  expect(plain.text).not.toContain('Exact')
  expect((await daemon.client.send('readEvents', { query: { include: 'content' } }, { key: viewer })).status).toBe(403)
  const other = await daemon.newApp()
  const theirs = await daemon.client.send(
    'readEvents',
    { query: { include: 'content', limit: 500 } },
    { key: other.app },
  )
  expect(theirs.text).not.toContain('Exact')
})
