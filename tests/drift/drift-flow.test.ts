import { afterEach, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { DRIFT_BELOW } from '../../src/domain/drift/verdict.js'
import type { AnyJson } from '../support/client.js'
import { startDaemon, type Daemon, type DaemonOptions } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { scriptedOllama, type ScriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'

let daemon: Daemon
let ollama: ScriptedOllama | null = null
afterEach(async () => {
  await daemon.stop()
  await ollama?.close()
  ollama = null
})

const INTENT = 'Please fix the rounding of total_price in src/cart/total.ts, and never touch src/legacy.'
const ALIGNED = 'Edit src/cart/total.ts so that roundUp_3 keeps the cents of total_price'
const FOREIGN = 'Write a poem about Thai green curry: lemongrass_paste, coconut_milk and galangal in rhyme_scheme.md'

/** One round of work on the cart. About 450 tokens. */
function round(n: number): Json[] {
  const call = {
    id: `c${n}`,
    type: 'function',
    function: { name: 'read_file', arguments: JSON.stringify({ path: `src/cart/total_${n}.ts` }) },
  }
  return [
    { role: 'assistant', content: `I read src/cart/total_${n}.ts next.`, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: `export const roundUp_${n} = (price) => price\n`.repeat(20) },
    {
      role: 'assistant',
      content: `In src/cart/total.ts roundUp_${n} loses the cents of total_price. The tax of step ${n} is right.`,
    },
  ]
}
const talk = (rounds: number): Json[] => [
  { role: 'user', content: INTENT },
  ...Array.from({ length: rounds }, (_, n) => round(n)).flat(),
]

async function start(options: DaemonOptions = {}): Promise<void> {
  daemon = await startDaemon(options)
}
async function startWithModel(model: ScriptedOllamaOptions, { env, ...options }: DaemonOptions = {}): Promise<void> {
  ollama = await scriptedOllama({ contextLength: 32_768, others: ['nomic-embed-text'], ...model })
  await start({ env: { OLLAMA_HOST: ollama.url, ...env }, ...options })
}
async function talked(rounds: number, body: object = {}): Promise<TestSession> {
  const session = await daemon.openSession({ policy: { mask: null }, ...body })
  await session.append(talk(rounds))
  return session
}
const drift = (session: TestSession, body: object = {}, key?: string) => session.send('detectDrift', { body }, { key })
const compress = (session: TestSession) => session.send('requestCompression', { body: { waitMs: 30_000 } })

const firstDriftEvent = async (session: TestSession) => (await session.eventsOf('drift-detected'))[0]!

test('[Q3] an action of the session is aligned, a foreign one is drift, reported with its reasons and as an event', async () => {
  await start()
  const session = await talked(8)
  const aligned = await drift(session, { action: ALIGNED })
  expect(aligned.status, aligned.text).toBe(200)
  expect(aligned.body).toMatchObject({
    verdict: 'ALIGNED',
    seq: null,
    excerpts: [],
    intent: { source: 'first-human-message', text: INTENT },
  })
  expect((await session.events()).filter(({ type }) => type === 'drift-detected')).toEqual([])

  const { body: foreign } = await drift(session, { action: FOREIGN })
  expect(foreign.verdict).toBe('DRIFT_DETECTED')
  expect(foreign.score).toBeLessThan(aligned.body.score)
  expect(foreign.indicators.map(({ name }: AnyJson) => name)).toEqual([
    'intent-match',
    'trajectory',
    'clarification',
    'completion',
  ])
  const { data } = await firstDriftEvent(session)
  expect(data).toMatchObject({ seq: null, score: foreign.score, compressionId: null, intent: 'first-human-message' })
  expect(JSON.stringify(data)).not.toMatch(/curry|total_price/)
})

test('[Q3] the active goal is the intent while there is one, and what it names is known', async () => {
  await start()
  const session = await talked(8)
  const description = 'Write docs/curry_recipes.md with lemongrass_paste, coconut_milk and galangal'
  const action = 'Start docs/curry_recipes.md with coconut_milk and lemongrass_paste'
  expect((await drift(session, { action })).body).toMatchObject({
    verdict: 'DRIFT_DETECTED',
    intent: { source: 'first-human-message' },
  })
  const goal = (await session.call('addGoal', { body: { description } })).goal
  expect((await drift(session, { action })).body).toMatchObject({
    verdict: 'ALIGNED',
    intent: { source: 'goal', text: description },
  })
  await session.call('updateGoal', { params: { goalId: goal.id }, body: { status: 'completed' } })
  expect((await drift(session, { action })).body.intent).toEqual({ source: 'first-human-message', text: INTENT })
})

test('[Q3] without an action the newest step of the assistant is judged, against what came before it', async () => {
  await start()
  const session = await talked(6)
  expect((await drift(session)).body).toMatchObject({ verdict: 'ALIGNED', seq: 19 })
  await session.append([
    { role: 'assistant', content: FOREIGN },
    { role: 'user', content: 'What is that?' },
  ])
  expect((await drift(session)).body).toMatchObject({ verdict: 'DRIFT_DETECTED', seq: 20 })
})

test('[Q3] [P8] drift comes with sentences of the history to recover with, those that left the context first', async () => {
  await start({ works: true })
  const session = await talked(24)
  expect((await compress(session)).body).toMatchObject({ status: 'completed' })
  const { excerpts } = (await drift(session, { action: FOREIGN })).body
  expect(excerpts).toHaveLength(5)
  const history = await session.history()
  for (const { seq, excerpt, where, checkpointId } of excerpts) {
    const { message, state } = history.find((one) => one.seq === seq)!
    expect(message.content).toContain(excerpt)
    expect(excerpt).toMatch(/total|rounding/)
    expect(where).toBe(state)
    expect(where).toBe('covered')
    const covered = (await session.call('getCheckpoint', { params: { checkpointId: checkpointId! } })).covered
    expect(covered.some(({ from, to }) => from <= seq && seq <= to)).toBe(true)
  }
})

test('[Q3] [P6] every compression is followed by a look at the newest step, and drift is reported with the compression', async () => {
  await startWithModel({ scenario: 'honest' }, { works: true })
  const session = await talked(20)
  await session.append([{ role: 'assistant', content: FOREIGN }])
  const compression = (await compress(session)).body
  expect(compression).toMatchObject({ status: 'completed' })
  const { data } = await firstDriftEvent(session)
  expect(data).toMatchObject({ seq: 62, compressionId: compression.id })
  expect(data.score).toBeLessThan(DRIFT_BELOW)
  expect(JSON.stringify(data)).not.toMatch(/curry|total_price/)
})

test('[Q3] a compression of a session that keeps to its matter reports no drift', async () => {
  await start({ works: true })
  const session = await talked(24)
  expect((await compress(session)).body).toMatchObject({ status: 'completed' })
  // Asked once more, so that the worker is past the look that followed the first.
  await session.append(talk(24).slice(1))
  await compress(session)
  expect((await session.events()).filter(({ type }) => type === 'drift-detected')).toEqual([])
})

test('[Q3] [P9] a check that fails leaves the compression completed', async () => {
  let asked = 0
  await start({
    works: true,
    ports: (ports) => ({
      ...ports,
      store: {
        ...ports.store,
        openLedger: async (sessionId, reach) => {
          if (reach > 1) return ports.store.openLedger(sessionId, reach)
          asked += 1
          throw new Error('the check is broken')
        },
      },
    }),
  })
  const session = await talked(24)
  expect((await compress(session)).body).toMatchObject({ status: 'completed' })
  await until('the check was tried', () => asked > 0)
  expect(await session.audit()).toMatchObject({ ok: true })
  await session.append(talk(24).slice(1))
  expect((await compress(session)).body).toMatchObject({ status: 'completed' })
})

test('[Q3] with EMBED_MODEL the intent is matched by embeddings; when they do not come, by words, and the reply says so', async () => {
  const options = { env: { EMBED_MODEL: 'nomic-embed-text' } }
  await startWithModel({}, options)
  const match = async (session: TestSession) => (await drift(session, { action: ALIGNED })).body.indicators[0]
  const embedded = await match(await talked(6))
  expect(embedded!.reason).toMatch(/^by embeddings of nomic-embed-text/)
  const [request] = ollama!.requests.filter(({ path }) => path === '/api/embed')
  expect(request!.body.input).toEqual(expect.arrayContaining([INTENT, ALIGNED]))
  await daemon.stop()
  await ollama!.close()
  await startWithModel({ embedding: 'error500' }, options)
  const byWords = await match(await talked(6))
  expect(byWords!.reason).toMatch(/^by words \(nomic-embed-text: unavailable\)/)
})

test('[Q3] a session that asks what to do right after a compression shows it', async () => {
  await start({ works: true })
  const session = await talked(24)
  await compress(session)
  const asks = 'I no longer have the earlier context. What would you like me to do with total_price?'
  const clarification = async () => (await drift(session, { action: asks })).body.indicators[2]
  expect(await clarification()).toMatchObject({ name: 'clarification', score: 0, weight: 3 })
  expect((await drift(session, { action: 'What should I work on?' })).body.verdict).toBe('DRIFT_DETECTED')
  await session.append([...round(30), ...round(31)])
  expect(await clarification()).toMatchObject({ score: 1, weight: 0 })
})

test('[Q3] [P11] nothing to judge, bad bodies, viewers and other apps are refused', async () => {
  await start()
  const session = await daemon.openSession()
  const nothing = await drift(session)
  expect(nothing.status).toBe(400)
  expect(nothing.problem.errors).toEqual([expect.objectContaining({ path: 'body.action' })])
  expect((await drift(session, { action: 'Begin with the cart' })).body).toMatchObject({
    verdict: 'ALIGNED',
    intent: { source: 'none', text: '' },
  })
  expect((await drift(session, { action: '  ' })).status).toBe(400)
  expect((await drift(session, { action: 7 })).status).toBe(400)
  expect((await drift(session, { deed: 'x' })).status).toBe(400)
  const [mine, other] = [await daemon.newApp(), await daemon.newApp()]
  const owned = await daemon.openSession({}, { key: mine.app })
  expect((await drift(owned, { action: ALIGNED }, mine.app)).status).toBe(200)
  expect((await drift(owned, { action: ALIGNED }, mine.viewer)).status).toBe(403)
  expect((await drift(owned, { action: ALIGNED }, other.app)).status).toBe(404)
})

test('[Q3] a check says what to do: continue, recover what left, or realign with what is still there', async () => {
  await start({ works: true })
  const session = await talked(24)
  expect((await drift(session, { action: ALIGNED })).body).toMatchObject({ action: 'continue', verdict: 'ALIGNED' })
  const near = (await drift(session, { action: FOREIGN })).body
  expect(near).toMatchObject({ action: 'realign', recommendation: expect.stringContaining('/realign') })
  expect((await compress(session)).body).toMatchObject({ status: 'completed' })
  const { action, markdown, excerpts } = (await drift(session, { action: FOREIGN })).body
  expect(action).toBe('recover')
  expect(markdown).toMatch(/^## ⚠️ Drift detected \(\d+%\)\n\nRecover context/)
  expect(markdown).toContain(`message ${excerpts[0]!.seq}: ${excerpts[0]!.excerpt}`)
  const events = await session.eventsOf('drift-detected', 2)
  expect(events.map(({ data }) => data.action)).toEqual(['realign', 'recover'])
})

test('[Q3] [P12] realign repeats the intent and the closest sentences at the end, and changes nothing before it', async () => {
  await start()
  const session = await talked(6)
  const before = await session.context('openai')
  const { seq, text, excerpts } = await session.call('realign', {})
  expect(text).toContain(INTENT)
  expect(excerpts.length).toBeGreaterThan(0)
  const after = await session.context('openai')
  expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages)
  expect(after.messages.at(-1)).toEqual({ role: 'user', content: text })
  const [stored] = (await session.history()).slice(-1)
  expect(stored).toMatchObject({ seq, origin: 'app' })
  const empty = await daemon.openSession()
  expect((await empty.send('realign', {})).status).toBe(400)
  const stale = await session.send('realign', {}, { headers: { 'if-match': '"1"' } })
  expect(stale.status).toBe(412)
})

test('[P1] [Q3] realign repeated with its Idempotency-Key adds one message; the key of another request conflicts', async () => {
  await start()
  const session = await talked(6)
  const keyed = { headers: { 'idempotency-key': 'back-on-track' } }
  const first = await session.send('realign', {}, keyed)
  const again = await session.send('realign', {}, keyed)
  expect([first.status, again.status]).toEqual([201, 201])
  const { seq, text, excerpts } = first.body
  expect(again.body).toMatchObject({ seq, text, excerpts })
  expect((await session.read()).messageCount).toBe(seq)
  expect((await session.send('rollOver', {}, keyed)).status).toBe(409)
})

test('[D4] [Q3] with watermark.onDrift a step that drifted ends the task before it; without, it marks nothing', async () => {
  await start()
  const foreign = { role: 'assistant', content: FOREIGN }
  const plain = await talked(6)
  await plain.append([foreign])
  expect((await drift(plain)).body.verdict).toBe('DRIFT_DETECTED')
  expect((await plain.call('getWatermark', {})).seq).toBe(0)
  const session = await talked(6, { policy: { mask: null, watermark: { onDrift: true } } })
  const { seq } = (await session.append([foreign])).messages[0]!
  expect((await drift(session)).body).toMatchObject({ verdict: 'DRIFT_DETECTED', seq })
  expect((await session.call('getWatermark', {})).seq).toBe(seq)
  const [event] = await session.eventsOf('watermark-advanced')
  expect(event!.data).toMatchObject({ from: 0, to: seq, by: 'drift' })
})
