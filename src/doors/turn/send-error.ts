import type { ServerResponse } from 'node:http'
import type { Problem } from '../../http/problem.js'
import type { Protocol } from '../protocol.js'

/** Failures of a context that the client knows as a prompt that is too long. */
const TOO_LONG = ['system_prompt_exceeds_window', 'message_exceeds_window', 'window_exceeded', 'goal_exceeds_budget']

/** Sends our problem as the provider would report it. */
export function sendError(response: ServerResponse, protocol: Protocol, document: Problem): void {
  const shown = TOO_LONG.includes(document.code) ? { ...document, status: 413 } : document
  const { status, body } = protocol.error(shown)
  const { retryAfterSeconds } = document
  const retryAfter = typeof retryAfterSeconds === 'number' ? { 'retry-after': String(retryAfterSeconds) } : {}
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...retryAfter,
  })
  response.end(body)
}
