import { afterAll, beforeAll, expect, test } from 'vitest'
import { sliceArray, sliceValue } from '../../src/domain/formats/index.js'
import { FORMATS } from '../../src/domain/message.js'
import { digestOf, giantRound } from '../../testing/giant-results.js'
import type { ApiClient, Reply } from '../support/client.js'
import { newApp, openSession } from '../support/daemon.js'
import { watchedDaemon, withoutStall, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { TestSession, type SessionInput, type SessionOperation } from '../support/session.js'
import { often } from '../support/long-run.js'

/** Large results in one session: more than are read at once, and several pages. */
const GIANTS = 9
const GIANT_BYTES = often(2_500_000, 8_000_000)
const PAGE_BYTES = 16 * 1024 * 1024
const HEAP_MB = 512
const PARALLEL = 8

let daemon: WatchedDaemon
let viewer: ApiClient
let viewerKey: string
let quiet: TestSession
let giantSession: string
const digests = new Map<number, string>()

beforeAll(async () => {
  daemon = await watchedDaemon({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` })
  const [giants, other] = [await newApp(daemon.client), await newApp(daemon.client)]
  viewerKey = giants.viewer
  viewer = daemon.client.as(viewerKey)
  quiet = await openSession(daemon.client, { contextSize: '8K' }, { key: other.app, format: 'native' })
  giantSession = (await openSession(daemon.client, { contextSize: '8K' }, { key: giants.app })).id
  for (let number = 1; number <= GIANTS; number++) {
    const { texts, digest } = giantRound(number, GIANT_BYTES)
    digests.set(number * 2, digest)
    // As text: the digest is of exactly these bytes.
    const response = await fetch(`${daemon.url}/v1/sessions/${giantSession}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${giants.app}`, 'content-type': 'application/json' },
      body: `{"format":"openai","messages":[${texts.join(',')}]}`,
    })
    expect(response.status, (await response.text()).slice(0, 300)).toBe(201)
  }
}, 600_000)
afterAll(async () => {
  if (daemon?.child.exitCode !== null || daemon.child.signalCode !== null) console.log(daemon?.stderr().slice(-4_000))
  await daemon?.end()
})

/** Sends a read again while too many large replies are in progress, as the daemon asks for. On a busy machine, replies in
 * parallel take longer than one may wait for the others. */
async function onceFree<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const reply = await send()
    if (reply.status !== 429) return reply
  }
}

/** Reads an operation on the session of giants as its viewer. */
async function read<Id extends SessionOperation>(id: Id, input: SessionInput<Id> = {} as SessionInput<Id>) {
  const reply = await onceFree(() => new TestSession(viewer, giantSession).send(id, input))
  expect(reply.status, `${id}: ${reply.text.slice(0, 300)}`).toBe(200)
  return reply
}

interface MessagePage {
  messages: { seq: number }[]
  nextAfter: number | null
}

/** Every page to the end; checks the bytes of each and the digest of every giant. */
async function readToEnd(readAfter: (after: number) => Promise<Reply<MessagePage>>): Promise<number[]> {
  const seqs: number[] = []
  for (let after: number | null = 0; after !== null;) {
    const { text, body: page }: Reply<MessagePage> = await readAfter(after)
    const raw = sliceArray(text, 'messages').map((message) => sliceValue(message, 'message')!)
    expect(page.messages.length).toBeGreaterThan(0)
    expect(raw.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(PAGE_BYTES)
    for (const [index, { seq }] of page.messages.entries()) {
      seqs.push(seq)
      if (digests.has(seq)) expect(digestOf(raw[index]!)).toBe(digests.get(seq))
    }
    after = page.nextAfter
  }
  return seqs
}

/** Milliseconds of appends by another app, one after another, at least so many and for as long as something runs. */
async function appendTimes(atLeast: number, during: Promise<unknown> = Promise.resolve()): Promise<number[]> {
  let running = true
  const ended = during.finally(() => (running = false))
  const times: number[] = []
  for (let number = 0; number < atLeast || running; number++) {
    const from = performance.now()
    await quiet.append([{ role: 'user', content: `note ${number}` }])
    times.push(performance.now() - from)
  }
  await ended
  return times.sort((a, b) => a - b)
}
const p99 = (sorted: readonly number[]) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))]!

const everySeq = () => Array.from({ length: GIANTS * 2 }, (_, index) => index + 1)
/** Receives a reply and drops it: parsing 16 MiB in this process would lengthen the appends that it times. */
async function drain(path: string): Promise<void> {
  const headers = { authorization: `Bearer ${viewerKey}` }
  const response = await onceFree(() => fetch(`${daemon.url}/v1/sessions/${giantSession}${path}`, { headers }))
  expect(response.status, path).toBe(200)
  for await (const chunk of response.body!) void chunk
}
const historyAfter = (after: number) => read('readHistory', { query: { from: after + 1, limit: 1_000 } })

test('[13] [P8] a history of giant results is read to its end in pages of at most 16 MiB, exactly', async () => {
  expect(await readToEnd(historyAfter)).toEqual(everySeq())
}, 300_000)

test('[13] [P3] a context, its explanation and its offloads read no original behind a placeholder', async () => {
  for (const format of FORMATS) {
    const { text } = await read('readContext', { query: { format, explain: true } })
    expect(text.length).toBeLessThan(200_000)
    expect(text).toContain('offload off_')
  }
  expect((await read('explainContext', { query: { from: 1 } })).text.length).toBeLessThan(200_000)
  const { offloads } = (await read('listOffloads', { query: { limit: 200 } })).body
  expect(offloads.length).toBeGreaterThanOrEqual(GIANTS)
  const ends = await Promise.all(
    offloads
      .slice(0, PARALLEL)
      .map(({ id: offloadId, size }) =>
        read('readOffload', { params: { offloadId }, query: { offset: size!.characters - 100, limit: 100 } }),
      ),
  )
  for (const { body } of ends) expect(body.content).toHaveLength(100)
}, 300_000)

test('[13] [P11] parallel reads of giants do not end the daemon, and another app appends as before', async () => {
  const before = await appendTimes(100)
  await daemon.longestStall()
  // Not the wall-clock time of appends is checked: other processes lengthen it.
  const { during, stall } = await withoutStall(async () => {
    const reads = Promise.all([
      ...Array.from({ length: PARALLEL }, (_, index) => drain(`/messages?from=${index + 1}&limit=1000`)),
      ...FORMATS.map((format) => drain(`/context?format=${format}`)),
      drain('/audit'),
      drain('/messages?limit=1000&format=anthropic'),
    ])
    return { during: await appendTimes(100, reads), stall: await daemon.longestStall() }
  })
  const [calm, busy] = [p99(before), p99(during)]
  console.log(
    `appends of another app, p99: ${calm.toFixed(1)} ms, ${busy.toFixed(1)} ms beside giant reads (${during.length}); longest stall ${stall.ms.toFixed(1)} ms`,
  )
  expect(daemon.child.exitCode).toBeNull()
}, 300_000)

test('[13] [P2] [P8] a span of giants is compressed, audited and read back from its checkpoint', async () => {
  const giants = new TestSession(daemon.client, giantSession)
  const compressed = (async () => {
    await giants.call('requestCompression', { body: {} })
    return giants.compressionsEnded()
  })()
  const during = await appendTimes(50, compressed)
  const statuses = (await compressed).map(({ status }) => status)
  expect(statuses).toContain('completed')
  expect(statuses).not.toContain('failed')
  console.log(`appends of another app, p99 beside a compression of giants: ${p99(during).toFixed(1)} ms`)
  expect(await giants.audit()).toMatchObject({ ok: true, messages: GIANTS * 2 })
  const checkpoints = await giants.checkpoints()
  expect(checkpoints.length).toBeGreaterThan(0)
  for (const { id, covered } of checkpoints) {
    const wanted = covered.flatMap(({ from, to }) => everySeq().filter((seq) => from <= seq && seq <= to))
    expect(
      await readToEnd((after) =>
        read('readCheckpointMessages', { params: { checkpointId: id }, query: { after, limit: 1_000 } }),
      ),
    ).toEqual(wanted)
  }
  const { events } = await viewer.call('readEvents', { query: { sessionId: giantSession, limit: 500 } })
  expect(events.length).toBeGreaterThan(GIANTS)
  expect(daemon.child.exitCode).toBeNull()
}, 300_000)
