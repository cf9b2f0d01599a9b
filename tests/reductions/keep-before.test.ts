import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { isYaml } from '../../src/domain/reductions/condense/yaml.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const call = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } })
/** A tool group of two parallel calls: three messages. */
const group = (n: number): Json[] => [
  { role: 'assistant', content: `Step ${n}.`, tool_calls: [call(`a${n}`, 'look'), call(`b${n}`, 'look')] },
  { role: 'tool', tool_call_id: `a${n}`, content: `left ${n} ${'and more '.repeat(40)}` },
  { role: 'tool', tool_call_id: `b${n}`, content: `right ${n} ${'and more '.repeat(40)}` },
]
const groups = (count: number, from = 1): Json[] => Array.from({ length: count }, (_, at) => group(from + at)).flat()
const shown = (messages: readonly Json[]): string[] =>
  [...JSON.stringify(messages).matchAll(/(?:left|right) \d+/g)].map(([text]) => text).sort()

test('[D4] [P5] keepBefore keeps the newest tool groups before the boundary, whole; the rest leaves', async () => {
  const session = await daemon.openSession({ preset: 'watermark' })
  await session.append([{ role: 'user', content: 'Look around.' }, ...groups(5)])
  const marked = await session.call('markBoundary', { body: { seq: 16, keepBefore: 2 } })
  expect(marked).toMatchObject({ moved: true, keepBefore: 2 })
  await session.append(groups(1, 6))
  const { messages } = await session.context('openai')
  // The boundary is the last result of group 5, which keeps its call.
  expect(shown(messages as Json[])).toEqual(['left 4', 'left 5', 'left 6', 'right 4', 'right 5', 'right 6'])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[D4] a boundary tool keeps the groups of its policy; a pending mark brings its own number', async () => {
  const policy = { watermark: { tools: ['done'], keepBefore: 1 } }
  const session = await daemon.openSession({ preset: 'watermark', policy })
  const end = (id: string, name: string): Json[] => [
    { role: 'assistant', content: null, tool_calls: [call(id, name)] },
    { role: 'tool', tool_call_id: id, content: 'ok' },
  ]
  await session.append([{ role: 'user', content: 'Look around.' }, ...groups(3), ...end('d1', 'done')])
  expect(shown((await session.context('openai')).messages as Json[])).toEqual(['left 3', 'right 3'])
  const pending = await session.call('markBoundary', { body: { toolName: 'finish', keepBefore: 0 } })
  expect(pending).toMatchObject({ moved: false, reason: 'pending', pendingKeep: 0 })
  await session.append([...groups(2, 4), ...end('f1', 'finish')])
  expect(shown((await session.context('openai')).messages as Json[])).toEqual([])
  const { keepBefore, pending: waiting } = await session.call('getWatermark', {})
  expect([keepBefore, waiting]).toEqual([0, null])
  expect((await session.send('markBoundary', { body: { keepBefore: 1 } })).status).toBe(400)
})

test('[D4] the stateless call takes the first call of a tool as the boundary, and keeps groups before it', async () => {
  const messages = [
    { role: 'user', content: 'Look around.' },
    ...groups(2),
    { role: 'assistant', content: null, tool_calls: [call('e1', 'end')] },
    { role: 'tool', tool_call_id: 'e1', content: 'ok' },
    ...groups(2, 3),
    { role: 'assistant', content: null, tool_calls: [call('e2', 'end')] },
    { role: 'tool', tool_call_id: 'e2', content: 'ok' },
  ] as Json[]
  const body = { format: 'openai' as const, preset: 'watermark' as const, messages }
  const compact = async (watermark: { toolName: string; keepBefore?: number }) =>
    shown((await daemon.client.call('compact', { body: { ...body, watermark } })).messages as Json[])
  expect(await compact({ toolName: 'end' })).toEqual(['left 3', 'left 4', 'right 3', 'right 4'])
  expect(await compact({ toolName: 'end', keepBefore: 1 })).toContain('left 2')
})

test('[D2] short YAML counts as structured data; prose with colons does not', () => {
  expect(isYaml('name: api\nimage: "node:20"\nports:\n  - 7420\nenv:\n  LOG_LEVEL: info\n')).toBe(true)
  expect(isYaml('---\na: 1\nb:\n  c: 2\n')).toBe(true)
  expect(isYaml('Note: this is prose.\nIt goes on here: with a colon.\nAnd it ends.')).toBe(false)
  expect(isYaml('- one thing\n- another thing\n- a third thing')).toBe(false)
  expect(isYaml('src/a.ts:12: const x = 1\nsrc/b.ts:40: const y = 2\nsrc/c.ts:7: z')).toBe(false)
  expect(isYaml('key: value')).toBe(false)
})
