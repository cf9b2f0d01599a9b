import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import { TRANSLATIONS } from '../../src/doors/translate/translations.js'
import type { ScriptedOllama, ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'
import type { ScriptedAnswer } from '../../testing/upstreams/script.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { pairProblems } from '../../testing/validity.js'
import { LOCAL_MODEL, localModel, windowsOf } from '../support/local-model.js'

/** Official clients of three APIs talk to a scripted Ollama through the translations alone. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const DOOR_OF: Record<string, keyof typeof TRANSLATIONS> = {
  '/v1/chat/completions': 'openai',
  '/v1/responses': 'responses',
  '/v1/messages': 'anthropic',
}

async function open(options: ScriptedOllamaOptions = {}) {
  const ollama = await localModel(options)
  opened.push(() => ollama.close())
  const server = createServer(
    (request, response) => void translate(ollama, request, response).catch(() => response.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  return {
    ollama,
    openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 }),
    claude: new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 }),
  }
}

async function translate(ollama: ScriptedOllama, request: IncomingMessage, response: ServerResponse) {
  const door = DOOR_OF[request.url!.split('?')[0]!]
  // A daemon of another test may still ask for the model server that had this port before.
  if (door === undefined) return void response.writeHead(404).end()
  const translation = TRANSLATIONS[door]
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces).toString()
  const translated = translation.request(body, 8_000)
  const upstream = await fetch(ollama.url + translation.path, {
    method: 'POST',
    body: translated.text,
  })
  if (upstream.status !== 200) {
    const error = translation.error(upstream.status, await upstream.text())
    return void response.writeHead(error.status, { 'content-type': 'application/json' }).end(error.body)
  }
  const given: Loose = JSON.parse(body)
  const members = { value: (key: string) => given[key], text: (key: string) => JSON.stringify(given[key]) ?? null }
  const answer = translation.answer(members, translated)
  response.writeHead(200, { 'content-type': answer.contentType })
  let how: 'complete' | 'interrupted' = 'complete'
  try {
    for await (const chunk of upstream.body!) response.write(answer.push(chunk))
  } catch {
    how = 'interrupted'
  }
  response.end(answer.end(how))
}

const MODEL = LOCAL_MODEL
const ANSWER: ScriptedAnswer = {
  thinking: 'First I read 你好 🦊.',
  text: 'Reading — naïve.',
  calls: [
    { name: 'read', args: { path: 'a b/ç.ts', n: 1.5 } },
    { name: 'patch', args: { input: '*** Begin\n+x' } },
  ],
}
const SCHEMA: Loose = { type: 'object', properties: { path: { type: 'string' } } }

test('[S1] an Anthropic client gets thinking, text, calls and usage of a local model, streamed and whole', async () => {
  const { claude, ollama } = await open({ script: () => ANSWER })
  const body: Loose = {
    model: MODEL,
    max_tokens: 9_000,
    thinking: { type: 'enabled', budget_tokens: 1_024 },
    stop_sequences: ['END'],
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: cch=123' },
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
    ],
    tools: [
      { name: 'read', description: 'Reads.', input_schema: SCHEMA },
      { type: 'web_search_20250305', name: 'web_search' },
    ],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'go' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'tool_use', id: 't1', name: 'read', input: { path: 'x' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'done' }] },
          { type: 'text', text: 'and now?' },
        ],
      },
    ],
  }
  const streamed = await claude.messages.stream(body).finalMessage()
  const whole: Loose = await claude.messages.create({ ...body, stream: false })
  for (const message of [streamed, whole]) {
    expect(message.content).toMatchObject([
      { type: 'thinking', thinking: ANSWER.thinking, signature: expect.stringMatching(/.+/) },
      { type: 'text', text: ANSWER.text },
      { type: 'tool_use', name: 'read', input: ANSWER.calls![0]!.args },
      { type: 'tool_use', name: 'patch', input: ANSWER.calls![1]!.args },
    ])
    expect(message).toMatchObject({ role: 'assistant', model: MODEL, stop_reason: 'tool_use' })
    expect(message.usage).toMatchObject({ input_tokens: expect.any(Number), output_tokens: expect.any(Number) })
    expect(message.usage.input_tokens).toBeGreaterThan(10)
  }
  const [sent] = ollama.requests
  expect(sent!.body).toEqual({
    model: MODEL,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'go', images: ['aGk='] },
      {
        role: 'assistant',
        content: '',
        thinking: 'hm',
        tool_calls: [{ id: 't1', function: { name: 'read', arguments: { path: 'x' } } }],
      },
      { role: 'tool', content: 'done', tool_name: 'read', tool_call_id: 't1' },
      { role: 'user', content: 'and now?' },
    ],
    tools: [{ type: 'function', function: { name: 'read', description: 'Reads.', parameters: SCHEMA } }],
    stream: true,
    truncate: false,
    shift: false,
    options: { num_ctx: 8_000, num_predict: 8_000, stop: ['END'] },
  })
})

test('[S1] a Responses client gets items of a local model, custom tools included, streamed and whole', async () => {
  const { openai, ollama } = await open({ script: () => ANSWER })
  const body: Loose = {
    model: MODEL,
    instructions: 'Be brief.',
    reasoning: { effort: 'medium' },
    include: ['reasoning.encrypted_content'],
    store: false,
    tools: [
      { type: 'function', name: 'read', parameters: SCHEMA, strict: false },
      { type: 'custom', name: 'patch', description: 'Patches.' },
      { type: 'web_search' },
    ],
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Rules.' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'x' },
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"x"}' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: '+y' },
      { type: 'function_call_output', call_id: 'c1', output: 'done' },
      { type: 'custom_tool_call_output', call_id: 'c2', output: 'patched' },
    ],
  }
  const streamed = await openai.responses.stream(body).finalResponse()
  const whole: Loose = await openai.responses.create({ ...body, stream: false })
  for (const response of [streamed, whole]) {
    expect(response.output).toMatchObject([
      { type: 'reasoning', summary: [{ text: ANSWER.thinking }], encrypted_content: expect.any(String) },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: ANSWER.text }] },
      { type: 'function_call', name: 'read', arguments: JSON.stringify(ANSWER.calls![0]!.args), status: 'completed' },
      { type: 'custom_tool_call', name: 'patch', input: '*** Begin\n+x' },
    ])
    expect(response).toMatchObject({ status: 'completed', usage: { input_tokens: expect.any(Number) } })
    // LiveKit Agents refuses an answer without one of them.
    const { input_tokens_details: input, output_tokens_details: output } = response.usage as Loose
    expect([input, output]).toEqual([{ cached_tokens: 0, cache_write_tokens: 0 }, { reasoning_tokens: 0 }])
  }
  const [sent] = ollama.requests
  expect(sent!.body.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: '',
      thinking: 'hm',
      tool_calls: [
        { id: 'c1', function: { name: 'read', arguments: { path: 'x' } } },
        { id: 'c2', function: { name: 'patch', arguments: { input: '+y' } } },
      ],
    },
    { role: 'tool', content: 'done', tool_name: 'read', tool_call_id: 'c1' },
    { role: 'tool', content: 'patched', tool_name: 'patch', tool_call_id: 'c2' },
  ])
  expect(sent!.body.tools.map((tool: Loose) => tool.function.name)).toEqual(['read', 'patch'])
})

test('[S1] Codex: a local model gets the tools in namespaces and in the list, and its calls name them', async () => {
  const calls = ['mcp__notes__find', 'functions__exec', 'read'].map((name) => ({ name, args: { input: 'x' } }))
  const { openai, ollama } = await open({ script: () => ({ calls }) })
  const inside = { type: 'function', name: 'find', description: 'Finds.', parameters: SCHEMA, strict: false }
  const exec = { type: 'custom', name: 'exec', description: 'Runs.' }
  const body: Loose = {
    model: MODEL,
    tools: [
      { type: 'function', name: 'read', parameters: SCHEMA, strict: false },
      { type: 'namespace', name: 'mcp__notes__', description: 'Notes.', tools: [inside] },
    ],
    input: [
      {
        ...{ type: 'additional_tools', id: 'at_1', role: 'developer' },
        tools: [{ type: 'namespace', name: 'functions', tools: [exec] }, { type: 'web_search' }],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
      { type: 'function_call', call_id: 'c1', name: 'find', namespace: 'mcp__notes__', arguments: '{"path":"x"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'found' },
    ],
  }
  const streamed: Loose = await openai.responses.stream(body).finalResponse()
  const whole: Loose = await openai.responses.create({ ...body, stream: false })
  for (const { output } of [streamed, whole])
    expect(output).toMatchObject([
      { type: 'function_call', name: 'find', namespace: 'mcp__notes__', arguments: '{"input":"x"}' },
      { type: 'custom_tool_call', name: 'exec', namespace: 'functions', input: 'x' },
      { type: 'function_call', name: 'read', arguments: '{"input":"x"}' },
    ])
  expect(Object.keys(streamed.output[2])).not.toContain('namespace')
  const [sent] = ollama.requests
  expect(sent!.body.messages).toMatchObject([
    { role: 'user', content: 'go' },
    { role: 'assistant', tool_calls: [{ function: { name: 'mcp__notes__find', arguments: { path: 'x' } } }] },
    { role: 'tool', content: 'found', tool_name: 'mcp__notes__find' },
  ])
  const names = sent!.body.tools.map((tool: Loose) => tool.function.name)
  expect(names).toEqual(['read', 'mcp__notes__find', 'functions__exec'])
})

test('[S1] an OpenAI chat client gets a local model with the window that was set, streamed and whole', async () => {
  const { openai, ollama } = await open({ script: () => ANSWER })
  const body: Loose = {
    model: MODEL,
    max_tokens: 50,
    temperature: 0.2,
    reasoning_effort: 'low',
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: SCHEMA } },
    tools: [{ type: 'function', function: { name: 'read', parameters: SCHEMA } }],
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ],
  }
  const stream = openai.chat.completions.stream({ ...body, stream_options: { include_usage: true } })
  const streamed: Loose = await stream.finalChatCompletion()
  const whole: Loose = await openai.chat.completions.create(body)
  for (const completion of [streamed, whole]) {
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: ANSWER.text,
        tool_calls: [
          { type: 'function', function: { name: 'read', arguments: JSON.stringify(ANSWER.calls![0]!.args) } },
          {},
        ],
      },
    })
    expect(completion.usage.prompt_tokens).toBeGreaterThan(10)
  }
  expect(ollama.requests[0]!.body).toMatchObject({
    format: SCHEMA,
    options: { num_ctx: 8_000, num_predict: 50, temperature: 0.2 },
  })
})

test('thinking is asked for only where every local model accepts it', () => {
  const thinkOf = (door: keyof typeof TRANSLATIONS, body: Loose): unknown =>
    JSON.parse(
      TRANSLATIONS[door].request(JSON.stringify({ model: MODEL, messages: [], input: [], ...body }), 1_000).text,
    ).think
  expect(thinkOf('anthropic', { thinking: { type: 'adaptive' } })).toBeUndefined()
  expect(thinkOf('anthropic', { thinking: { type: 'disabled' } })).toBe(false)
  expect(thinkOf('responses', { reasoning: { effort: 'medium' } })).toBeUndefined()
  expect(thinkOf('responses', { reasoning: { effort: 'none' } })).toBe(false)
  expect(thinkOf('openai', { reasoning_effort: 'xhigh', model: 'gpt-oss:20b' })).toBe('high')
})

test('[P5] forty turns of each client with tools keep whole pairs at the local model', async () => {
  const { openai, claude, ollama } = await open({ contextLength: 60_000 })
  const messages: Loose[] = [{ role: 'user', content: 'start' }]
  const items: Loose[] = [{ role: 'user', content: 'start' }]
  for (let turn = 0; turn < 40; turn++) {
    const tool: Loose = { name: 'read', input_schema: SCHEMA }
    const answer = await claude.messages
      .stream({ model: MODEL, max_tokens: 300, tools: [tool], messages })
      .finalMessage()
    messages.push({ role: 'assistant', content: answer.content })
    const uses = answer.content.filter(({ type }) => type === 'tool_use') as Loose[]
    const results = uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: `done ${turn}` }))
    messages.push({ role: 'user', content: results.length > 0 ? results : `next ${turn}` })

    const flat: Loose = { type: 'function', name: 'read', parameters: SCHEMA, strict: false }
    const { output } = await openai.responses.stream({ model: MODEL, tools: [flat], input: items }).finalResponse()
    items.push(...output)
    const calls = output.filter(({ type }) => type === 'function_call') as Loose[]
    items.push(...calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: `done ${turn}` })))
    if (calls.length === 0) items.push({ role: 'user', content: `next ${turn}` })
  }
  expect(ollama.refusals).toEqual([])
  expect(ollama.requests).toHaveLength(80)
  for (const { body } of ollama.requests.slice(-2)) expect(pairProblems('ollama', body.messages)).toEqual([])
  expect(windowsOf(ollama)).toEqual(new Set([8_000]))
})

test.each(['error500', 'reset', 'half', 'error-midway', 'no-json'] as const)(
  '[P9] a local model that fails (%s) is an error for every client',
  async (scenario) => {
    const { openai, claude } = await open({ scenario })
    const messages: Loose[] = [{ role: 'user', content: 'go' }]
    const final = () => claude.messages.stream({ model: MODEL, max_tokens: 9, messages }).finalMessage()
    await expect(final()).rejects.toThrow()
    await expect(openai.chat.completions.stream({ model: MODEL, messages }).finalChatCompletion()).rejects.toThrow()
    const types: string[] = []
    const outcome = (async () => {
      for await (const { type } of await openai.responses.create({ model: MODEL, input: 'go', stream: true }))
        types.push(type)
    })()
    if (scenario === 'error500') await expect(outcome).rejects.toMatchObject({ status: 500 })
    else {
      await outcome
      expect(types.at(-1)).toBe('response.failed')
    }
  },
)

test('[P3] a prompt that is too long, and an unknown model, are errors in the shape of the door', async () => {
  const { openai, claude } = await open({ contextLength: 500 })
  const content = 'word '.repeat(2_000)
  const messages: Loose[] = [{ role: 'user', content }]
  const asked = { model: MODEL, messages }
  await expect(claude.messages.create({ ...asked, max_tokens: 9 })).rejects.toMatchObject({
    status: 400,
    error: {
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringMatching(/^prompt is too long/) },
    },
  })
  await expect(openai.chat.completions.create(asked)).rejects.toMatchObject({
    status: 400,
    code: 'context_length_exceeded',
  })
  await expect(openai.responses.create({ model: 'gpt-9', input: 'x' })).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
  })
})

test.each([
  [401, 'authentication_error', 'authentication_error'],
  [403, 'permission_error', 'permission_error'],
  [429, 'rate_limit_error', 'rate_limit_error'],
  [503, 'server_error', 'overloaded_error'],
  [529, 'server_error', 'overloaded_error'],
])('[10.4] a status %i of the model server has the type of each provider', (status, openai, anthropic) => {
  const typeOf = (door: keyof typeof TRANSLATIONS) =>
    (JSON.parse(TRANSLATIONS[door].error(status, '{"error":"no"}').body) as Loose).error.type
  expect([typeOf('openai'), typeOf('responses'), typeOf('anthropic')]).toEqual([openai, openai, anthropic])
})
