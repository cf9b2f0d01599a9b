import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A model server whose answers a test writes: Ollama's chat and OpenAI's, without streaming. */

export interface ScriptedAgent {
  url: string
  /** The messages of each chat, in order. */
  chats: { role: string; content?: unknown; tool_calls?: unknown }[][]
  close(): void
}

/** @param script returns the message that answers a chat. @param script.call 0, 1, 2 … */
export async function scriptedAgent(
  script: (call: number, messages: ScriptedAgent['chats'][number]) => object,
): Promise<ScriptedAgent> {
  const chats: ScriptedAgent['chats'] = []
  const server = createServer((request, response) => {
    // A daemon of another test may still ask for the model server that had this port before.
    if (!request.url?.endsWith('/chat') && !request.url?.endsWith('/completions')) return void response.writeHead(404).end()
    void read(request).then((text) => {
      const { messages, model } = JSON.parse(text) as { messages: ScriptedAgent['chats'][number]; model: string }
      const message = { role: 'assistant', ...script(chats.length, messages) }
      chats.push(messages)
      const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 }
      const body = request.url?.startsWith('/v1')
        ? { id: 'c', object: 'chat.completion', created: 1, model, usage, choices: [{ index: 0, message, finish_reason: 'stop' }] }
        : { model, message, done: true, done_reason: 'stop', prompt_eval_count: 100 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, chats, close: () => void server.close(() => {}).closeAllConnections() }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
