import { createServer, request, type IncomingMessage } from 'node:http'
import { commonPrefix } from '../prompt.js'

/** A model call, and what the server reported about it. */
export interface RecordedCall {
  /** Characters of the prompt, and how many of them the call before began with, its answer included. A server with one
   * slot keeps these. */
  chars: number
  sameChars: number
  promptTokens: number
  promptMs: number
}

export interface RecordingProxy {
  url: string
  /** Chats so far, those for summaries included. */
  calls: RecordedCall[]
  close(): void
}

/** Passes everything on to a model server and records the chats. */
export async function recordingProxy(target: string): Promise<RecordingProxy> {
  const calls: RecordedCall[] = []
  let before = ''
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await textOf(incoming)
      const isChat = incoming.url === '/api/chat' && body.includes('"messages"')
      const prompt = isChat ? promptText(body) : ''
      const sameChars = commonPrefix(before, prompt)
      const reply = await send(target + (incoming.url ?? ''), { method: incoming.method, body })
      const text: string[] = []
      // The counts come last: the list has them before the client has its answer.
      const record = () => {
        const reported = isChat ? reportOf(text.join('')) : null
        if (!reported) return
        calls.push({ chars: prompt.length, sameChars, ...reported })
        before = prompt + messageText({ role: 'assistant', content: answerOf(text.join('')) })
      }
      response.writeHead(reply.statusCode ?? 502, { 'content-type': reply.headers['content-type'] })
      reply.setEncoding('utf8')
      for await (const chunk of reply as AsyncIterable<string>) {
        text.push(chunk)
        response.write(chunk)
      }
      record()
      response.end()
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Sends a request without a time limit: a small model on a busy machine reads for minutes. */
export function send(
  url: string,
  { method = 'POST', headers = {}, body }: { method?: string; headers?: Record<string, string>; body: string },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } })
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

export async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function promptText(body: string): string {
  const { messages }: { messages: { role: string; content: string }[] } = JSON.parse(body)
  return messages.map(messageText).join('')
}

function messageText({ role, content }: { role: string; content: string }): string {
  return `${role}\n${content}\n`
}

/** Returns the text of an answer of Ollama, streamed or whole. */
export function answerOf(text: string): string {
  const lines = text.trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { message?: { content: string } }).message?.content ?? '').join('')
}

/** Returns the counts in the last line of an answer; null: an error, or no text was made. */
function reportOf(text: string): Pick<RecordedCall, 'promptTokens' | 'promptMs'> | null {
  const last: { prompt_eval_count?: number; prompt_eval_duration?: number } = JSON.parse(
    text.trim().split('\n').at(-1) || '{}',
  )
  if (last.prompt_eval_count === undefined) return null
  return { promptTokens: last.prompt_eval_count, promptMs: (last.prompt_eval_duration ?? 0) / 1_000_000 }
}
