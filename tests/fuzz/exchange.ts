import { Agent, request, type IncomingHttpHeaders } from 'node:http'

/** One request as it is sent. Nothing of it is corrected on the way. */
export interface Sent {
  method: string
  /** Path and query, as they are on the wire. */
  target: string
  headers: Record<string, string>
  body: Buffer | null
}
export interface Received {
  status: number
  headers: IncomingHttpHeaders
  /** Empty for a stream, which is closed at its start. */
  text: string
  isStream: boolean
}

/** Sends requests over one connection, and opens another when the service closes it. */
export function wire(url: string): { send(sent: Sent): Promise<Received>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)
  const send = ({ method, target, headers, body }: Sent) =>
    new Promise<Received>((resolve, reject) => {
      const length = body === null ? {} : { 'content-length': String(body.length) }
      const options = { hostname, port, method, path: target, headers: { ...headers, ...length }, agent }
      const outgoing = request(options, (response) => {
        const { statusCode: status = 0, headers } = response
        if (headers['content-type']?.startsWith('text/event-stream')) {
          response.destroy()
          return resolve({ status, headers, text: '', isStream: true })
        }
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () =>
          resolve({ status, headers, text: Buffer.concat(pieces).toString('utf8'), isStream: false }),
        )
        response.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body ?? undefined)
    })
  return { send, close: () => agent.destroy() }
}
