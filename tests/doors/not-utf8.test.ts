import { afterEach, expect, test } from 'vitest'
import { assistant, closeDoors, ollamaDoor, openaiDoor, user } from '../support/door-talk.js'

/** Bytes that are no UTF-8 would be stored as other words than the client sent. */

afterEach(closeDoors)

const PATHS = ['/ollama/api/chat', '/ollama/v1/chat/completions', '/ollama/v1/responses', '/ollama/v1/messages']

test('[13] a body that is not UTF-8 is refused at every door, and nothing is stored or sent', async () => {
  const { daemon, server } = await ollamaDoor()
  const text = '{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"caf\xe9"}],"input":"caf\xe9"}'
  for (const path of PATHS) {
    const body = Uint8Array.from(Buffer.from(text, 'latin1'))
    const reply = await fetch(`${daemon.url}${path}`, { method: 'POST', body })
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('bytes that are not valid UTF-8')
  }
  expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([])
  expect((await daemon.client.call('listSessions', {})).sessions).toEqual([])
})

test('[13] so is one that begins like an earlier body', async () => {
  const { daemon } = await openaiDoor({ script: () => ({ text: 'Good.' }) })
  const opening = JSON.stringify({ model: 'm', messages: [user('Hello.')] })
  const say = (text: string) =>
    fetch(`${daemon.url}/openai/v1/chat/completions`, {
      method: 'POST',
      body: Uint8Array.from(Buffer.from(text, 'latin1')),
    })
  expect((await say(opening)).status).toBe(200)
  const next = `${opening.slice(0, -2)},${JSON.stringify(assistant('Good.'))},${JSON.stringify(user('caf\xe9'))}]}`
  expect((await say(next)).status).toBe(400)
})

test('[13] a key, a scope, or a session in the path that cannot be decoded is refused by name, without an error in the log', async () => {
  const { daemon } = await ollamaDoor()
  for (const name of ['with-key', 'in-scope', 'in-session']) {
    const reply = await daemon.call('GET', `/${name}/%zz/ollama/api/tags`)
    expect([reply.status, reply.json.error]).toEqual([
      400,
      `${name}: expected percent-encoded UTF-8, received another encoding.`,
    ])
  }
  expect(daemon.logged().filter((line) => /"level":(?:50|"error")/.test(line))).toEqual([])
})
