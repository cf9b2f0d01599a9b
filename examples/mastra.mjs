// The memory of a Mastra agent (Node 22): a processor that keeps the conversation in a session and gives the model its context, at
// every step of a run. Install its packages first: npm install --no-save --prefix examples @mastra/core @ai-sdk/openai-compatible
// Usage: node examples/mastra.mjs TEXT …; each text is one turn. The program sends only what is new.
import { promptOf, toNative } from './shared/ai-sdk-prompt.mjs'

/** Use it as input and output processor, without another memory: it brings the earlier messages itself. */
export class PalimpsestMemory {
  id = 'palimpsest-memory'
  #client
  #session
  #opened = null

  /** @param session the body of `POST /v1/sessions`; its `externalId` names the conversation */
  constructor(client, session) {
    this.#client = client
    this.#session = session
  }

  /** Appends what is new in the prompt of this run, and replaces the prompt by the context. */
  async processLLMRequest({ prompt, state }) {
    const system = prompt.filter(({ role }) => role === 'system').map(({ content }) => content)
    const said = prompt.filter(({ role }) => role !== 'system')
    const id = await this.#open(system.length > 0 ? system.join('\n\n') : null)
    const added = said.slice(state.appended ?? 0)
    if (added.length > 0) await this.#client.append(id, added.map(toNative))
    state.appended = said.length
    return { prompt: promptOf(await this.#client.context(id)) }
  }

  /** Appends the answer, which is in no prompt of this run. */
  async processOutputResult({ messages, result }) {
    if (result.text !== '')
      await this.#client.append(await this.#open(null), [
        { role: 'assistant', parts: [{ type: 'text', text: result.text }] },
      ])
    return messages
  }

  #open(systemPrompt) {
    this.#opened ??= this.#client.openSession({ ...this.#session, systemPrompt }).then(({ id }) => id)
    return this.#opened
  }
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2))

async function main(texts) {
  const { use } = await import('./shared/packages.mjs')
  const { Agent } = await use('@mastra/core/agent')
  const { createOpenAICompatible } = await use('@ai-sdk/openai-compatible')
  const { connect, CONTEXT_SIZE, MODEL, OLLAMA } = await import('./shared/connect.mjs')
  const session = { model: MODEL, contextSize: CONTEXT_SIZE, externalId: `mastra:${new Date().toISOString()}` }
  const memory = new PalimpsestMemory(await connect(), session)
  const agent = new Agent({
    ...{ id: 'terse', name: 'terse', instructions: 'Be terse.' },
    model: createOpenAICompatible({ name: 'ollama', baseURL: `${OLLAMA}/v1` })(MODEL),
    ...{ inputProcessors: [memory], outputProcessors: [memory] },
  })
  for (const text of texts) console.log((await agent.generate(text)).text)
}
