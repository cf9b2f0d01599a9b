import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

const KB = 1_024
let daemon: Daemon
let one: Owner
let two: Owner
beforeAll(async () => {
  daemon = await startDaemon({ http: { bodyBytes: { total: 300 * KB, perKey: 200 * KB } } })
  ;[one, two] = [await owner(daemon), await owner(daemon)]
})
afterAll(() => daemon.stop())

interface Owner {
  /** Address of the daemon. */
  url: string
  key: string
  path: string
}
async function owner(of: Daemon): Promise<Owner> {
  const { app: key } = await of.newApp()
  return { url: of.url, key, path: `/v1/sessions/${(await of.openSession({}, { key })).id}/messages` }
}

const open: ClientRequest[] = []
afterEach(() => open.splice(0).forEach((call) => call.destroy()))

interface Answer {
  status: number
  retryAfter: string | undefined
  code: string
}

/** Begins a POST of a declared length, or of none, and sends what is given of it. */
function begin({ url, key, path }: Owner, length: number | null, sent: string) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(length === null ? {} : { 'content-length': length }),
  }
  const call = request(url + path, { method: 'POST', headers, agent: false })
  open.push(call)
  const answer = new Promise<Answer>((resolve, reject) => {
    call.on('response', (response: IncomingMessage) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          code: JSON.parse(text).code,
        }),
      )
    })
    call.on('error', reject)
  })
  answer.catch(() => {})
  call.write(sent)
  return { call, answer }
}

/** Returns when the daemon has begun to read a body that does not go on. */
async function hold(who: Owner, length: number): Promise<void> {
  const { call } = begin(who, length, '{')
  await new Promise((resolve) => call.write(' ', resolve))
  // The daemon takes several steps for this one, and only one for the headers that came before it.
  expect((await post(two, KB)).status).toBe(201)
}

const whole = (bytes: number) => `{"messages":[{"role":"user","content":"x"}]}${' '.repeat(bytes - 44)}`
const post = (who: Owner, bytes: number) => daemon.call('POST', who.path, { key: who.key, body: whole(bytes) })

test('[13] bodies of one key in work are bounded: one more is 429 with Retry-After, and another key is not refused', async () => {
  await hold(one, 150 * KB)
  const { status, headers, json } = await post(one, 100 * KB)
  expect([status, headers.get('retry-after'), json.code]).toEqual([429, '1', 'rate_limited'])
  expect((await post(two, 100 * KB)).status).toBe(201)
  open.splice(0).forEach((call) => call.destroy())
  await until('the bytes of a broken request come free', async () => (await post(one, 100 * KB)).status === 201)
})

test('[13] bodies of all keys in work are bounded together', async () => {
  await hold(one, 180 * KB)
  expect((await post(two, 150 * KB)).status).toBe(429)
  expect((await post(two, 100 * KB)).status).toBe(201)
})

test('[13] a body of undeclared length counts as it comes', async () => {
  const { answer } = begin(one, null, whole(250 * KB))
  expect(await answer).toMatchObject({ status: 429, code: 'rate_limited' })
})

test('[13] a request without a valid key holds no bytes', async () => {
  const wrong = { ...one, key: 'pal_wrong' }
  const calls = Array.from({ length: 5 }, () => begin(wrong, 200 * KB, '{'))
  for (const { answer } of calls) expect((await answer).status).toBe(401)
  expect((await post(one, 190 * KB)).status).toBe(201)
})

test('[13] a body that stops coming, or takes too long in all, is 408', async () => {
  const strict = await startDaemon({ http: { bodyTimes: { idleMs: 300, totalMs: 900 } } })
  const patient = await owner(strict)
  const trickle = begin(patient, 10 * KB, '{')
  const timer = setInterval(() => trickle.call.write(' '), 50)
  try {
    expect(await begin(patient, 10 * KB, '{').answer).toMatchObject({ status: 408, code: 'request_timeout' })
    expect(await trickle.answer).toMatchObject({ status: 408, code: 'request_timeout' })
  } finally {
    clearInterval(timer)
    await strict.stop()
  }
})

const postTo = (of: Daemon, { key, path }: Owner) => of.call('POST', path, { key, body: whole(KB) })

test('[13] an upload that its client drops is no failure of the service', async () => {
  const daemonOfItsOwn = await startDaemon()
  try {
    const { app: key } = await daemonOfItsOwn.newApp()
    const who = await owner(daemonOfItsOwn)
    const paths = [who.path, '/v1/sessions/import', '/v1/compact', '/openai/v1/chat/completions']
    for (const path of paths)
      for (const length of [150 * KB, null]) {
        const { call } = begin({ ...who, key, path }, length, '{"messages": [')
        await new Promise((resolve) => call.write(' '.repeat(KB), resolve))
        await postTo(daemonOfItsOwn, who)
        call.destroy()
      }
  } finally {
    await daemonOfItsOwn.stop()
  }
  const failures = daemonOfItsOwn.logged().filter((line) => line.includes('request failed'))
  expect(failures).toEqual([])
})
