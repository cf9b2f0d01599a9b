import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import { scriptedOpenai } from '../../testing/upstreams/scripted-openai.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'

/** The scripted upstreams refuse what the real ones refuse, and their streams satisfy the official clients. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function claude(options: Parameters<typeof scriptedAnthropic>[0] = {}) {
  const upstream = await scriptedAnthropic(options)
  opened.push(() => upstream.close())
  return { upstream, client: new Anthropic({ baseURL: upstream.url, apiKey: 'key', maxRetries: 0 }) }
}
async function gpt(options: Parameters<typeof scriptedOpenai>[0] = {}) {
  const upstream = await scriptedOpenai(options)
  opened.push(() => upstream.close())
  return { upstream, client: new OpenAI({ baseURL: `${upstream.url}/v1`, apiKey: 'key', maxRetries: 0 }) }
}

const TOOL: Loose = { name: 'read', description: 'Reads.', input_schema: { type: 'object', properties: {} } }
const THINKING: Loose = { type: 'adaptive' }

async function claudeTurns(client: Anthropic, rounds: number): Promise<Loose[]> {
  const messages: Loose[] = [{ role: 'user', content: 'start' }]
  for (let round = 0; round < rounds; round++) {
    const stream = client.messages.stream({
      model: 'claude',
      max_tokens: 500,
      thinking: THINKING,
      tools: [TOOL],
      messages,
    })
    const { content } = await stream.finalMessage()
    messages.push({ role: 'assistant', content })
    const calls = content.filter(({ type }) => type === 'tool_use') as { id: string }[]
    const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: `done ${round}` }))
    messages.push({ role: 'user', content: results.length > 0 ? results : `next ${round}` })
  }
  return messages
}

test('[D7] the official client talks with thinking and tools; an edited prefix with a kept block is a 400', async () => {
  const { client, upstream } = await claude({ scenario: 'pings' })
  const messages = await claudeTurns(client, 12)
  expect(upstream.refusals).toEqual([])
  const ask = (edited: Loose[]) =>
    client.messages.create({ model: 'claude', max_tokens: 9, thinking: THINKING, tools: [TOOL], messages: edited })
  await expect(ask(messages)).resolves.toMatchObject({ role: 'assistant' })
  const edited = structuredClone(messages)
  edited[0].content = 'Start'
  await expect(ask(edited)).rejects.toThrow(
    'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
  )
  for (const message of edited)
    if (message.role === 'assistant')
      message.content = message.content.filter(({ type }: Loose) => !/thinking/.test(type))
  await expect(ask(edited)).resolves.toMatchObject({ role: 'assistant' })
})

test('[P5] Anthropic refuses broken pairs, roles, empty text, foreign members and long prompts', async () => {
  const { client } = await claude({ window: 2_000 })
  const use = { type: 'tool_use', id: 't1', name: 'read', input: {} }
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'x' }
  const user = { role: 'user', content: 'go' }
  const ask = (messages: Loose[], more: object = {}) =>
    client.messages.create({ model: 'claude', max_tokens: 9, tools: [TOOL], messages, ...more })
  const calls = { role: 'assistant', content: [use] }
  await expect(ask([user, calls, user])).rejects.toThrow('without `tool_result` blocks immediately after: t1')
  await expect(ask([user, { role: 'user', content: [result] }])).rejects.toThrow('unexpected `tool_use_id`')
  await expect(ask([{ role: 'assistant', content: 'hi' }, user])).rejects.toThrow('first message must use the')
  await expect(ask([{ role: 'user', content: [{ type: 'text', text: '' }] }])).rejects.toThrow('must be non-empty')
  await expect(ask([user], { context_management: {} })).rejects.toThrow('Extra inputs are not permitted')
  await expect(ask([user, { role: 'system', content: 'note' }])).rejects.toThrow('Unexpected role')
  await expect(ask([{ role: 'user', content: 'word '.repeat(9_000) }])).rejects.toThrow(
    /prompt is too long: \d+ tokens > 2000/,
  )
  const mid = { headers: { 'anthropic-beta': 'mid-conversation-system-2026-04-07' } }
  const body: Loose = { model: 'c', max_tokens: 9, messages: [user, { role: 'system', content: 'note' }] }
  await expect(client.messages.create(body, mid)).resolves.toMatchObject({ role: 'assistant' })
  expect(await client.messages.countTokens({ model: 'c', messages: [user as Loose] })).toEqual({
    input_tokens: expect.any(Number),
  })
})

test('[P5] OpenAI refuses broken pairs in both of its APIs, and its streams satisfy the official client', async () => {
  const { client } = await gpt()
  const tool: Loose = { type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: false }
  const stream = client.responses.stream({
    model: 'm',
    input: 'go',
    tools: [tool],
    reasoning: {},
    store: false,
    include: ['reasoning.encrypted_content'],
  })
  const { output } = await stream.finalResponse()
  const call = output.find(({ type }) => type === 'function_call') as Loose
  const input: Loose[] = [{ role: 'user', content: 'go' }, ...output]
  const ask = (items: Loose[]) => client.responses.create({ model: 'm', input: items })
  await expect(ask(input)).rejects.toThrow(`No tool output found for function call ${call.call_id}`)
  const outputs = output
    .filter(({ type }) => type === 'function_call')
    .map((item: Loose) => ({ type: 'function_call_output', call_id: item.call_id, output: 'x' }))
  await expect(ask([...input, ...outputs])).resolves.toMatchObject({ object: 'response' })
  await expect(ask([{ role: 'user', content: 'go' }, ...outputs])).rejects.toThrow(
    'No tool call found for function call output',
  )
  await expect(ask([{ role: 'user', content: 'go' }, output[0]])).rejects.toThrow('without its required following item')
  await expect(client.responses.create({ model: 'm', input: 'x', previous_response_id: 'resp_9' })).rejects.toThrow(
    "Previous response with id 'resp_9' not found",
  )
  const first = await client.responses.create({ model: 'm', input: 'go' })
  await expect(
    client.responses.create({ model: 'm', input: 'x', previous_response_id: first.id }),
  ).resolves.toMatchObject({ status: 'completed' })

  const user: Loose = { role: 'user', content: 'go' }
  const chat = client.chat.completions.stream({
    model: 'm',
    messages: [user],
    tools: [{ type: 'function', function: { name: 'read', parameters: {} } }],
  })
  const message: Loose = (await chat.finalChatCompletion()).choices[0]!.message
  await expect(client.chat.completions.create({ model: 'm', messages: [user, message, user] })).rejects.toThrow(
    'did not have response messages',
  )
  await expect(
    client.chat.completions.create({ model: 'm', messages: [user, { role: 'tool', tool_call_id: 'x', content: '' }] }),
  ).rejects.toThrow("role 'tool' must be a response")
})

test('[P9] the failures of an upstream are failures for the official clients', async () => {
  const scenarios = [
    'error-midway',
    'reset',
    'half',
    'error500',
    'overloaded',
    'rate-limited',
    'garbage',
    'wrong-type',
  ] as const
  for (const scenario of scenarios) {
    const { client } = await claude({ scenario })
    const stream = client.messages.stream({ model: 'c', max_tokens: 9, messages: [{ role: 'user', content: 'go' }] })
    await expect(stream.finalMessage(), scenario).rejects.toThrow()
  }
})
