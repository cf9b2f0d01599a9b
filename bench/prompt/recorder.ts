import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject, type JsonObject } from '../../src/domain/json/json.js'
import type { Json } from '../../src/domain/message.js'

/** Passes requests to a server and keeps the JSON bodies of those to one path, in any scope: what a program itself sent. */
export interface Recorder {
  url: string
  bodies: JsonObject[]
  close(): void
}

export async function openRecorder(target: string, path: string): Promise<Recorder> {
  const bodies: JsonObject[] = []
  const server: Server = createServer((incoming, response) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const bytes = Buffer.concat(pieces)
      if (incoming.method === 'POST' && incoming.url?.split('?')[0]?.endsWith(path) === true) keep(bodies, bytes)
      const { method, headers } = incoming
      const onward = request(target + (incoming.url ?? ''), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      response.on('close', () => onward.destroy())
      onward.end(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close().closeAllConnections() }
}

/** A compressed body cannot be compared, so the measurement ends with an error. */
function keep(bodies: JsonObject[], bytes: Buffer): void {
  const body = JSON.parse(bytes.toString('utf8')) as Json
  if (isObject(body)) bodies.push(body)
}
