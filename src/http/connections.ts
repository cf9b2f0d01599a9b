import { STATUS_CODES, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectionProblem } from './problem.js'

/** Limits the memory of one connection. A client that sends requests without reading responses gets one response at a time. */

/** Requests of one connection that may wait for the response before them. One more ends the connection. */
export const MAX_WAITING_REQUESTS = 64
/** Milliseconds a response may make no progress before the connection ends. */
const STALL_MS = 30_000
/** Milliseconds a client has to read the answer to a request that could not be parsed. */
const LINGER_MS = 1_000

interface Turn {
  running: ServerResponse | null
  waiting: (() => void)[]
}
const turns = new WeakMap<Duplex, Turn>()

/** Handles the requests of each connection one after another: the next one starts when the response before it is sent.
 * While a request waits, nothing more is read from its connection. */
export function serveInTurn(server: Server, handle: RequestListener, stallMs = STALL_MS): void {
  server.on('request', (request, response) => {
    const { socket } = request
    // The parser finishes its chunk even if the connection ended meanwhile.
    if (socket.destroyed) return
    const turn = turns.get(socket) ?? newTurn(socket)
    const start = () => {
      turn.running = response
      response.once('close', () => {
        turn.running = null
        turn.waiting.shift()?.()
        if (turn.waiting.length === 0) socket.resume()
      })
      handle(request, response)
    }
    if (turn.running === null) return start()
    turn.waiting.push(start)
    if (turn.waiting.length > MAX_WAITING_REQUESTS) socket.destroy()
    else socket.pause()
  })
  server.timeout = stallMs
  // Fires after `stallMs` without a byte in either direction. A handler that has nothing to send yet may take longer.
  server.on('timeout', (socket: Socket) => {
    if (!turns.get(socket)?.running || socket.writableLength > 0) socket.destroy()
  })
}

function newTurn(socket: Socket): Turn {
  const turn: Turn = { running: null, waiting: [] }
  turns.set(socket, turn)
  // Node resumes the socket for reasons of its own, for example to discard the rest of a body.
  socket.on('resume', () => {
    if (turn.waiting.length > 0) socket.pause()
  })
  socket.once('close', () => (turn.waiting.length = 0))
  return turn
}

/** Answers what is not HTTP with 400, headers that are too large with 431, a request that takes too long with 408; then closes. [13] */
export function answerParserErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const running = turns.get(socket)?.running
    // This answer must not be taken for the response to an earlier, complete request.
    const mistakable = running && (running.headersSent || running.req.complete)
    if (error.code === 'ECONNRESET' || !socket.writable || mistakable) return socket.destroy()
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
