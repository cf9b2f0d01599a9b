import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { hashSecret } from '../app/access/keys.js'
import type { Telemetry } from '../ports/ports.js'
import { bearerKey } from './input/request-headers.js'

/** `GET /metrics` of a process that serves nothing else: a worker. */

export interface MetricsServerOptions {
  host: string
  /** 0 chooses a free port, which `listen` returns. */
  port: number
  /** Token that a caller must send; null: none, which is allowed on loopback addresses only. */
  token: string | null
}

const TIMEOUT_MS = 10_000

export function createMetricsServer(
  telemetry: Pick<Telemetry, 'render'>,
  { host, port, token }: MetricsServerOptions,
): { listen(): Promise<{ port: number }>; close(): Promise<void> } {
  const server = createServer((request, response) => {
    const end = (status: number, text: string, headers: Record<string, string> = {}) => {
      response.writeHead(status, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        ...headers,
      })
      response.end(text)
    }
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return end(404, 'Only GET /metrics.\n')
    const key = bearerKey(request)
    if (token !== null && (key === null || !isSame(key, token)))
      return end(401, 'Send the token of METRICS_TOKEN as a bearer token.\n', { 'WWW-Authenticate': 'Bearer' })
    telemetry.render().then(
      ({ contentType, text }) => end(200, text, { 'Content-Type': contentType }),
      () => end(500, 'The metrics could not be read.\n'),
    )
  })
  server.requestTimeout = TIMEOUT_MS
  server.headersTimeout = TIMEOUT_MS
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve({ port: typeof address === 'object' && address ? address.port : port })
        })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Compares hashes in constant time, so that the duration does not leak the token. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected)))
}
