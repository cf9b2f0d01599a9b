import { Agent, request } from 'node:http'

/** What a test sends as is. */
export interface HttpRequest {
  method: string
  headers: Record<string, string>
  body: string | undefined
}
export interface HttpReply {
  status: number
  headers: Headers
  text: string
}

/** Connections that are idle for longer are closed: a server closes them after five seconds, perhaps while a request is on
 * its way. */
const agent = new Agent({ keepAlive: true, timeout: 2_000 })

/** Sends one request and reads the whole reply. Tests send tens of thousands, and `fetch` takes three times as long. */
export function httpRequest(url: string, { method, headers, body }: HttpRequest): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, agent, headers: { ...length, ...headers } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () =>
        resolve({
          status: reply.statusCode!,
          headers: new Headers(Object.entries(reply.headersDistinct).flatMap(pairsOf)),
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const pairsOf = ([name, values]: [string, string[] | undefined]) =>
  (values ?? []).map((value): [string, string] => [name, value])
