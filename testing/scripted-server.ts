import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

/** JSON of a test: its members are read without checks. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any

export interface Received {
  method: string
  /** With the query. */
  path: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** Parsed body; `{}` if there is none, undefined if it is no JSON. */
  body: Loose
}

/** An HTTP server on a loopback port that records what it receives. */
export abstract class ScriptedServer {
  url = ''
  /** Every request in order. */
  readonly requests: Received[] = []
  private readonly server = createServer(
    (request, response) => void this.receive(request, response).catch(() => response.destroy()),
  )

  /** Answers a request that is recorded. */
  protected abstract serve(request: Received, response: ServerResponse): void | Promise<void>

  listen(port = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, '127.0.0.1', () => {
        this.server.off('error', reject)
        const address = this.server.address()
        if (address !== null && typeof address === 'object') this.url = `http://127.0.0.1:${address.port}`
        resolve()
      })
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  private async receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const bytes = Buffer.concat(pieces)
    const { method = '', url: path = '', headers } = incoming
    const request: Received = { method, path, headers, bytes, body: parsed(bytes) }
    this.requests.push(request)
    await this.serve(request, response)
  }
}

export function sendJson(response: ServerResponse, status: number, body: object, headers = {}): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}

function parsed(bytes: Buffer): Loose {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
