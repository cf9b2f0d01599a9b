import { Router, type NextFunction, type Request, type Response } from 'express'
import { PATH_PARAMETER } from './operation.js'
import { actAs, ANONYMOUS, requireRole, type Principal } from '../app/access/authenticate.js'
import { DomainError } from '../domain/errors.js'
import type { BodyBudget } from './input/body-budget.js'
import { discardRest, type BodyLimits } from './input/body-bytes.js'
import { readBody } from './input/body.js'
import type { LargeBodies } from './input/large-bodies.js'
import { jsonPieces } from './input/json-text.js'
import type { Answer } from './answer.js'
import type { Operation, RawCall, ServerContext } from './operation.js'
import { requireUtf8Path } from './input/percent-encoding.js'
import { problem, sendProblem } from './problem.js'
import { readHeaders, readQuery } from './input/request-headers.js'
import { nameRequest, portsOf } from './request-telemetry.js'
import type { RequestLimits } from './limits/request-limits.js'
import { sendPieces } from './send-text.js'
import { openUpload } from './transfer/upload.js'

export interface RouterOptions {
  server: ServerContext
  bodyLimits: BodyLimits
  bodyBudget: BodyBudget
  largeBodies: LargeBodies
  /** Authenticates the caller. Throws unauthorized.
   * @param ticket single-use ticket from the query, if the operation accepts one */
  identify(request: Request, ticket: string | undefined): Promise<Principal>
  limits: RequestLimits
}

/** Routes for all operations. Answers 405 for other methods and 404 for other paths. */
export function operationsRouter(operations: readonly Operation[], options: RouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const paths = new Map<string, Operation[]>()
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation])
  const templates = [...paths.keys()]
  router.use((request: Request, _response: Response, next: NextFunction) => {
    requireUtf8Path(request.path, templates)
    next()
  })
  // `/v1/sessions/import` comes before `/v1/sessions/{sessionId}`.
  for (const [path, ofPath] of [...paths].sort(([a], [b]) => parameterCount(a) - parameterCount(b))) {
    const route = router.route(path.replace(PATH_PARAMETER, ':$1'))
    for (const operation of ofPath) {
      route[operation.method]((request: Request, response: Response) => serve(operation, options, request, response))
    }
    const allow = ofPath.map((operation) => operation.method.toUpperCase()).join(', ')
    route.all((request: Request, response: Response) => {
      response.setHeader('Allow', allow)
      sendProblem(
        response,
        problem('method_not_allowed', `${request.method} is not allowed for this path; use ${allow}.`, { allow }),
      )
    })
  }
  router.use((request: Request, response: Response) => {
    const doors = 'Programs that speak OpenAI, Anthropic, or Ollama use /openai/v1, /anthropic, or /ollama.'
    sendProblem(response, problem('not_found', `No resource at ${request.path}. /docs lists all paths. ${doors}`))
  })
  return router
}

async function serve(
  operation: Operation,
  options: RouterOptions,
  request: Request,
  response: Response,
): Promise<void> {
  nameRequest(request, { operation: operation.id, route: operation.path })
  const query = readQuery(request.url)
  const principal =
    operation.role === 'public'
      ? ANONYMOUS
      : await admit(operation.role, options, { request, response }, takesTicket(operation) ? query.ticket : undefined)
  const server = { ...options.server, ports: portsOf(request, options.server.ports, principal) }
  const headers = readHeaders(request)
  // The body counts against the budget until its request is answered: its text and values stay in memory that long.
  const share = options.bodyBudget.open(principal.name)
  const place = options.largeBodies.open(principal.name)
  try {
    const upload = operation.upload ? openUpload(request, operation.upload) : null
    const hasBody = !upload && (operation.method === 'post' || operation.method === 'patch')
    const body = hasBody ? await readBody(request, share, place, options.bodyLimits) : null
    const call = { server, principal, params: pathParams(request), query, body, upload, headers }
    const answer = await running(operation, call, request)
    // A client may read its reply slowly.
    place.release()
    await send(answer, request, response)
  } finally {
    place.release()
    share.release()
  }
}

/** Runs the operation. After a failure, the rest of an upload is dropped. */
async function running(operation: Operation, call: RawCall, request: Request): Promise<Answer> {
  try {
    return await operation.run(call)
  } catch (error) {
    if (call.upload) discardRest(request)
    throw error
  }
}

/** Checks the key, its rate limit, the role, the app and its quota of requests, in this order: cheap checks come first. */
export async function admit(
  role: 'admin' | 'app' | 'viewer',
  options: Pick<RouterOptions, 'identify' | 'limits' | 'server'>,
  { request, response }: { request: Request; response: Response },
  ticket: string | undefined,
): Promise<Principal> {
  const principal = await options.identify(request, ticket)
  nameRequest(request, { caller: principal })
  options.limits.key(principal, response)
  requireRole(principal, role)
  const caller = await actAs(options.server.ports, principal, appHeader(request))
  nameRequest(request, { caller })
  await options.limits.app(caller, response)
  return caller
}

async function send(answer: Answer, request: Request, response: Response): Promise<void> {
  if (answer.kind === 'stream') {
    nameRequest(request, { isStream: true })
    return answer.run(request, response)
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  response.status(answer.status)
  if (answer.kind === 'empty') return void response.end()
  if (answer.kind === 'pieces') {
    response.once('close', answer.release)
    if (response.destroyed) answer.release()
    return sendJson(answer.texts, request, response)
  }
  if (answer.kind === 'json') return sendJson(jsonPieces(answer.body), request, response)
  response.setHeader('Content-Type', answer.contentType)
  const bytes = answer.kind === 'bytes' ? answer.bytes : Buffer.from(answer.text, 'utf8')
  response.setHeader('Content-Length', String(bytes.length))
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Replies up to this many characters are sent in one piece with a Content-Length. */
const SMALL_CHARS = 262_144

async function sendJson(texts: Iterable<string>, request: Request, response: Response): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  const rest = texts[Symbol.iterator]()
  const first: string[] = []
  for (let chars = 0; chars <= SMALL_CHARS;) {
    const next = rest.next()
    if (next.done) {
      const text = first.length === 1 ? first[0]! : first.join('')
      response.setHeader('Content-Length', String(Buffer.byteLength(text)))
      // As text, because Node writes the head and a text together.
      return void response.end(request.method === 'HEAD' ? undefined : text)
    }
    first.push(next.value)
    chars += next.value.length
  }
  if (request.method === 'HEAD') return void response.end()
  return sendPieces(response, joined(first, rest))
}

function* joined(first: Iterable<string>, rest: Iterator<string>): Generator<string> {
  yield* first
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
}

function parameterCount(path: string): number {
  return path.split('{').length - 1
}

function takesTicket(operation: Operation): boolean {
  return 'ticket' in operation.query.shape
}

function pathParams(request: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]))
}

/** Characters of the name of an app. */
const MAX_APP = 200

function appHeader(request: Request): string | null {
  const app = request.get('x-app-id')
  if (app === undefined) return null
  // A header has bytes, which Node reads as Latin-1. Clients send UTF-8 or Latin-1.
  const decoded = Buffer.from(app, 'latin1').toString('utf8')
  const text = decoded.includes('\uFFFD') ? app : decoded
  if (text === '' || text.length > MAX_APP) throw new DomainError('not_found', 'No app has the id or name in X-App-Id.')
  return text
}
