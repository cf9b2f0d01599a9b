import { isNumeral } from '../domain/texts.js'
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { answerTooLong, MAX_ANSWER_BYTES, refusalOf, type Refusal } from './refusal.js'

/**
 * Runs one request on its own connection, because only then can the caller know when the server has noticed the end of the
 * call. Does not follow redirects. Never prints text of the answer.
 */

/** Time for the server to notice the end of a call, in ms. */
const CLOSE_MS = 2_000

/** A request whose answer is read line by line. */
export interface LineCall {
  /** Yields the lines of the answer in order. Throws Refusal, ModelError, the signal's reason, or connection errors. */
  lines(): AsyncGenerator<string>
  /** Waits until the server closes the connection after a complete answer, for 2 s at most. */
  finish(): Promise<void>
  /** Ends the call. Waits until both sides have closed the connection, for about 2 s at most. */
  close(): Promise<void>
}

export function postForLines(
  { url: address, authorization, body }: { url: string; authorization: string | null; body: object | string },
  signal: AbortSignal,
): LineCall {
  const url = new URL(address)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const call = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(authorization ? { authorization } : {}),
    },
  })
  const closed = new Promise<void>((resolve) => call.once('close', resolve))
  // `responseTo` reports errors to the caller. Later errors belong to a call that has ended.
  call.on('error', () => {})
  call.end(text)
  return {
    async *lines() {
      const response = await responseTo(call, signal)
      const { statusCode = 0 } = response
      if (statusCode < 200 || statusCode > 299) throw await withAbort(signal, refusal(response, statusCode))
      yield* readLines(response, signal)
    },
    finish: async () => void (await within(CLOSE_MS, closed)),
    close: () => closeBothSides(call, closed),
  }
}

function responseTo(call: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return withAbort(
    signal,
    new Promise((resolve, reject) => {
      call.once('response', resolve)
      call.once('error', reject)
    }),
  )
}

/** Yields lines to the end of the stream. Never pauses the stream, so it ends even if the caller has stopped. */
async function* readLines(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let lines: string[] = []
  let rest = ''
  let bytes = 0
  let end: { failure: unknown } | null = null
  let wake = () => {}
  const finish = (failure: unknown) => {
    end ??= { failure }
    wake()
  }
  response.on('data', (chunk: Buffer) => {
    if (end !== null) return
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) return finish(answerTooLong(bytes))
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = pieces.pop() ?? ''
    lines.push(...pieces)
    wake()
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
    for (const line of batch) if (line.trim() !== '') yield line
    if (batch.length > 0) continue
    const { failure } = end ?? { failure: null }
    if (failure !== null) throw failure
    if (end !== null) return
    await withAbort(signal, new Promise<void>((resolve) => (wake = resolve)))
  }
}

/** Reads the error of a response to its end. The caller's time limit bounds the wait. */
async function refusal(response: IncomingMessage, status: number): Promise<Refusal> {
  let text = ''
  response.setEncoding('utf8').on('data', (piece: string) => {
    if (text.length < MAX_ANSWER_BYTES) text += piece
  })
  await new Promise((resolve) => response.once('close', resolve))
  const retryAfter = response.headers['retry-after-ms'] ?? null
  const inMs = typeof retryAfter === 'string' && isNumeral(retryAfter) ? String(Number(retryAfter) / 1_000) : null
  return refusalOf(status, text, inMs ?? response.headers['retry-after'] ?? null)
}

/** Rejects with the signal's reason as soon as it aborts. */
async function withAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // After an abort no caller handles the result of the work.
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

/** Closes our side. A server that notices stops its work and closes its side. Discards whatever it still sends. */
async function closeBothSides(call: ClientRequest, closed: Promise<void>): Promise<void> {
  const { socket } = call
  if (socket === null || socket.connecting) call.destroy()
  else socket.end()
  if (await within(CLOSE_MS, closed)) return
  call.destroy()
  await closed
}

/** Returns false if the time runs out first. */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const outcome = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return outcome
}
