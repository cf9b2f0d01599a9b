import { request as httpRequest } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, closeDoors, ollamaDoor, openaiDoor, sessionTexts, user } from '../support/door-talk.js'
import { hasInstalledPostgres, installedPostgres } from '../support/installed-postgres.js'
import { until } from '../support/until.js'
import { zstdBlocks } from '../support/zstd.js'

/** What goes wrong at a door: clients that hang up anywhere, bodies without end, a database that dies. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  await closeDoors()
  for (const close of opened.splice(0)) await close()
})

const LONG = { script: () => ({ text: 'a long answer with many words '.repeat(40) }) }

/** Hangs up after so many chunks of the answer. */
function hangUpAfter(url: string, chunks: number, body: object, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method: 'POST', headers }, (response) => {
      let seen = 0
      response.on('error', () => {})
      response.on('data', () => {
        if (++seen < chunks) return
        outgoing.destroy()
        resolve()
      })
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}

test('[P1] a client that hangs up at any of the first 20 chunks leaves one turn, and its retry gets the whole answer', async () => {
  const { daemon, server } = await ollamaDoor({ ...LONG, tokenMs: 4 })
  const messages = [user('explain it')]
  for (let chunks = 1; chunks <= 20; chunks++) {
    const headers = { 'x-session-id': `aborted-${chunks}` }
    await hangUpAfter(`${daemon.url}/ollama/api/chat`, chunks, { model: 'qwen2.5:7b', messages }, headers)
    await until(`abort ${chunks} reaches the upstream`, () => server.abandoned === chunks)
    const retry = await ask(daemon, messages, headers)
    expect(retry.json.message.content).toBe(LONG.script().text)
  }
  const sessions = await until('all answers are stored', async () => {
    const all = await sessionTexts(daemon)
    return all.every(({ texts }) => texts.at(-1) === LONG.script().text) ? all : null
  })
  expect(sessions.map(({ texts }) => texts)).toEqual(Array(20).fill(['explain it', LONG.script().text]))
})

test('[13] a body of 50 MB, and a small one that decodes to more than the cap, are 413 in the shape of the provider', async () => {
  const { daemon, server } = await openaiDoor()
  const send = (body: Uint8Array, headers: Record<string, string> = {}) =>
    fetch(`${daemon.url}/openai/v1/chat/completions`, { method: 'POST', body: Uint8Array.from(body), headers })
  const bomb = zstdBlocks(Array.from({ length: 160 }, () => ({ rle: 131_072 })))
  expect(bomb.length).toBeLessThan(1_000)
  const replies = [await send(Buffer.alloc(50_000_000, 0x20)), await send(bomb, { 'content-encoding': 'zstd' })]
  for (const reply of replies) {
    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ error: { message: expect.any(String), type: expect.any(String) } })
  }
  expect(server.requests).toEqual([])
})

test('an answer of the wrong type passes as it is and is no message', async () => {
  const { daemon } = await openaiDoor({ scenario: 'wrong-type' })
  const body = { model: 'gpt-x', stream: true, messages: [user('hi there')] }
  const reply = await daemon.call('POST', '/openai/v1/chat/completions', { body })
  expect([reply.status, reply.headers.get('content-type'), reply.text]).toEqual([
    ...[200, 'text/html', '<html>Bad gateway</html>'],
  ])
  expect((await sessionTexts(daemon)).map(({ texts }) => texts)).toEqual([['hi there']])
})

test.skipIf(!hasInstalledPostgres)(
  '[P1] a database that dies in mid-stream costs no byte of the answer, and the next request bypasses it',
  async () => {
    const postgres = await installedPostgres()
    opened.push(() => postgres.stop())
    const { daemon, server } = await ollamaDoor(
      { ...LONG, tokenMs: 10 },
      { env: { DATABASE_URL: postgres.url }, doors: { storeMs: 5_000 } },
    )
    const url = `${daemon.url}/ollama/api/chat`
    const post = (messages: Loose[]) =>
      fetch(url, { method: 'POST', body: JSON.stringify({ model: 'qwen2.5:7b', messages }) })
    const reply = await post([user('explain it')])
    expect(reply.headers.get('x-palimpsest-bypassed')).toBeNull()
    const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value ?? ''
    await postgres.stop()
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value
    const lines: Loose[] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Loose)
    expect(lines.map(({ message }) => message.content).join('')).toBe(LONG.script().text)
    expect(lines.at(-1).done).toBe(true)

    const messages = [user('explain it'), { role: 'assistant', content: LONG.script().text }, user('and then?')]
    const next = await post(messages)
    expect([next.status, next.headers.get('x-palimpsest-bypassed')]).toEqual([200, '1'])
    expect(await next.text()).toContain('"done":true')
    expect(server.chats.at(-1)!.body.messages).toEqual(messages)
  },
)

test('[13] a client that closes the connection in the middle of its body leaves no error in the log', async () => {
  const { daemon, server } = await openaiDoor()
  const options = { method: 'POST', headers: { 'content-length': 1_000 } }
  const call = httpRequest(`${daemon.url}/openai/v1/chat/completions`, options)
  call.on('error', () => {})
  await new Promise<void>((sent) => void call.write('{"model":', () => sent()))
  call.destroy()
  const turns = async () => (await daemon.call('GET', '/metrics')).text.match(/^palimpsest_door_turns_total\{.*\} 1$/m)
  await until('the door gave the request up', turns)
  expect(daemon.logged().filter((line) => /"level":(?:50|"error")/.test(line))).toEqual([])
  expect(server.turns).toEqual([])
})

for (const [path, list, end] of [
  ['chat/completions', 'messages', '[DONE]'],
  ['responses', 'input', 'response.completed'],
] as const)
  test(`[P1] an answer is whole for a client that hangs up at its end mark (${path})`, async () => {
    const { daemon, server } = await openaiDoor({ scenario: 'open', script: () => ({ text: 'It is red.' }) })
    const body = { model: 'gpt-4o', stream: true, [list]: [user('What color is the bus?')] }
    await new Promise<void>((resolve, reject) => {
      const outgoing = httpRequest(`${daemon.url}/openai/v1/${path}`, { method: 'POST' }, (response) => {
        let text = ''
        response.on('error', () => {})
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (!text.includes(end) || !text.endsWith('\n\n')) return
          outgoing.destroy()
          resolve()
        })
      })
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify(body))
    })
    await until('the upstream is aborted', () => server.abandoned === 1)
    const answer = await until('the answer is stored', async () => {
      const { events } = await daemon.client.call('readEvents', { query: { limit: 100 } })
      return events.filter(({ type }) => type === 'message-appended')[1]?.data as Loose
    })
    expect(answer.interrupted).toBeUndefined()
  })
