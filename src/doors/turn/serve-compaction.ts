import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError, invalidRequest } from '../../domain/errors.js'
import { isObject } from '../../domain/json/json.js'
import { parseJson } from '../../domain/formats/args.js'
import type { Json } from '../../domain/message.js'
import { whenClosed } from '../../http/when-closed.js'
import type { DoorCall, DoorsContext } from '../door.js'
import { writeCompaction, type CompactionItem } from '../request/compaction-item.js'
import { elementTexts, parseBody } from '../request/parse-body.js'
import type { DoorRequest } from '../request/read-request.js'
import { credentialFor } from '../upstream/credentials.js'
import { requestHeaders, responseHeaders } from '../upstream/headers.js'
import { UpstreamFailure, upstreamUrl } from '../upstream/send.js'
import { within } from './bypass.js'
import { clearText } from './clear-text.js'
import { prepareTurn } from './prepare-turn.js'

/** Answers `POST /v1/responses/compact`: the upstream does if it can, else this service, from the context of the session. */

const PATHS = ['/responses/compact', '/v1/responses/compact']

export function isCompactionPath(path: string): boolean {
  return PATHS.includes(path.split('?')[0]!)
}

/** Returns the body with an empty list if it has none: a client may only name the response before. */
export function withList(list: string, bytes: Buffer): Buffer {
  // Searched as bytes: Node 24.22 aborts when it searches for a long text that is not ASCII.
  if (bytes.length > 65_536 || bytes.includes(Buffer.from(JSON.stringify(list)))) return bytes
  const at = bytes.indexOf('{') + 1
  if (at === 0 || bytes.toString('utf8', at).trimStart().startsWith('}')) return bytes
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`${JSON.stringify(list)}:[],`), bytes.subarray(at)])
}

export interface CompactionBodies {
  /** The body as it came, and without its encoding. */
  original: Buffer
  decoded: Buffer
  /** It names a response that only the upstream may know. */
  isUnknown: boolean
}

/** Serves one request. Throws DomainError, UpstreamFailure. */
export async function serveCompaction(
  context: DoorsContext,
  call: DoorCall,
  read: DoorRequest,
  bodies: CompactionBodies,
): Promise<void> {
  const { door, response } = call
  const abort = new AbortController()
  const unwatch = whenClosed(response, () => abort.abort())
  try {
    if (door.translation === null && !door.upstream.isOllama) {
      const theirs = await askUpstream(context, call, {
        ...{ body: bodies.original, isDecoded: false, signal: abort.signal },
      })
      if (!isMissing(theirs)) return passOn(theirs, response)
      if (bodies.isUnknown)
        throw invalidRequest('previous_response_id', 'a response of this conversation', 'an unknown one')
    }
    const own = JSON.stringify(await answer(context, call, read))
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(own) }
    if (!response.destroyed) response.writeHead(200, headers).end(own)
  } finally {
    unwatch()
  }
}

/** Passes a whole answer of the upstream on. */
export function passOn({ status, headers: given, body }: Theirs, response: ServerResponse): void {
  const { 'content-length': _length, ...headers } = responseHeaders(given, true)
  if (!response.destroyed) response.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
}

export interface Theirs {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Largest answer of an upstream: its items hold the words of the user. */
const MAX_ANSWER_BYTES = 67_108_864

export async function askUpstream(
  { client }: DoorsContext,
  call: DoorCall,
  { body, isDecoded, signal }: { body: Buffer; isDecoded: boolean; signal: AbortSignal },
): Promise<Theirs> {
  const { request, door, path } = call
  const { 'content-encoding': encoding, ...others } = request.headers
  const given = {
    ...others,
    'accept-encoding': 'identity',
    ...(encoding !== undefined && !isDecoded && { 'content-encoding': encoding }),
  }
  const answer = await client.send({
    url: upstreamUrl(door.upstream.url, path),
    method: 'POST',
    headers: requestHeaders(given, credentialFor(call), body.length),
    body,
    signal,
  })
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MAX_ANSWER_BYTES) throw new UpstreamFailure('unavailable')
    pieces.push(piece)
  }
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(pieces) }
}

/** Whether a server does not know the path. A 404 that names a code or a member is about the request. LM Studio answers paths that
 * it does not know with 200. */
function isMissing({ status, body }: Theirs): boolean {
  if (status === 405 || status === 501) return true
  if (status !== 404 && (status !== 200 || body.length > 65_536)) return false
  const value = parseJson(body.toString('utf8'))
  if (status === 200) return isObject(value) && value.error !== undefined && value.output === undefined
  const error = isObject(value) ? value.error : undefined
  return !isObject(error) || (typeof error.code !== 'string' && typeof error.param !== 'string')
}

/** Stores what is new of the conversation, and returns its context as text, within half of the limit, with the digest of the conversation. No
 * model is asked. [P6] Throws invalid_request, store_unavailable, and what storing a turn throws. */
export async function compacted(context: DoorsContext, call: DoorCall, read: DoorRequest): Promise<CompactionItem> {
  const { ports, times } = context
  const { history } = read
  const digest = history.digests.at(-1)
  const { protocol } = call.door
  if (digest === undefined) throw invalidRequest(protocol.list, 'a conversation', 'nothing to compact')
  const prepared = await within(times.storeMs, prepareTurn(context, call, read, 'as-is')).catch((error: unknown) => {
    if (error instanceof DomainError) throw error
    ports.log.warn({ err: error }, 'a compaction needs the store')
    throw new DomainError('store_unavailable', 'The store is unavailable. Try again.')
  })
  const sent = await parseBody(prepared.body, protocol.list, protocol.readText)
  const parts = sent.values.filter((value) => protocol.kindOf(value, true) !== 'system')
  const texts = elementTexts(sent).slice(sent.values.length - parts.length)
  const own = new Set(elementTexts(read.body))
  const firstRequest = parts.findIndex(isPersons)
  // A checkpoint, the ledger, and goals are not the client's; what the user asked for first says what all of it is about.
  const mustKeep = (item: Json, at: number) => at === firstRequest || (isPersons(item) && !own.has(texts[at]!))
  const count = (text: string) => ports.tokenizer.count(text)
  const { limit, reserve } = prepared.session
  return { digest, text: clearText(parts, { mustKeep, tokens: Math.floor((limit - reserve) / 2), count }) }
}

/** Returns the answer: every message of the user, and the item. */
async function answer(context: DoorsContext, call: DoorCall, read: DoorRequest) {
  const { ports } = context
  const { history, body, kinds } = read
  const item = await compacted(context, call, read)
  const kept = history.after(0).flatMap(({ raw, value }) => (isPersons(value) ? [JSON.parse(raw) as Json] : []))
  const leading = elementTexts(body).flatMap((raw, at) => (kinds[at] === 'system' ? [JSON.parse(raw) as Json] : []))
  const created = Math.floor(ports.clock.now().getTime() / 1_000)
  return {
    id: `resp_${ports.ids.make('cmp')}`,
    object: 'response.compaction',
    created_at: created,
    output: [...leading, ...kept, writeCompaction(ports.ids.make('cmp'), item)],
    // No model was asked.
    usage: {
      ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      ...{
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    },
  }
}

function isPersons(value: Json): boolean {
  if (!isObject(value) || value.role !== 'user') return false
  return !(
    Array.isArray(value.content) && value.content.some((block) => isObject(block) && block.type === 'tool_result')
  )
}
