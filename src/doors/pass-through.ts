import { pipeline } from 'node:stream/promises'
import { whenClosed } from '../http/when-closed.js'
import { credentialToPass } from './upstream/credentials.js'
import type { DoorCall, DoorsContext } from './door.js'
import { requestHeaders, responseHeaders } from './upstream/headers.js'
import { upstreamUrl } from './upstream/send.js'

/** Passes a request through that is no turn of a conversation. Bodies stream in both directions. Throws
 * forbidden, UpstreamFailure. */
export async function passThrough({ client }: DoorsContext, call: DoorCall): Promise<void> {
  const { request, response, door, path } = call
  const { upstream } = door
  const credential = credentialToPass(call)
  const abort = new AbortController()
  const unwatch = whenClosed(response, () => abort.abort())
  try {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    const answer = await client.send({
      url: upstreamUrl(upstream.url, path),
      method: request.method ?? 'GET',
      headers: requestHeaders(request.headers, credential, hasBody ? null : 0),
      body: hasBody ? request : null,
      signal: abort.signal,
    })
    response.writeHead(answer.statusCode ?? 502, responseHeaders(answer.headers, true))
    response.flushHeaders()
    // Either side may close early. The other then notices by itself.
    await pipeline(answer, response).catch(() => {})
  } finally {
    unwatch()
  }
}
