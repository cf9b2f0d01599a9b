import { createHash } from 'node:crypto'
import type { LRUCache } from 'lru-cache'
import { acceptMessages } from '../app/ingest/accept-messages.js'
import { countFixed } from '../app/ingest/count-fixed.js'
import { recentEntries } from '../app/shared/recent.js'
import { DomainError } from '../domain/errors.js'
import { modelTokens } from '../domain/session/model-tokens.js'
import { MESSAGE_OVERHEAD } from '../domain/tokens.js'
import { readBytes } from '../http/input/body-bytes.js'
import { credentialFor } from './upstream/credentials.js'
import type { DoorCall, DoorsContext } from './door.js'
import { conversationName } from './request/client-names.js'
import { inUserScope } from './request/user-scope.js'
import { refuseReferences } from './request/references.js'
import { readRequest, type DoorRequest } from './request/read-request.js'
import { decodeBody } from './transport/decode-body.js'
import { mustBypass } from './turn/bypass.js'
import { unstoredTurn } from './turn/unstored-turn.js'
import { hasOwnCredential, requestHeaders } from './upstream/headers.js'
import { upstreamUrl } from './upstream/send.js'

/** Answers `count_tokens` for the context that would be sent, not for the whole history. Stores nothing. */

/** What would be sent for a request. */
interface Counted {
  body: Buffer
  /** Model tokens, by our own count. */
  tokens: number
}
interface Reply {
  status: number
  body: Buffer
}

/** Editors ask 40 to 50 times in a second, mostly for the same messages. */
export type CountReplies = LRUCache<string, Promise<Reply>>
const MAX_REPLIES = 2_000
const REPLY_MS = 300_000

export function countReplies(): CountReplies {
  return recentEntries(MAX_REPLIES, REPLY_MS)
}

/** Serves one request. Throws DomainError, UpstreamFailure. */
export async function countTokens(context: DoorsContext, call: DoorCall, replies: CountReplies): Promise<void> {
  const { request, response, caller } = call
  const share = context.bodyBudget.open(caller.principal.name)
  try {
    const limits = { maxBytes: context.maxBodyBytes }
    const received = await readBytes(request, share, limits)
    const growTo = (bytes: number) => share.growTo(received.length + bytes)
    const bytes = await decodeBody(received, request.headers['content-encoding'], { ...limits, growTo })
    const counted = await contextOf(context, call, bytes)
    const { status, body } = await reply(context, call, counted, replies)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  } finally {
    share.release()
  }
}

async function contextOf(context: DoorsContext, call: DoorCall, bytes: Buffer): Promise<Counted> {
  const { protocol } = call.door
  const { appId, principal } = call.caller
  const nameOf = (facts: DoorRequest['facts']) =>
    inUserScope(context, appId, conversationName(call.request.headers, facts))
  const { known, summaries } = context
  const read = await readRequest({ protocol, bytes, appId, keyName: principal.name, nameOf, known, summaries })
  const isLent = !hasOwnCredential(call.request.headers, call.caller.isOurKey) && !call.door.upstream.isOllama
  if (isLent) refuseReferences(read)
  try {
    return await storedContext(context, call, read)
  } catch (error) {
    if (isUnproven(error)) return wholeRequest(context, read)
    if (!mustBypass(error)) throw error
    context.ports.log.warn({ err: error }, 'tokens were counted without the store')
    return { body: bytes, tokens: await tokensAfter(context, read, 0) }
  }
}

async function storedContext(context: DoorsContext, call: DoorCall, read: DoorRequest): Promise<Counted> {
  const { ports } = context
  const found = await unstoredTurn(context, call, read)
  if (!found) return wholeRequest(context, read)
  const { session, tokens, position, body } = found
  return { body, tokens: modelTokens(session, tokens + (await tokensAfter({ ports }, read, position))) }
}

/** Whether the session has more than the request proves, and its context of that time is not known. */
function isUnproven(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'not_found' || error.code === 'state_not_recorded')
}

/** Counts the request as it is. */
async function wholeRequest({ ports }: DoorsContext, read: DoorRequest): Promise<Counted> {
  const { system, tools } = await countFixed(ports, read.systemPrompt, read.facts.tools)
  return { body: read.body.bytes, tokens: system + tools + (await tokensAfter({ ports }, read, 0)) }
}

/** Returns the base tokens of the messages after a position. */
async function tokensAfter(
  { ports }: Pick<DoorsContext, 'ports'>,
  { history }: DoorRequest,
  position: number,
): Promise<number> {
  const elements = history.after(position)
  if (elements.length === 0) return 0
  const { measured } = await acceptMessages(ports, {
    format: history.format,
    raw: elements.map(({ raw }) => raw),
    values: elements.map(({ value }) => value),
    validation: 'lenient',
    systemIsApp: true,
  })
  const sums = measured.map(({ partTokens }) => partTokens.reduce((sum, tokens) => sum + tokens, MESSAGE_OVERHEAD))
  return sums.reduce((sum, tokens) => sum + tokens, 0)
}

async function reply(context: DoorsContext, call: DoorCall, counted: Counted, replies: CountReplies): Promise<Reply> {
  const { upstream, translation } = call.door
  if (translation) return { status: 200, body: Buffer.from(JSON.stringify({ input_tokens: counted.tokens })) }
  const digest = createHash('sha256').update(counted.body).digest('base64')
  const key = `${call.caller.appId} ${upstream.url} ${digest}`
  const known = replies.get(key)
  if (known) return known
  const asked = askUpstream(context, call, counted.body)
  replies.set(key, asked)
  const forget = () => void replies.delete(key)
  // An error is not an answer for others.
  asked.then(({ status }) => (status === 200 ? undefined : forget()), forget)
  return asked
}

/** Longest reply that is read. A count is 30 bytes. */
const MAX_REPLY_BYTES = 65_536
const COUNT_MS = 30_000

async function askUpstream({ client }: DoorsContext, call: DoorCall, body: Buffer): Promise<Reply> {
  const { upstream } = call.door
  const { 'content-encoding': _encoding, ...headers } = call.request.headers
  const credential = credentialFor(call)
  const answer = await client.send({
    url: upstreamUrl(upstream.url, call.path),
    method: 'POST',
    headers: requestHeaders(headers, credential, body.length),
    body,
    // Not the client's own end: others may wait for the same count.
    signal: AbortSignal.timeout(COUNT_MS),
  })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_REPLY_BYTES) break
    chunks.push(chunk)
  }
  return { status: answer.statusCode ?? 502, body: Buffer.concat(chunks) }
}
