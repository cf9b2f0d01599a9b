// Programs that use the packages and examples with the real SDKs, each run against a daemon: node FILE URL KEY.

/** The OpenAI Agents SDK: 30 turns with a tool in a window of 4K. */
export const AGENT = `
import assert from 'node:assert/strict'
import { Agent, Runner, Usage, setTracingDisabled, tool } from '@openai/agents-core'
import { createClient, take } from '@palimpsest/client'
import { PalimpsestSession } from '@palimpsest/openai-agents'
import { z } from 'zod'

setTracingDisabled(true)
const [baseUrl, apiKey] = process.argv.slice(2)
const client = createClient({ baseUrl, apiKey })
let calls = 0
let largest = 0
const model = {
  async getResponse({ input }) {
    largest = Math.max(largest, JSON.stringify(input).length)
    const callIds = input.filter(({ type }) => type === 'function_call').map(({ callId }) => callId)
    const resultIds = input.filter(({ type }) => type === 'function_call_result').map(({ callId }) => callId)
    assert.deepEqual(callIds, resultIds)
    const n = calls++
    const output = input.at(-1).type === 'function_call_result'
      ? { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'done ' + n }] }
      : { type: 'function_call', callId: 'call_' + n, name: 'read', status: 'completed', arguments: '{"path":"a.ts"}' }
    return { usage: new Usage(), output: [output] }
  },
}
const read = tool({
  name: 'read', description: 'Reads a file.', parameters: z.object({ path: z.string() }),
  execute: () => 'a line of the file\\n'.repeat(100),
})
const agent = new Agent({ name: 'reader', instructions: 'Read.', tools: [read] })
const runner = new Runner({ modelProvider: { getModel: () => model } })
const session = new PalimpsestSession({ client, sessionId: 'check', model: 'gpt-4o', contextSize: '4K' })
for (let turn = 0; turn < 30; turn++) {
  const { finalOutput } = await runner.run(agent, 'task ' + turn, { session })
  assert.match(finalOutput, /^done/)
}
assert.ok(largest < 3_400 * 6, 'an input of ' + largest + ' characters')
// With the filter: one run of 20 calls stays bounded, a question recalls, also when it is streamed, and each item is stored once.
largest = 0
const filtered = new PalimpsestSession({ client, sessionId: 'filtered', model: 'gpt-4o', contextSize: '4K' })
const options = { session: filtered, callModelInputFilter: filtered.inputFilter, maxTurns: 50 }
let toCall = 0
const busy = {
  async getResponse(request) {
    if (toCall-- <= 0) return answered(request)
    largest = Math.max(largest, JSON.stringify(request.input).length)
    const call = { type: 'function_call', callId: 'busy_' + calls++, name: 'read', status: 'completed', arguments: '{"path":"a.ts"}' }
    return { usage: new Usage(), output: [call] }
  },
  async *getStreamedResponse(request) {
    const { output } = await this.getResponse(request)
    yield { type: 'response_done', response: { id: 'r', usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, output } }
  },
}
let last = []
let says = 'Noted. The key of the shed hangs behind the blue barrel, and the oars are in the loft above the door.'
function answered({ input }) {
  last = input
  largest = Math.max(largest, JSON.stringify(input).length)
  return { usage: new Usage(), output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: says }] }] }
}
const second = new Runner({ modelProvider: { getModel: () => busy } })
const ask = async (text, calls = 0, stream = false) => {
  toCall = calls
  const result = await second.run(agent, text, { ...options, stream })
  if (stream) await result.completed
}
await ask('Good morning, we start.')
await ask('Where did we leave the things of the boat?')
says = 'ok'
for (let turn = 0; turn < 12; turn++) await ask('step ' + turn + ': ' + 'we go on with the boat and its sails '.repeat(20), 1)
await ask('read all of it', 20)
assert.ok(largest < 3_400 * 6, 'an input of ' + largest + ' characters')
for (const stream of [false, true]) {
  await ask('Where does the key of the shed hang?', 0, stream)
  assert.ok(last.some(({ content }) => /^\\[Recalled from earlier[^]*blue barrel/.test(content)), 'nothing recalled')
}
const stored = { check: 120, filtered: 4 + 12 * 4 + 42 + 4 }
for (const [externalId, messages] of Object.entries(stored))
  for await (const { id, messageCount } of client.sessions({ externalId })) {
    assert.equal(messageCount, messages)
    const audit = await take(client.api.GET('/v1/sessions/{sessionId}/audit', { params: { path: { sessionId: id } } }))
    assert.equal(audit.ok, true)
  }
console.log('47 runs of the OpenAI Agents SDK: the largest input had ' + largest + ' characters; each item is stored once.')
`

/** Mastra: 12 turns with a tool in a window of 4K. The program sends only what is new. */
export const MASTRA = `
import assert from 'node:assert/strict'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { createClient, take } from '@palimpsest/client'
import { z } from 'zod'
import { PalimpsestMemory } from './examples/mastra.mjs'

const [baseUrl, apiKey] = process.argv.slice(2)
const client = createClient({ baseUrl, apiKey })
const prompts = []
/** Calls a tool, then answers. */
const model = {
  specificationVersion: 'v2', provider: 'scripted', modelId: 'scripted', supportedUrls: {},
  async doGenerate({ prompt }) {
    prompts.push(prompt)
    const n = prompts.length
    const content = prompt.at(-1).role === 'tool'
      ? [{ type: 'text', text: 'done ' + n }]
      : [{ type: 'tool-call', toolCallId: 'call_' + n, toolName: 'read', input: '{"path":"a.ts"}' }]
    return { content, finishReason: content[0].type === 'text' ? 'stop' : 'tool-calls', usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, warnings: [] }
  },
  async doStream(options) {
    const { content: [part], finishReason, usage } = await this.doGenerate(options)
    const chunks = part.type === 'text'
      ? [{ type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: part.text }, { type: 'text-end', id: '1' }]
      : [part]
    return { stream: ReadableStream.from([{ type: 'stream-start', warnings: [] }, ...chunks, { type: 'finish', finishReason, usage }]) }
  },
}
const read = createTool({
  id: 'read', description: 'Reads a file.', inputSchema: z.object({ path: z.string() }),
  execute: async () => ({ text: 'a line of the file\\n'.repeat(100) }),
})
const memory = new PalimpsestMemory(client, { model: 'gpt-4o', contextSize: '4K', externalId: 'mastra check' })
const agent = new Agent({ id: 'reader', name: 'reader', instructions: 'Read.', model, tools: { read }, inputProcessors: [memory], outputProcessors: [memory] })
const TURNS = 12
for (let turn = 0; turn < TURNS; turn++) assert.match((await agent.generate('task ' + turn)).text, /^done/)
for (const prompt of prompts) {
  const ids = (kind) => prompt.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type === kind).map(({ toolCallId }) => toolCallId)
  assert.deepEqual(ids('tool-call'), ids('tool-result'))
}
const largest = Math.max(...prompts.map((prompt) => JSON.stringify(prompt).length))
assert.ok(largest < 3_400 * 6, 'a prompt of ' + largest + ' characters')
const last = JSON.stringify(prompts.at(-1))
assert.ok(last.includes('task ' + (TURNS - 1)) && last.includes('task 0'), 'the first and the newest task are in the last prompt')
for await (const { id, messageCount } of client.sessions({ externalId: 'mastra check' })) {
  assert.equal(messageCount, TURNS * 4)
  const audit = await take(client.api.GET('/v1/sessions/{sessionId}/audit', { params: { path: { sessionId: id } } }))
  assert.equal(audit.ok, true)
}
console.log(TURNS + ' runs of a Mastra agent: the largest prompt had ' + largest + ' characters; ' + TURNS * 4 + ' messages are stored.')
`
