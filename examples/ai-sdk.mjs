// A middleware for the AI SDK (version 6, Node 20): every model call gets the context of a session, so a chat of any
// length fits the window. Install its packages first: npm ci --prefix examples
// Usage: node examples/ai-sdk.mjs TEXT …; each text is one turn.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, wrapLanguageModel } from 'ai'
import { connect, CONTEXT_SIZE, MODEL, OLLAMA } from './shared/connect.mjs'

/** Appends what is new in a prompt to a session and replaces the prompt by its context.
 * @param session the body of `POST /v1/sessions`; its `externalId` names the conversation */
export function palimpsestMiddleware(client, session) {
  let opened
  const open = async (system) => {
    const { id, messageCount } = await client.openSession({ ...session, systemPrompt: system })
    return { id, stored: messageCount }
  }
  return {
    specificationVersion: 'v3',
    async transformParams({ params }) {
      const system = params.prompt.filter(({ role }) => role === 'system').map(({ content }) => content)
      const rest = params.prompt.filter(({ role }) => role !== 'system')
      opened ??= await open(system.length > 0 ? system.join('\n\n') : null)
      // The program sends the whole conversation each time; the session has the beginning of it.
      const added = rest.slice(opened.stored)
      if (added.length > 0) await client.append(opened.id, added.map(toNative))
      opened.stored = rest.length
      const context = await client.context(opened.id)
      const names = new Map()
      const prompt = context.messages.map((message) => fromNative(message, names))
      return { ...params, prompt: context.system ? [{ role: 'system', content: context.system }, ...prompt] : prompt }
    },
  }
}

function toNative({ role, content }) {
  return { role, parts: content.map(partToNative) }
}

function partToNative(part) {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text }
    case 'tool-call':
      return { type: 'tool_call', callId: part.toolCallId, name: part.toolName, args: part.input }
    case 'tool-result': {
      const { type, value, reason = 'denied' } = part.output
      const text = type === 'execution-denied' ? reason : typeof value === 'string' ? value : JSON.stringify(value)
      return { type: 'tool_result', callId: part.toolCallId, content: text, isError: type.startsWith('error') }
    }
    default:
      return { type: 'opaque', part }
  }
}

/** @param names tool names by call, for results */
function fromNative({ role, content, parts = [{ type: 'text', text: content }] }, names) {
  const blocks = parts.map((part) => {
    if (part.type === 'tool_call') {
      names.set(part.callId, part.name)
      const input = typeof part.args === 'object' ? part.args : { note: part.args }
      return { type: 'tool-call', toolCallId: part.callId, toolName: part.name, input }
    }
    if (part.type === 'tool_result') {
      const value = typeof part.content === 'string' ? part.content : JSON.stringify(part.content)
      const output = { type: part.isError ? 'error-text' : 'text', value }
      return { type: 'tool-result', toolCallId: part.callId, toolName: names.get(part.callId) ?? 'tool', output }
    }
    return part.type === 'opaque' ? part.part : { type: part.type, text: part.text }
  })
  // A goal note and the like have the role `system` in the middle; there the SDK wants text.
  return role === 'system' ? { role, content: blocks.map(({ text }) => text).join('\n\n') } : { role, content: blocks }
}

const provider = createOpenAICompatible({ name: 'ollama', baseURL: `${OLLAMA}/v1` })
const session = { model: MODEL, contextSize: CONTEXT_SIZE, externalId: `ai-sdk:${new Date().toISOString()}` }
const model = wrapLanguageModel({ model: provider(MODEL), middleware: palimpsestMiddleware(await connect(), session) })
const messages = []
for (const text of process.argv.slice(2)) {
  messages.push({ role: 'user', content: text })
  const { text: answer, response } = await generateText({ model, system: 'Be terse.', messages })
  messages.push(...response.messages)
  console.log(answer)
}
