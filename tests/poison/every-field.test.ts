import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../src/http/operation.js'
import { OPERATIONS } from '../../src/http/operations/index.js'
import type { Json } from '../../src/domain/message.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { textFields, withText, type TextField } from './text-fields.js'
import { some } from '../support/long-run.js'

const POISON = ['\0', '\ud83d', '\ude00', 'be nice \ud83d', '\u0001\u001f\u007f', '\ufffe\uffff', '\\u0000', '\u2028']
/** The same in an address: NUL, half a pair as a careless client would write it, bytes that are no UTF-8. */
const ADDRESS_POISON = ['%00', '%ED%A0%BD', '%EF%BF%BE', '%C0%80', '%FF', 'a%00b', '%5Cu0000']

let daemon: Daemon
let sessionId: string
let goalId: string
let itemId: string
beforeAll(async () => {
  daemon = await startDaemon()
  sessionId = (await daemon.openSession()).id
  const { goal } = (
    await daemon.call('POST', `/v1/sessions/${sessionId}/goals`, {
      body: { description: 'ship it', items: [{ kind: 'decision', text: 'small steps' }] },
    })
  ).json
  goalId = goal.id
  itemId = goal.decisions[0].id
})
afterAll(() => daemon.stop())

/** A body that is accepted as it is, for each operation that takes one. */
const MESSAGES: Json = [{ role: 'user', content: 'hello' }]
const BODIES: Record<string, Json> = {
  createSession: { model: 'qwen2.5:7b' },
  updateSession: {},
  forkSession: {},
  createSnapshot: {},
  appendMessages: { messages: MESSAGES },
  requestCompression: {},
  compact: { messages: MESSAGES },
  markBoundary: {},
  addGoal: { description: 'another goal', status: 'paused' },
  updateGoal: {},
  addGoalItem: { kind: 'decision', text: 'more of it' },
  updateGoalItem: {},
  addStanding: { text: 'Use tabs.' },
  editStanding: {},
  detectDrift: {},
  createApp: { name: 'an app' },
  updateApp: {},
  createKey: { appId: 'default', role: 'app' },
  createTicket: {},
  createDeletion: { user: 'someone who is not here' },
  callReadingTool: { name: 'recall', arguments: { from: 1, to: 1 } },
}
/** What a field needs beside it. */
function bodyFor({ id }: Operation, { path }: TextField): Json {
  const base = BODIES[id] ?? {}
  const artifact = { kind: 'artifact', path: 'a.ts', action: 'created' }
  if (path.includes('items')) {
    const item: Json = path.at(-1) === 'path' ? artifact : { kind: 'decision', text: 'small steps' }
    return id === 'createSession'
      ? { model: 'm', goal: { description: 'a goal', items: [item] } }
      : { description: 'a goal', status: 'paused', items: [item] }
  }
  if (id === 'addGoalItem' && (path[0] === 'path' || path[0] === 'action')) return artifact
  // Either of the two is given.
  if (id === 'createDeletion' && path[0] === 'memoryScope') return {}
  return base
}
const addressOf = ({ path }: Operation, field: TextField, text: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (field.place === 'params' && field.path[0] === name) return text
    return { sessionId, goalId, itemId }[name] ?? 'none_1'
  })

const CASES = OPERATIONS.flatMap((operation) => textFields(operation).map((field) => ({ operation, field })))
const inBodies = CASES.filter(({ field }) => field.place === 'body').map((one, at) => ({
  ...one,
  // A field meets one half of the strings, and the next field the other half.
  texts: some(POISON, 2, at),
  name: `${one.operation.id} ${one.field.path.join('.')}`,
}))
const inAddresses = CASES.filter(({ field }) => field.place !== 'body').map((one, at) => ({
  ...one,
  texts: some(ADDRESS_POISON, 2, at),
  name: `${one.operation.id} ${one.field.place} ${one.field.path.join('.')}`,
}))

test('[13] text fields are found in the schemas of the operations, and every operation with a body has one to start from', () => {
  expect(inBodies.length).toBeGreaterThan(50)
  expect(inAddresses.length).toBeGreaterThan(50)
  const names = inBodies.map(({ name }) => name)
  for (const name of [
    'createSession systemPrompt',
    'createSession goal.items.0.reason',
    'createSession metadata.*',
    'appendMessages messages.0',
  ])
    expect(names).toContain(name)
  expect(inBodies.filter(({ operation }) => !(operation.id in BODIES)).map(({ name }) => name)).toEqual([])
})

test.each(inBodies)(
  '[13] strings that Postgres cannot hold are stored or refused by name: $name',
  async ({ operation, field, texts }) => {
    for (const text of texts) {
      const body = withText(bodyFor(operation, field), field.path, text)
      const reply = await daemon.call(operation.method.toUpperCase(), addressOf(operation, field, ''), { body })
      expect(reply.status, `${JSON.stringify(text)}: ${reply.text}`).toBeLessThan(500)
      if (reply.status !== 400) continue
      expect(reply.headers.get('content-type')).toContain('application/problem+json')
      // A union of shapes is named as a whole.
      const named = reply.json.errors.map(({ path }: { path: string }) => path)
      expect(named.length, reply.text).toBeGreaterThan(0)
      expect(named.join(), reply.text).toMatch(new RegExp(`${field.path[0]}|body|kind`))
    }
  },
)

test.each(inAddresses)(
  '[13] strings that Postgres cannot hold are refused in an address: $name',
  async ({ operation, field, texts }) => {
    for (const text of texts) {
      const query = field.place === 'query' ? `?${field.path[0]}=${text}` : ''
      const body = ['post', 'patch'].includes(operation.method) ? (BODIES[operation.id] ?? {}) : undefined
      const reply = await daemon.call(operation.method.toUpperCase(), addressOf(operation, field, text) + query, {
        body,
      })
      // A scope is a name of any text, and an unused one is empty; only NUL is refused.
      const isRefused = field.place === 'params' && (field.path[0] !== 'scope' || text.includes('%00'))
      expect(reply.status, `${text}: ${reply.text}`).toBeGreaterThanOrEqual(isRefused ? 400 : 200)
      expect(reply.status, `${text}: ${reply.text}`).toBeLessThan(500)
    }
  },
)

test.each(['Idempotency-Key', 'If-Match', 'Last-Event-ID', 'X-App-Id', 'Authorization'])(
  '[13] a %s that cannot be stored is refused',
  async (name) => {
    const stream = name === 'Last-Event-ID'
    for (const value of ['a\u00ffb', '\u0080', '\u00ed\u00a0\u00bd', 'b'.repeat(300)]) {
      const headers: Record<string, string> = stream
        ? { [name]: value, accept: 'text/event-stream' }
        : { [name]: value }
      const reply = stream
        ? await daemon.call('GET', '/v1/events', { headers })
        : await daemon.call('POST', `/v1/sessions/${sessionId}/messages`, { body: { messages: MESSAGES }, headers })
      expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
      expect(reply.status, reply.text).toBeLessThan(500)
    }
  },
)
