import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { Router, type Request, type Response as HttpResponse } from 'express'
import { invalidRequest } from '../domain/errors.js'
import type { Json } from '../domain/message.js'
import { readBody } from '../http/input/body.js'
import { LargeBodies } from '../http/input/large-bodies.js'
import { admit, type RouterOptions } from '../http/router.js'
import { identify, type Mount } from '../http/server.js'
import { nameRequest, portsOf } from '../http/request-telemetry.js'
import { sessionInHeaders, type Caller } from './caller.js'
import { mcpServer } from './server.js'

/** Serves MCP at `/mcp` over streamable HTTP, for clients of the revisions 2025-03-26 to 2026-07-28. No state is kept
 * between requests. Keys, limits and bounds are those of the API. */

/** Arguments are small; a larger body is no call of these tools. */
const MAX_BODY_BYTES = 1_048_576
/** Messages in a batch of the oldest revision. They run at the same time. */
const MAX_BATCH = 16
/** Open streams for changes of lists. The lists never change, but clients may open one. */
const MAX_STREAMS = 64

export const mcpMount: Mount = (admission, bodyBudget) => {
  const { server, options, limits } = admission
  const access: RouterOptions = {
    ...{ server, limits, bodyBudget, largeBodies: new LargeBodies() },
    bodyLimits: { ...options.bodyTimes, maxBytes: Math.min(MAX_BODY_BYTES, options.maxBodyBytes) },
    identify: (request, ticket) => identify(admission, request, ticket),
  }
  const callers = new WeakMap<globalThis.Request, Caller>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo && callers.get(requestInfo)
      if (!caller) throw new Error('an MCP request without its caller')
      return mcpServer(caller)
    },
    {
      maxSubscriptions: MAX_STREAMS,
      onerror: (error) => server.ports.log.debug({ err: error }, 'MCP request refused'),
    },
  )
  const router = Router({ caseSensitive: true, strict: true })
  router.all('/mcp', (request, response) => serve({ access, handler, callers }, request, response))
  return router
}

interface Serving {
  access: RouterOptions
  handler: McpHttpHandler
  callers: WeakMap<globalThis.Request, Caller>
}

async function serve({ access, handler, callers }: Serving, request: Request, response: HttpResponse): Promise<void> {
  const { bodyBudget, largeBodies } = access
  nameRequest(request, { operation: 'mcp', route: '/mcp' })
  const principal = await admit('viewer', access, { request, response }, undefined)
  const server = { ...access.server, ports: portsOf(request, access.server.ports, principal) }
  const caller: Caller = { server, principal, named: sessionInHeaders(request.headers) }
  const share = bodyBudget.open(principal.name)
  const place = largeBodies.open(principal.name)
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  let unwatch = () => {}
  try {
    const body =
      request.method === 'POST' ? (await readBody(request, share, place, access.bodyLimits)).value : undefined
    requireSmallBatch(body)
    nameRequest(request, { isStream: isStream(body) })
    // A stream has no end of its own; a call is allowed to finish.
    if (isStream(body)) {
      unwatch = server.keyWatch.watch(principal, leave)
      server.closing.addEventListener('abort', leave, { once: true })
      if (server.closing.aborted) leave()
    }
    const asked = webRequest(request, gone.signal)
    callers.set(asked, caller)
    await send(await handler.fetch(asked, body === undefined ? {} : { parsedBody: body }), response, gone.signal)
  } finally {
    server.closing.removeEventListener('abort', leave)
    unwatch()
    place.release()
    share.release()
  }
}

function requireSmallBatch(body: Json | undefined): void {
  if (!Array.isArray(body) || body.length <= MAX_BATCH) return
  const expected = `at most ${MAX_BATCH} messages`
  const detail = `body: expected ${expected} in a batch, received ${body.length}.`
  throw invalidRequest('', expected, `${body.length} messages`, detail)
}

function isStream(body: Json | undefined): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && body.method === 'subscriptions/listen'
}

/** Returns the head of a request in the form of the web. The body was read within our own limits. */
function webRequest({ method, headers }: Request, signal: AbortSignal): globalThis.Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(':') ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return new globalThis.Request('http://localhost/mcp', { method, headers: given, signal })
}

async function send(answer: globalThis.Response, response: HttpResponse, signal: AbortSignal): Promise<void> {
  if (response.destroyed) return void answer.body?.cancel()
  response.status(answer.status)
  answer.headers.forEach((value, name) => void response.setHeader(name, value))
  if (answer.body === null) return void response.end()
  response.flushHeaders()
  try {
    await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), response)
  } catch (error) {
    // A client that hangs up needs no answer.
    if (!signal.aborted && !response.destroyed) throw error
  }
}
