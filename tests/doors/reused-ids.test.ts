import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { ScriptedServer, sendJson, type Loose, type Received } from '../../testing/scripted-server.js'
import { startDaemon } from '../support/daemon.js'
import { user } from '../support/door-talk.js'

/** Model servers other than Anthropic's own number the calls of each answer from the start again, and take it so. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

class PlainServer extends ScriptedServer {
  protected serve({ body }: Received, response: ServerResponse): void {
    const content = [{ type: 'text', text: `Answer ${this.requests.length}.` }]
    const usage = { input_tokens: 10, output_tokens: 3 }
    const id = `msg_${this.requests.length}`
    sendJson(response, 200, {
      ...{ id, type: 'message', role: 'assistant', model: body.model, content, stop_reason: 'end_turn', usage },
    })
  }
}

/** Ids of the calls of a message, or of those that it answers. */
const idsIn = ({ content }: Loose, key: 'id' | 'tool_use_id'): string[] =>
  Array.isArray(content) ? content.flatMap((block: Loose) => (typeof block[key] === 'string' ? [block[key]] : [])) : []

test('[P5] after a cut, reduced calls with reused ids have the ids of their results', async () => {
  const server = new PlainServer()
  await server.listen()
  opened.push(() => server.close())
  const daemon = await startDaemon({ env: { ANTHROPIC_BASE_URL: server.url } })
  opened.push(() => daemon.stop())
  const messages: Loose[] = []
  for (let turn = 1; turn <= 12; turn++) {
    const calls = ['toolu_0', 'toolu_1'].map((id) => ({
      type: 'tool_use',
      id,
      name: 'read',
      input: { path: `${turn}` },
    }))
    const thinking = { type: 'thinking', thinking: 'I look at both files. '.repeat(10), signature: 'sig' }
    const results = calls.map(({ id }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: `Part ${turn} of ${id}. `.repeat(40),
    }))
    messages.push(user(`Question ${turn}?`), { role: 'assistant', content: [thinking, ...calls] })
    messages.push({ role: 'user', content: results })
    const body = { model: 'other', max_tokens: 100, messages }
    const reply = await daemon.call('POST', '/anthropic/v1/messages', { body, headers: { 'x-context-size': '4K' } })
    expect(reply.status).toBe(200)
    messages.push({ role: 'assistant', content: reply.json.content })
  }
  const last = server.requests.at(-1)!.body.messages as Loose[]
  expect(last.length).toBeLessThan(messages.length)
  expect(last.flatMap((message) => idsIn(message, 'id'))).not.toEqual([])
  for (const [at, message] of last.entries())
    expect(idsIn(last[at + 1] ?? {}, 'tool_use_id')).toEqual(idsIn(message, 'id'))
})
