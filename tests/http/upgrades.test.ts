import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

/** What `java.net.http` and `curl --http2` send with a request to an address without TLS. */
const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk\r\n'

/** Sends requests one after another on one connection. Returns the start of each reply. */
async function replies(requests: readonly string[]): Promise<string[]> {
  const { hostname, port } = new URL(daemon.url)
  const socket = connect({ host: hostname, port: Number(port) }).setEncoding('utf8')
  const found: string[] = []
  for (const request of requests) {
    socket.write(request)
    const [reply] = await once(socket, 'data')
    found.push(String(reply))
  }
  socket.destroy()
  return found
}

test('[13] a request that offers another protocol gets its reply, with its body, and the connection goes on', async () => {
  const body = JSON.stringify({ model: 'gpt-4o', contextSize: '8K' })
  const head = `Host: x\r\nAuthorization: Bearer ${ADMIN_KEY}\r\n`
  const found = await replies([
    `GET /healthz HTTP/1.1\r\n${head}${OFFER}\r\n`,
    `POST /v1/sessions HTTP/1.1\r\n${head}${OFFER}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `GET /v1/events?limit=1 HTTP/1.1\r\n${head}${OFFER}\r\n`,
    `GET /healthz HTTP/1.1\r\n${head}\r\n`,
  ])
  expect(found.map((reply) => reply.slice(9, 12))).toEqual(['200', '201', '200', '200'])
})

test('[13] a WebSocket at another path is refused with the path of the right one', async () => {
  const socket = new WebSocket(`${daemon.url.replace('http', 'ws')}/v1/sessions`)
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  let body = ''
  for await (const piece of response) body += piece
  expect(JSON.parse(body)).toMatchObject({ status: 404, code: 'not_found', detail: 'WebSockets are at /v1/events.' })
})
