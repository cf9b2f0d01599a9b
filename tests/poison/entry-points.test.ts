import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ended, filledSession, plainTalk, say } from '../support/filled-session.js'
import { startDaemon, type Daemon, type Reply } from '../support/daemon.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'

/** What Postgres cannot hold as text: half a surrogate pair, and U+0000. */
const HALF = '\ud83d'
const NUL = '\0'
/** Another app's compression must end within this time, whatever the first one stored, on a machine that is not busy. */
const OTHER_APP_MS = 5_000
/** How much longer than an undisturbed compression it may take on a busy machine. Two compressions run. */
const BUSY_FACTOR = 6

let ollama: ScriptedOllama
let daemon: Daemon
let poisoned: { app: string }
let other: { app: string }
let allowedMs: number
beforeAll(async () => {
  ollama = await scriptedOllama()
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
  other = await daemon.newApp()
  const started = performance.now()
  await ended(daemon, await filledSession(daemon, { key: other.app, from: 900 }))
  allowedMs = Math.max(OTHER_APP_MS, BUSY_FACTOR * (performance.now() - started))
})
beforeEach(async () => {
  poisoned = await daemon.newApp()
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

const open = (body: object = {}) =>
  daemon.openSession({ contextSize: '4K', ...body }, { key: poisoned.app }).then(({ id }) => id)
const post = async (path: string, body: object): Promise<Reply> => {
  const reply = await daemon.call('POST', path, { key: poisoned.app, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply
}
const append = (id: string, messages: object[], format = 'openai') =>
  post(`/v1/sessions/${id}/messages`, { format, messages })
const compress = (id: string) => post(`/v1/sessions/${id}/compress`, {})

/** The poisoned session's own compressions end, and so does one of another app that came after it. */
async function expectWorkGoesOn(id: string): Promise<void> {
  const otherId = await filledSession(daemon, { key: other.app, from: 500 })
  const [own, others] = await Promise.all([ended(daemon, id, allowedMs), ended(daemon, otherId, allowedMs)])
  expect(own.map(({ status }) => status)).not.toContain('failed')
  expect(own.some(({ status }) => status === 'completed')).toBe(true)
  expect(others[0]).toMatchObject({ status: 'completed' })
}
const sessionNow = async (id: string) =>
  await daemon.client.call('getSession', { params: { sessionId: id } }, { key: poisoned.app })

test('[P11] [13] half a character in a system prompt stops no compression', async () => {
  const systemPrompt = `be nice ${HALF}`
  const id = await open({ systemPrompt })
  await say(daemon, id, { key: poisoned.app })
  await compress(id)
  await expectWorkGoesOn(id)
  expect((await sessionNow(id)).systemPrompt).toBe(systemPrompt)
})

test('[P11] [13] half a character in a goal stops no compression', async () => {
  const description = `Ship the ${HALF} release`
  const id = await open({
    goal: { description, items: [{ kind: 'decision', text: `Keep ${HALF} out`, locked: true }] },
  })
  await post(`/v1/sessions/${id}/goals`, { description: `Later ${HALF}`, status: 'paused' })
  await say(daemon, id, { key: poisoned.app })
  await compress(id)
  await expectWorkGoesOn(id)
  const { goals } = await daemon.client.call('listGoals', { params: { sessionId: id } }, { key: poisoned.app })
  expect(goals.map((goal: { description: string }) => goal.description)).toEqual([description, `Later ${HALF}`])
})

test('[P11] [13] half a character in the tool of a boundary stops no compression', async () => {
  const id = await open()
  await post(`/v1/sessions/${id}/watermark`, { toolName: HALF })
  await say(daemon, id, { key: poisoned.app })
  await compress(id)
  await expectWorkGoesOn(id)
  const watermark = await daemon.client.call('getWatermark', { params: { sessionId: id } }, { key: poisoned.app })
  expect(watermark.pending).toBe(HALF)
})

test('[P11] [13] NUL in the id of an open call stops no compression', async () => {
  const id = await open()
  const call = { id: `c${NUL}`, type: 'function', function: { name: `read${NUL}file`, arguments: '{"path":"a.txt"}' } }
  await append(id, [{ role: 'assistant', content: null, tool_calls: [call] }])
  await say(daemon, id, { key: poisoned.app })
  await compress(id)
  await expectWorkGoesOn(id)
  await append(id, [{ role: 'tool', tool_call_id: `c${NUL}`, content: 'it is empty' }])
  const marked = await post(`/v1/sessions/${id}/watermark`, { toolCallId: `c${NUL}` })
  expect(marked.json.callId).toBe(`c${NUL}`)
})

test('[P11] [13] half a character in a decision that reaches the ledger stops no second compression', async () => {
  const id = await open()
  await append(id, [
    { role: 'user', content: 'Which database do we take?' },
    {
      role: 'assistant',
      content: `[DECISION] Use Postgres 16 for the archive in src/archive/store.ts ${HALF}.`,
    },
  ])
  await append(id, plainTalk(20))
  await compress(id)
  await ended(daemon, id)
  const { entries } = await daemon.client.call(
    'listLedger',
    { params: { sessionId: id }, query: { limit: 200 } },
    { key: poisoned.app },
  )
  expect(entries.some(({ text, inView }: { text: string; inView: boolean }) => inView && text.includes(HALF))).toBe(
    true,
  )
  await append(id, plainTalk(20))
  await compress(id)
  await expectWorkGoesOn(id)
})

test('[P11] [13] NUL in the name of a model stops no compression', async () => {
  const id = await open({ model: `m${NUL}x` })
  await say(daemon, id, { key: poisoned.app })
  await compress(id)
  await expectWorkGoesOn(id)
  expect((await sessionNow(id)).model).toBe(`m${NUL}x`)
})
