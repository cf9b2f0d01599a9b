import { STATUS_CODES, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectionProblem } from './problem.js'

/** Bounds the memory of one connection: a client that does not read its responses gets one response at a time. */

/** Maximum requests of one connection that wait for an earlier response. One more closes the connection. */
export const MAX_WAITING_REQUESTS = 64
/** Milliseconds without progress after which the server closes the connection of a response. */
const STALL_MS = 30_000
/** Milliseconds a client has to read the response to an unparsable request. */
const LINGER_MS = 1_000

interface RequestQueue {
  running: ServerResponse | null
  waiting: (() => void)[]
}
const requestQueues = new WeakMap<Duplex, RequestQueue>()

/** Longest wait for a quiet moment, and how short a pass of the event loop counts as one, in ms. */
const QUIET_WAIT_MS = 250
const QUIET_PASS_MS = 1

/** Resolves in a moment when no connection has just come. The system accepts connections before we do, and resets those
 * when the server closes: closing in such a moment hits none, or nearly none. */
export async function quietMoment(server: Server): Promise<void> {
  let connections = 0
  const count = () => connections++
  server.on('connection', count)
  const deadline = performance.now() + QUIET_WAIT_MS
  let isQuiet = false
  while (!isQuiet && performance.now() < deadline) {
    const [before, startedAt] = [connections, performance.now()]
    // After the event loop has accepted what waited.
    await new Promise((resolve) => setImmediate(resolve))
    isQuiet = connections === before && performance.now() - startedAt < QUIET_PASS_MS
  }
  server.off('connection', count)
}

/** Handles the requests of each connection one after another: a request starts when the previous response is sent.
 * While a request waits, the server reads nothing more from its connection. */
export function serveSequentially(server: Server, handle: RequestListener, stallMs = STALL_MS): void {
  server.on('request', (request, response) => {
    const { socket } = request
    // The parser finishes its chunk even if the connection closed meanwhile.
    if (socket.destroyed) return
    const queue = requestQueues.get(socket) ?? createRequestQueue(socket)
    const start = () => {
      queue.running = response
      response.once('close', () => {
        queue.running = null
        queue.waiting.shift()?.()
        if (queue.waiting.length === 0) socket.resume()
      })
      handle(request, response)
    }
    if (queue.running === null) return start()
    queue.waiting.push(start)
    if (queue.waiting.length > MAX_WAITING_REQUESTS) socket.destroy()
    else socket.pause()
  })
  server.timeout = stallMs
  // Fires after `stallMs` without a byte in either direction. A handler that has not sent anything yet may take longer.
  server.on('timeout', (socket: Socket) => {
    if (!requestQueues.get(socket)?.running || socket.writableLength > 0) socket.destroy()
  })
}

function createRequestQueue(socket: Socket): RequestQueue {
  const queue: RequestQueue = { running: null, waiting: [] }
  requestQueues.set(socket, queue)
  // Node also resumes the socket itself, for example to discard the rest of a body.
  socket.on('resume', () => {
    if (queue.waiting.length > 0) socket.pause()
  })
  socket.once('close', () => (queue.waiting.length = 0))
  return queue
}

/** Answers invalid HTTP with 400, large headers with 431 and slow requests with 408, then closes the connection. [13] */
export function answerParserErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const running = requestQueues.get(socket)?.running
    // The client must not mistake this answer for the response to an earlier, complete request.
    const isAmbiguous = running && (running.headersSent || running.req.complete)
    if (error.code === 'ECONNRESET' || !socket.writable || isAmbiguous) return socket.destroy()
    const problem = connectionProblem(error.code)
    const body = JSON.stringify(problem)
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}
