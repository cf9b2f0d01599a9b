import { afterEach, expect, test } from 'vitest'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import { scriptedOpenai } from '../../testing/upstreams/scripted-openai.js'
import { startDaemon } from '../support/daemon.js'
import { sessionTexts, user } from '../support/door-talk.js'
import { LOCAL_MODEL, localModel } from '../support/local-model.js'

/** Upstreams that are silent for a long time: a local model reads a long prompt for minutes before its first word. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const TEXT = 'a late answer'
const OPTIONS = { scenario: 'late' as const, script: () => ({ text: TEXT }) }

/** Starts a daemon whose pings come after 20 ms, and servers that answer when they are released. */
async function open(isLocal: boolean) {
  const local = await localModel({ ...OPTIONS, contextLength: 32_000 })
  const openai = await scriptedOpenai(OPTIONS)
  const anthropic = await scriptedAnthropic(OPTIONS)
  const servers = [local, openai, anthropic]
  for (const server of servers) opened.push(() => server.close())
  const hosted = { OPENAI_BASE_URL: `${openai.url}/v1`, ANTHROPIC_BASE_URL: anthropic.url }
  const daemon = await startDaemon({
    env: { OLLAMA_HOST: local.url, ...(isLocal ? {} : hosted) },
    doors: { pingMs: 20 },
  })
  opened.push(() => daemon.stop())
  const post = (path: string, body: object) =>
    fetch(daemon.url + path, {
      method: 'POST',
      body: JSON.stringify({ model: LOCAL_MODEL, stream: true, ...body }),
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    })
  return { daemon, post, release: () => servers.forEach((server) => server.release()) }
}

/** Reads a stream until the text has come so often, or to its end. */
async function readUntil(reader: ReadableStreamDefaultReader<string>, text: string, times: number): Promise<string> {
  let all = ''
  while (all.split(text).length - 1 < times) {
    const { value, done } = await reader.read()
    if (done) break
    all += value
  }
  return all
}

const DOORS = [
  {
    path: '/anthropic/v1/messages',
    body: { max_tokens: 100, messages: [user('hi there')] },
    ping: 'event: ping\ndata: {"type": "ping"}\n\n',
    end: /event: message_stop\ndata: [^\n]+\n\n$/,
  },
  {
    path: '/openai/v1/chat/completions',
    body: { messages: [user('hi there')] },
    ping: ': ping\n\n',
    end: /data: \[DONE\]\n\n$/,
  },
  {
    path: '/openai/v1/responses',
    body: { input: [{ role: 'user', content: 'hi there' }] },
    ping: ': keep-alive\n\n',
    end: /event: response\.completed\ndata: [^\n]+\n\n$/,
  },
]

for (const isLocal of [false, true])
  for (const { path, body, ping, end } of DOORS)
    test(`[10.4] ${path}, ${isLocal ? 'local' : 'hosted'}: pings until the first word, and then the whole answer`, async () => {
      const { daemon, post, release } = await open(isLocal)
      const response = await post(path, body)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
      expect(response.headers.get('x-palimpsest-session')).toMatch(/^ses_/)
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      const silence = await readUntil(reader, ping, 5)
      // A late read gets several at once, which may be more than five in the end.
      expect(silence).toBe(ping.repeat(silence.length / ping.length))
      release()
      const rest = await readUntil(reader, 'never', 1)
      expect(rest).toMatch(end)
      const [session] = await sessionTexts(daemon)
      expect(session!.texts).toEqual(['hi there', TEXT])
    })

test('[10.4] /ollama/api/chat: nothing is sent into the silence, and then the whole answer', async () => {
  const { daemon, post, release } = await open(true)
  let isAnswered = false
  const quiet = post('/ollama/api/chat', { messages: [user('hello')] }).then((response) => {
    isAnswered = true
    return response
  })
  // Another door of the same daemon shows that the time for pings has come.
  const [{ path, body, ping }] = DOORS as [(typeof DOORS)[0]]
  const pinged = await post(path, body)
  const reader = pinged.body!.pipeThrough(new TextDecoderStream()).getReader()
  await readUntil(reader, ping, 10)
  expect(isAnswered).toBe(false)
  release()
  const lines = (await (await quiet).text()).trimEnd().split('\n')
  const parts = lines.map((line) => JSON.parse(line) as { message: { content: string }; done: boolean })
  expect(parts.map(({ message }) => message.content).join('')).toBe(TEXT)
  expect(parts.at(-1)!.done).toBe(true)
  await readUntil(reader, 'never', 1)
  // Both requests were under way at once.
  expect((await sessionTexts(daemon)).map(({ texts }) => texts).toSorted()).toEqual([
    ['hello', TEXT],
    ['hi there', TEXT],
  ])
})
