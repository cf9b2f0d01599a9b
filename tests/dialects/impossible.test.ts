import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { closeDoors, ollamaDoor, user } from '../support/door-talk.js'

/** What a local model behind the door of another provider cannot do, and how its failures are reported. */

afterEach(closeDoors)

const CHAT = '/openai/v1/chat/completions'
const RESPONSES = '/openai/v1/responses'
const CLAUDE = '/anthropic/v1/messages'
const PDF = 'JVBERi0xLjQ='
const model = 'qwen2.5:7b'
const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } }
const picture = { type: 'image_url', image_url: { url: 'https://example.com/cat.png' } }
const fileData = `data:application/pdf;base64,${PDF}`

const IMPOSSIBLE: [path: string, body: Loose, member: string][] = [
  [CHAT, { messages: [user('hi')], n: 2 }, 'n'],
  [CHAT, { messages: [user('hi')], logprobs: true }, 'logprobs'],
  [CHAT, { messages: [user('hi')], functions: [{ name: 'f', parameters: {} }] }, 'functions'],
  [CHAT, { messages: [] }, 'messages'],
  [CHAT, { messages: [user('hi'), { role: 'user', content: [picture] }] }, 'messages[1].content[0]'],
  [RESPONSES, { input: 'hi', conversation: 'conv_1' }, 'conversation'],
  [RESPONSES, { input: 'hi', background: true }, 'background'],
  [RESPONSES, { input: [] }, 'input'],
  [
    RESPONSES,
    { input: [{ role: 'user', content: [{ type: 'input_file', filename: 'a.pdf', file_data: fileData }] }] },
    'input[0].content[0]',
  ],
  [RESPONSES, { input: [{ type: 'compaction', encrypted_content: 'gAAAA' }, user('go on')] }, 'input[0]'],
  [CLAUDE, { max_tokens: 100, messages: [] }, 'messages'],
  [CLAUDE, { max_tokens: 100, messages: [{ role: 'user', content: [pdf] }] }, 'messages[0].content[0]'],
  [CLAUDE, { max_tokens: 100, messages: [user('hi')], mcp_servers: [{ type: 'url', url: 'x' }] }, 'mcp_servers'],
]

test.each(IMPOSSIBLE)(
  '[10.4] %s: what a local model cannot do is refused by its member: %j',
  async (path, body, member) => {
    const { daemon, server } = await ollamaDoor({ script: () => ({ text: 'done' }) })
    const reply = await daemon.call('POST', path, { key: null, body: { model, ...body } })
    expect(reply.status).toBe(400)
    expect(reply.json.error).toMatchObject({ type: 'invalid_request_error' })
    expect(reply.json.error.message.startsWith(`${member}: `)).toBe(true)
    expect(server.chats).toEqual([])
    expect((await daemon.client.call('listSessions', {})).sessions).toEqual([])
  },
)

const POSSIBLE: [path: string, body: Loose][] = [
  [CHAT, { messages: [user('hi')], n: 1, logprobs: false, functions: [], logit_bias: {} }],
  [
    CHAT,
    {
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }] }],
    },
  ],
  [RESPONSES, { input: 'hi', conversation: null, background: false }],
  [RESPONSES, { input: [{ type: 'reasoning', summary: [], encrypted_content: 'x' }, user('hi')] }],
  [
    CLAUDE,
    {
      max_tokens: 100,
      messages: [
        {
          role: 'user',
          content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } }],
        },
      ],
    },
  ],
]

test.each(POSSIBLE)('[10.4] %s: what a local model can do passes: %j', async (path, body) => {
  const { daemon } = await ollamaDoor({ script: () => ({ text: 'done' }) })
  const reply = await daemon.call('POST', path, { key: null, body: { model, ...body } })
  expect([reply.status, reply.text.includes('done')]).toEqual([200, true])
})

test('[S4] [10.4] a fixed part that is too large has the wording that clients of Anthropic show, with both numbers', async () => {
  const { daemon } = await ollamaDoor({})
  const body = {
    model,
    max_tokens: 100,
    system: 'never do this and always do that. '.repeat(400),
    messages: [user('hi')],
  }
  const headers = { 'x-context-size': '2K' }
  const reply = await daemon.call('POST', CLAUDE, { key: null, body, headers })
  // For 413, clients show a text about the size of files.
  expect(reply.status).toBe(400)
  expect(reply.json).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
  const [, tokens, maximum] = /^prompt is too long: (\d+) tokens > (\d+) maximum/.exec(reply.json.error.message)!
  expect(Number(tokens)).toBeGreaterThan(Number(maximum))
  expect(Number(maximum)).toBeLessThan(1_700)
  expect(reply.json.error.message).toContain(`System prompt and tools take ${tokens} tokens`)
})
