/** A human message that cannot fit whole: refused, or shown as head and tail if the policy says so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { excerptText } from '../../src/domain/reductions/placeholders.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'
import { count } from '../summary/spans.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const get = async (id: string, rest: string) => (await daemon.call('GET', `/v1/sessions/${id}/${rest}`)).json
const append = (id: string, messages: Json[]) =>
  daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { format: 'openai', messages } })
const asked = (turn: number) => ({ role: 'user', content: `Please explain step ${turn}, and why it comes now.` })
const GIANT = `It begins here. ${'stone paper river market light record table '.repeat(4_000)}It ends here.`

test('[D8] [P4] [P8] an oversized human message is shown as its head and tail, the rest is named, and nothing else leaves', async () => {
  const id = await newSession(daemon, { policy: { oversized: 'offload' } })
  const turns = Array.from({ length: 40 }, (_, turn): Json[] => [
    asked(turn),
    { role: 'assistant', content: `Step ${turn} is kept as it was agreed, part by part. `.repeat(12) },
  ]).flat()
  await append(id, turns)
  const before = await get(id, 'context?format=openai')
  const reply = await append(id, [{ role: 'user', content: GIANT }])
  expect(reply.status, reply.text).toBe(201)
  const context = await get(id, 'context?format=openai')
  expect(context.messages.slice(0, -1)).toEqual(before.messages)
  // Head and tail take most of what the other messages leave, and the next messages find a rest.
  const left = before.limit - before.contextStatus.reserve - before.tokens
  expect(context.tokens - before.tokens).toBeGreaterThan(0.8 * left)
  expect(context.tokens - before.tokens).toBeLessThan(0.95 * left)
  const { offloads } = await get(id, 'offloads')
  const shown: string = context.messages.at(-1).content
  const [head, omitted, tail] = shown.split('\n') as [string, string, string]
  expect(GIANT.startsWith(head)).toBe(true)
  expect(GIANT.endsWith(tail)).toBe(true)
  expect(head.length).toBeGreaterThan(tail.length)
  expect(omitted).toContain(`${GIANT.length - head.length - tail.length} of ${GIANT.length} characters omitted`)
  expect(omitted).toContain(offloads[0].id)
  expect((await get(id, `offloads/${offloads[0].id}?limit=${GIANT.length}`)).content).toBe(GIANT)
  expect((await get(id, 'explain')).entries.at(-1)).toMatchObject({ rule: 'D8' })
  expect(context.contextStatus.degraded.join()).toContain('excerpt: 1 oversized message')
  const [cut] = await daemon.ports.store.cuts(id)
  expect(cut?.reason).toContain('of the user shown as head and tail')
  const [event] = await until('the event of the excerpt', async () => {
    const { events } = (await daemon.call('GET', `/v1/events?sessionId=${id}&types=text-excerpted`)).json
    return events.length > 0 ? events : null
  })
  expect(event.data.parts).toMatchObject([{ id: offloads[0].id, seq: 81, toolName: null }])
  const { lines } = await get(id, 'log')
  expect(lines.map(({ line }: { line: string }) => line).join()).toContain(
    'Excerpted 1 oversized user text (message 81)',
  )
  expect(await get(id, 'audit')).toMatchObject({ ok: true, reduced: 1, violations: [] })
  // It stays readable when a reply needs more tokens, and does not shrink twice.
  expect((await get(id, 'context?reserve=8000')).tokens).toBeLessThanOrEqual(5_600)
  expect(await get(id, 'audit')).toMatchObject({ ok: true, violations: [] })
})

test('[D8] [P4] a long human message that fits whole is not touched, and by default one that does not is refused', async () => {
  const offloading = await newSession(daemon, { policy: { oversized: 'offload' } })
  const fitting = { role: 'user', content: 'stone paper river market light. '.repeat(1_300) }
  await append(offloading, [asked(1), fitting])
  expect((await get(offloading, 'context?format=openai')).messages.at(-1)).toEqual(fitting)
  const refusing = await newSession(daemon)
  const reply = await append(refusing, [{ role: 'user', content: GIANT }])
  expect([reply.status, reply.json.code]).toEqual([422, 'message_exceeds_window'])
})

test('[D8] head and tail stay within their tokens and never split a character', () => {
  for (const content of ['🙂'.repeat(3_000), '語 '.repeat(2_000), 'a'.repeat(9_000), GIANT]) {
    for (const maxTokens of [150, 400, 1_360]) {
      const offloaded = { id: 'off_1', toolName: '', tokens: count(content), maxTokens, reader: null }
      const text = excerptText(offloaded, { content }, count)
      expect(count(text)).toBeLessThanOrEqual(maxTokens)
      expect(count(text)).toBeGreaterThan(0.9 * maxTokens)
      // encodeURIComponent throws for a lone surrogate.
      expect(() => encodeURIComponent(text)).not.toThrow()
    }
  }
})
