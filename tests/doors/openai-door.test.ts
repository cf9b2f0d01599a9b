import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { closeDoors, openaiDoor } from '../support/door-talk.js'
import { often } from '../support/long-run.js'

/** The door of OpenAI's chat completions, with the official client. */

afterEach(closeDoors)

/** Each turn sends everything before it again, so twice the turns cost four times as much. */
const TURNS = often(60, 120)

const TOOL: OpenAI.ChatCompletionTool = {
  type: 'function',
  function: { name: 'read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } },
}

/** Talks until there are `turns` answers, every third one as a whole, the others as a stream. */
async function talk(client: OpenAI, turns: number): Promise<void> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You are a careful engineer.' },
    { role: 'user', content: 'Request 0: look at every file and never touch legacy.ts.' },
  ]
  for (let turn = 1; turn <= turns; turn++) {
    const body = { model: 'gpt-4o', messages, tools: [TOOL] }
    const { message } =
      turn % 3 === 0
        ? (await client.chat.completions.create(body)).choices[0]!
        : (
            await client.chat.completions
              .stream({ ...body, stream_options: { include_usage: true } })
              .finalChatCompletion()
          ).choices[0]!
    messages.push(message)
    for (const { id } of message.tool_calls ?? [])
      messages.push({ role: 'tool', tool_call_id: id, content: `Result ${turn}: ${'a line of the file '.repeat(20)}` })
    if (!message.tool_calls?.length) messages.push({ role: 'user', content: `Request ${turn}: and then?` })
  }
}

test(
  `[P3] [P5] [P12] ${TURNS} turns with tools in an 8K window: own bytes until the first cut, then no refusal`,
  { timeout: 300_000 },
  async () => {
    const { daemon, server } = await openaiDoor({ window: 8_000 }, { works: true })
    const passed: { sent: string; isCut: boolean }[] = []
    const client = new OpenAI({
      baseURL: `${daemon.url}/openai/v1`,
      apiKey: 'sk-client',
      maxRetries: 0,
      defaultHeaders: { 'x-context-size': '8K' },
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        passed.push({ sent: String(init?.body), isCut: response.headers.get('x-palimpsest-cut') === '1' })
        return response
      },
    })
    await talk(client, TURNS)
    expect(server.refusals).toEqual([])
    const received = server.turns.map(({ bytes }) => bytes.toString())
    const firstCut = passed.findIndex(({ isCut }) => isCut)
    expect(firstCut).toBeGreaterThan(5)
    expect(received.slice(0, firstCut)).toEqual(passed.slice(0, firstCut).map(({ sent }) => sent))
    for (const [at, { body }] of server.turns.entries()) {
      const list: Loose[] = body.messages
      expect(list[0]).toEqual(JSON.parse(passed[at]!.sent).messages[0])
      expect(list.some(({ role }) => role === 'user')).toBe(true)
      expect(body.tools).toEqual([TOOL])
    }
    const { sessions } = await daemon.client.call('listSessions', {})
    expect(sessions).toHaveLength(1)
    const audit = await daemon.client.call('auditSession', { params: { sessionId: sessions[0]!.id } })
    expect(audit).toMatchObject({ ok: true, violations: [] })
    // What the service counted and what the upstream counted agree.
    expect(sessions[0]!.contextStatus.basis).toBe('exact')
  },
)
