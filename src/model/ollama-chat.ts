import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { ChatRequest, ChatResponse } from 'ollama'
import { ModelError } from '../app/ports/ports.js'
import type { Refusal } from './ollama-connection.js'
import { answerTooLong, MAX_ANSWER_BYTES, refusalOf, type OllamaServer } from './ollama-connection.js'

/** One chat on a connection of its own: only so can the caller know when the server has noticed that the call is over. Redirects are
 * not followed. No text of the answer is printed, whatever it holds. */

/** Milliseconds the server has to notice that a call is over. */
const CLOSE_MS = 2_000

export interface OllamaChat {
  /** Parts of the answer in order. Throws Refusal, ModelError, the signal's reason, and errors of the connection. */
  parts(): AsyncGenerator<ChatResponse>
  /** Returns when the server has closed the connection of a whole answer, after 2 s at most. */
  finish(): Promise<void>
  /** Ends the call. Returns when the connection is closed on both sides, after about 2 s at most. */
  close(): Promise<void>
}

export function openChat(server: OllamaServer, body: ChatRequest, signal: AbortSignal): OllamaChat {
  const url = new URL(`${server.host.replace(/\/+$/, '')}/api/chat`)
  const text = JSON.stringify(body)
  const call = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(server.authorization ? { authorization: server.authorization } : {}),
    },
  })
  const closed = new Promise<void>((resolve) => call.once('close', resolve))
  // Errors reach the caller through `answerTo`; later ones belong to a call that is over.
  call.on('error', () => {})
  call.end(text)
  return {
    async *parts() {
      const response = await answerTo(call, signal)
      const { statusCode = 0 } = response
      if (statusCode < 200 || statusCode > 299) throw await withAbort(signal, refusal(response, statusCode))
      yield* readParts(response, signal)
    },
    finish: async () => void (await within(CLOSE_MS, closed)),
    close: () => giveUp(call, closed),
  }
}

function answerTo(call: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return withAbort(
    signal,
    new Promise((resolve, reject) => {
      call.once('response', resolve)
      call.once('error', reject)
    }),
  )
}

/** JSON lines → values, up to the end of the stream. Reads without pause: a server is heard to its end even if the caller has left. */
async function* readParts(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<ChatResponse> {
  const decoder = new TextDecoder()
  let lines: string[] = []
  let rest = ''
  let bytes = 0
  let end: { failure: unknown } | null = null
  let notifier = () => {}
  const finish = (failure: unknown) => {
    end ??= { failure }
    notifier()
  }
  response.on('data', (chunk: Buffer) => {
    if (end !== null) return
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) return finish(answerTooLong(bytes))
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = pieces.pop() ?? ''
    lines.push(...pieces)
    notifier()
  })
  response.once('end', () => {
    lines.push(rest)
    finish(null)
  })
  response.once('error', finish)
  response.once('close', () => finish(null))
  for (;;) {
    signal.throwIfAborted()
    const batch = lines
    lines = []
    for (const line of batch) if (line.trim() !== '') yield parsePart(line)
    if (batch.length > 0) continue
    const { failure } = end ?? { failure: null }
    if (failure !== null) throw failure
    if (end !== null) return
    await withAbort(signal, new Promise<void>((resolve) => (notifier = resolve)))
  }
}

function parsePart(line: string): ChatResponse {
  let part: unknown
  try {
    part = JSON.parse(line)
  } catch {
    part = null
  }
  if (typeof part !== 'object' || part === null) {
    // The line is part of a conversation: its length is all that may be said.
    throw new ModelError(
      'unavailable',
      `The model server sent a line of ${line.length} characters that is not a JSON object.`,
    )
  }
  if ('error' in part) throw new Error(String(part.error))
  return part as ChatResponse
}

/** Waits for the whole text; the caller's time limit bounds it. */
async function refusal(response: IncomingMessage, status: number): Promise<Refusal> {
  let text = ''
  response.setEncoding('utf8').on('data', (piece: string) => {
    if (text.length < MAX_ANSWER_BYTES) text += piece
  })
  await new Promise((resolve) => response.once('close', resolve))
  return refusalOf(status, text)
}

/** Rejects with the signal's reason as soon as it aborts. */
async function withAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // Whatever the work ends with after an abort has no reader.
  work.catch(() => {})
  signal.throwIfAborted()
  let onAbort: () => void = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Half-closes: a server that sees the end of our side stops its work, then closes its side. What it still sends is discarded. */
async function giveUp(call: ClientRequest, closed: Promise<void>): Promise<void> {
  const { socket } = call
  if (socket === null || socket.connecting) call.destroy()
  else socket.end()
  if (await within(CLOSE_MS, closed)) return
  call.destroy()
  await closed
}

/** False if the time ran out first. */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const outcome = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return outcome
}
