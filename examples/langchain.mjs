// A middleware for LangChain agents: every model call gets the context of a session, so a thread of any length fits the
// window. Install its packages first: npm ci --prefix examples
// Usage: node examples/langchain.mjs TEXT …; each text is one turn.
import { connect, CONTEXT_SIZE, MODEL, OLLAMA } from './shared/connect.mjs'
import { use } from './shared/packages.mjs'

const { coerceMessageLikeToMessage } = await use('@langchain/core/messages')
const { ChatOllama } = await use('@langchain/ollama')
const { createAgent, createMiddleware } = await use('langchain')

/** Appends what is new in a thread to a session and replaces the messages by its context.
 * @param session the body of `POST /v1/sessions`; its `externalId` names the thread */
export function palimpsestMiddleware(client, session) {
  let opened
  return createMiddleware({
    name: 'Palimpsest',
    async wrapModelCall(request, handler) {
      if (opened === undefined) {
        const systemPrompt = request.systemPrompt || null
        const { id, messageCount } = await client.openSession({ ...session, systemPrompt })
        opened = { id, stored: messageCount }
      }
      // The thread has the whole conversation; the session has the beginning of it.
      const added = request.messages.slice(opened.stored)
      if (added.length > 0) await client.append(opened.id, added.map(toOpenAI), { format: 'openai' })
      opened.stored = request.messages.length
      const context = await client.context(opened.id, { format: 'openai' })
      const [first, ...rest] = context.messages.map((message) => coerceMessageLikeToMessage(message))
      // The system text of the context has the goals of the session too.
      if (first?.type !== 'system') return handler({ ...request, messages: first ? [first, ...rest] : [] })
      return handler({ ...request, systemMessage: first, messages: rest })
    },
  })
}

function toOpenAI(message) {
  const { type, content } = message
  if (type === 'tool') return { role: 'tool', tool_call_id: message.tool_call_id, content: textOf(content) }
  if (type !== 'ai') return { role: type === 'human' ? 'user' : 'system', content }
  const calls = (message.tool_calls ?? []).map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  return { role: 'assistant', content: textOf(content), ...(calls.length > 0 && { tool_calls: calls }) }
}

function textOf(content) {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

const session = { model: MODEL, contextSize: CONTEXT_SIZE, externalId: `langchain:${new Date().toISOString()}` }
const agent = createAgent({
  model: new ChatOllama({ baseUrl: OLLAMA, model: MODEL }),
  tools: [],
  systemPrompt: 'Be terse.',
  middleware: [palimpsestMiddleware(await connect(), session)],
})
let messages = []
for (const text of process.argv.slice(2)) {
  ;({ messages } = await agent.invoke({ messages: [...messages, { role: 'user', content: text }] }))
  console.log(textOf(messages.at(-1).content))
}
