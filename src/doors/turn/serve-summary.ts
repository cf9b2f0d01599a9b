import { parseJson } from '../../domain/formats/args.js'
import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { whenClosed } from '../../http/when-closed.js'
import type { DoorCall, DoorsContext } from '../door.js'
import { writeCompactionBlock } from '../request/compaction-item.js'
import { membersOf } from '../request/parse-body.js'
import type { DoorRequest } from '../request/read-request.js'
import { eventText, newId } from '../translate/ollama-answer.js'
import { askUpstream, compacted, passOn, type Theirs } from './serve-compaction.js'
import { ownTurn } from './unstored-turn.js'

/** Answers a request with `compaction`, a beta of Anthropic's messages API: the upstream does if it can, else this service, from the context of
 * the session. The answer has one block, which the client sends back in place of the conversation. */

const MEMBER = 'compaction'

/** Whether the request asks for a summary instead of an answer. */
export function asksForSummary({ door }: DoorCall, { body }: DoorRequest): boolean {
  return door.protocol.id === 'anthropic' && isObject(membersOf(body).value(MEMBER) ?? null)
}

/** Serves one request. Throws DomainError, UpstreamFailure. */
export async function serveSummary(context: DoorsContext, call: DoorCall, read: DoorRequest): Promise<void> {
  const { door, response } = call
  const abort = new AbortController()
  const unwatch = whenClosed(response, () => abort.abort())
  try {
    if (!door.upstream.isOllama) {
      // After a cut, the whole history may be longer than the window.
      const turn = await ownTurn(context, call, read)
      const theirs = await askUpstream(context, call, {
        ...{ body: turn?.body ?? read.body.bytes, isDecoded: true, signal: abort.signal },
      })
      if (!isMissing(theirs)) return passOn(theirs, response)
    }
    const message = messageOf(read, writeCompactionBlock(await compacted(context, call, read)))
    const type = read.facts.stream ? 'text/event-stream; charset=utf-8' : 'application/json'
    const text = read.facts.stream ? eventsOf(message) : JSON.stringify(message)
    if (!response.destroyed)
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
  } finally {
    unwatch()
  }
}

/** Whether a server does not know the member: it refuses it, or answers the conversation instead. */
function isMissing({ status, body }: Theirs): boolean {
  const text = body.toString('utf8')
  if (status === 200) return !/"type"\s*:\s*"compaction"/.test(text)
  const value = status === 400 || status === 422 ? parseJson(text.slice(0, MAX_ERROR_CHARS)) : undefined
  const message = isObject(value) && isObject(value.error) ? value.error.message : undefined
  return typeof message === 'string' && UNKNOWN_MEMBER.test(message)
}

const MAX_ERROR_CHARS = 65_536
/** The wording of servers that refuse members they do not know, with the name of this one. */
const UNKNOWN_MEMBER = /^compaction\b.{0,40}\b(?:extra inputs|not permitted|unknown|unrecognized|unexpected)/i

function messageOf({ facts }: DoorRequest, block: { [key: string]: Json }) {
  return {
    ...{ id: newId('msg_'), type: 'message', role: 'assistant', model: facts.model, content: [block] },
    ...{ stop_reason: MEMBER, stop_sequence: null },
    // No model was asked.
    usage: { input_tokens: 0, output_tokens: 0 },
  }
}

function eventsOf(message: ReturnType<typeof messageOf>): string {
  const { content, stop_reason, stop_sequence, usage } = message
  const { type, ...delta } = content[0]!
  const opened = { type, ...Object.fromEntries(Object.keys(delta).map((key) => [key, null])) }
  const started = { ...message, content: [], stop_reason: null }
  return [
    eventText('message_start', { type: 'message_start', message: started }),
    eventText('content_block_start', { type: 'content_block_start', index: 0, content_block: opened }),
    eventText('content_block_delta', {
      ...{ type: 'content_block_delta', index: 0 },
      delta: { type: 'compaction_delta', ...delta },
    }),
    eventText('content_block_stop', { type: 'content_block_stop', index: 0 }),
    eventText('message_delta', { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage }),
    eventText('message_stop', { type: 'message_stop' }),
  ].join('')
}
