// A middleware for the AI SDK (version 6, Node 20): every model call gets the context of a session, so a chat of any
// length fits the window. Install its packages first: npm ci --prefix examples
// Usage: node examples/ai-sdk.mjs TEXT …; each text is one turn.
import { promptOf, toNative } from './shared/ai-sdk-prompt.mjs'
import { connect, CONTEXT_SIZE, MODEL, OLLAMA } from './shared/connect.mjs'
import { use } from './shared/packages.mjs'

const { createOpenAICompatible } = await use('@ai-sdk/openai-compatible')
const { generateText, wrapLanguageModel } = await use('ai')

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
      return { ...params, prompt: promptOf(await client.context(opened.id)) }
    },
  }
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
