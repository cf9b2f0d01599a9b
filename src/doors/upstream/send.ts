import { withoutEndSlashes, apiVersionIn } from '../../domain/addresses.js'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'

/** Sends requests to the configured upstreams. Never follows a redirect: a credential must not reach an address that
 * the operator did not configure. */

export interface UpstreamTimes {
  /** Milliseconds until a connection is open. */
  connectMs: number
  /** Milliseconds without a byte in either direction. A model may read a long prompt for minutes. */
  idleMs: number
}
export const UPSTREAM_TIMES: UpstreamTimes = { connectMs: 10_000, idleMs: 600_000 }

export interface UpstreamRequest {
  url: URL
  method: string
  headers: OutgoingHttpHeaders
  /** Bytes, or a body that streams through; null: none. */
  body: Buffer | Readable | null
  signal: AbortSignal
}

/** The upstream did not answer: refused, reset, timed out, or closed too early. */
export class UpstreamFailure extends Error {
  constructor(readonly reason: 'unavailable' | 'timeout' | 'aborted') {
    super(`The upstream did not answer: ${reason}.`)
    this.name = 'UpstreamFailure'
  }
}

const KEEP_ALIVE = { keepAlive: true, keepAliveMsecs: 30_000, maxFreeSockets: 64, scheduling: 'lifo' as const }

/** Connections to the upstreams of one daemon. */
export class UpstreamClient {
  private readonly http = new HttpAgent(KEEP_ALIVE)
  private readonly https = new HttpsAgent(KEEP_ALIVE)

  constructor(private readonly times: UpstreamTimes = UPSTREAM_TIMES) {}

  /** Returns the answer when its status is known. Throws UpstreamFailure. */
  async send(request: UpstreamRequest): Promise<IncomingMessage> {
    try {
      return await this.sendOnce(request)
    } catch (error) {
      // The upstream closed a kept connection while this request was on its way.
      if (!(error instanceof StaleConnection) || !isRepeatable(request.body)) throw asFailure(error, request.signal)
    }
    return this.sendOnce(request).catch((error: unknown) => {
      throw asFailure(error, request.signal)
    })
  }

  private sendOnce({ url, method, headers, body, signal }: UpstreamRequest): Promise<IncomingMessage> {
    const isHttps = url.protocol === 'https:'
    const { connectMs, idleMs } = this.times
    return new Promise((resolve, reject) => {
      const options = { method, headers, signal, agent: isHttps ? this.https : this.http }
      const outgoing = isHttps ? httpsRequest(url, options) : httpRequest(url, options)
      const connecting = setTimeout(() => outgoing.destroy(new UpstreamFailure('timeout')), connectMs)
      outgoing.once('socket', (socket) => {
        if (!socket.connecting) clearTimeout(connecting)
        else socket.once(isHttps ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
      })
      outgoing.setTimeout(idleMs, () => outgoing.destroy(new UpstreamFailure('timeout')))
      outgoing.once('response', (answer) => {
        if (!isRedirect(answer)) return resolve(answer)
        answer.destroy()
        reject(new UpstreamFailure('unavailable'))
      })
      outgoing.once('error', (error) => {
        clearTimeout(connecting)
        reject(outgoing.reusedSocket && isReset(error) ? new StaleConnection() : error)
      })
      if (body === null || Buffer.isBuffer(body)) outgoing.end(body ?? undefined)
      else body.pipe(outgoing)
    })
  }
}

class StaleConnection extends Error {}

/** A redirect is not relayed: the client would send its credential, or ours, to an address that is not configured. */
function isRedirect({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 300 && statusCode < 400 && statusCode !== 304
}

function isRepeatable(body: UpstreamRequest['body']): boolean {
  return body === null || Buffer.isBuffer(body)
}

function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

function asFailure(error: unknown, signal: AbortSignal): UpstreamFailure {
  if (signal.aborted) return new UpstreamFailure('aborted')
  return error instanceof UpstreamFailure ? error : new UpstreamFailure('unavailable')
}

/** Joins the base URL of an upstream and a path. Both may name the version: it counts once. */
export function upstreamUrl(base: string, path: string): URL {
  const trimmed = withoutEndSlashes(base)
  const version = apiVersionIn(trimmed)
  return new URL(trimmed + (version !== '' && path.startsWith(`${version}/`) ? path.slice(version.length) : path))
}
