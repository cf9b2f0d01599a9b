import Anthropic from '@anthropic-ai/sdk'
import { afterEach, expect, test } from 'vitest'
import type { Script } from '../../testing/upstreams/script.js'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon } from '../support/daemon.js'
import { openMcp } from '../support/mcp.js'

/** An agent behind the Anthropic door that ends its task through MCP. [D4] */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const END = 'mcp__palimpsest__compress_to_checkpoint'
const TOOLS: Loose = ['read', END].map((name) => ({
  ...{ name, description: 'A tool.', input_schema: { type: 'object', properties: {} } },
}))
const FILES = 6

/** Reads six files, ends the task, and then answers in words. */
const agent: Script = ({ call, thinks }) => ({
  text: `Step ${call}.`,
  ...(thinks && { thinking: `Thought ${call}.` }),
  ...(call <= FILES + 1 && { calls: [{ name: call <= FILES ? 'read' : END, args: {} }] }),
})

function toolBlocks({ messages }: Loose): string[] {
  const blocks = messages.flatMap(({ content }: Loose) => (typeof content === 'string' ? [] : content))
  return blocks.flatMap(({ type, name }: Loose) =>
    type === 'tool_use' ? [name] : type === 'tool_result' ? ['result'] : [],
  )
}

test('[D4] compress_to_checkpoint, called through MCP, takes the tool blocks out of the next request', async () => {
  const server = await scriptedAnthropic({ script: agent })
  opened.push(() => server.close())
  const daemon = await startDaemon({ env: { ANTHROPIC_BASE_URL: server.url } })
  opened.push(() => daemon.stop())
  const session = { 'x-session-id': 'agent-1' }
  const mcp = await openMcp(daemon.url, { headers: session })
  opened.push(() => mcp.close())
  const client = new Anthropic({
    ...{ baseURL: `${daemon.url}/anthropic`, apiKey: 'sk-client', maxRetries: 0 },
    defaultHeaders: { 'x-palimpsest-key': ADMIN_KEY, 'x-context-size': '16K', ...session },
  })
  const messages: Loose[] = [{ role: 'user', content: 'Read the files, then end the task. Never touch legacy.ts.' }]
  const ask = async () => {
    const { content } = await client.messages
      .stream({
        ...{ model: 'claude-scripted-5', max_tokens: 700, thinking: { type: 'adaptive' } as Loose },
        ...{ tools: TOOLS, messages },
      })
      .finalMessage()
    messages.push({ role: 'assistant', content })
    return content.filter(({ type }) => type === 'tool_use') as Loose[]
  }
  const answer = (id: string, content: string) =>
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] })

  for (let file = 1; file <= FILES; file++) {
    const [read] = await ask()
    answer(read.id, `contents of file ${file}: ${'line of text '.repeat(200)}`)
  }
  const [end] = await ask()
  expect(toolBlocks(server.requests.at(-1)!.body)).toHaveLength(2 * FILES)
  const { text, isError } = await mcp.call('compress_to_checkpoint')
  expect([text, isError]).toEqual([expect.stringMatching(/^The task is marked as ended\./), false])
  answer(end.id, text)
  await ask()

  const { body } = server.requests.at(-1)!
  expect(toolBlocks(body)).toEqual([END, 'result'])
  expect(body.tools).toEqual(TOOLS)
  expect(JSON.stringify(body.messages)).toContain('Never touch legacy.ts.')
  expect(JSON.stringify(body.messages)).toContain(`Step ${FILES}.`)
  messages.push({ role: 'user', content: 'Next task.' })
  await ask()
  expect(server.refusals).toEqual([])
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  const audit = await daemon.client.call('auditSession', { params: { sessionId: sessions[0]!.id } })
  expect(audit).toMatchObject({ ok: true, messages: messages.length })
})
