import { LRUCache } from 'lru-cache'
import { PROVIDER_ID } from '../../domain/texts.js'
import { DomainError, invalidRequest } from '../../domain/errors.js'
import { isObject } from '../../domain/json/json.js'
import type { Answer, Protocol } from '../protocol.js'
import { elementTexts, membersOf, parseBody, type ParsedBody } from './parse-body.js'
import type { DoorRequest } from './read-request.js'

/** Message threads of Anthropic's API: the server holds the conversation, and a request names the answer before it (`thread`) and has only what
 * is new. Here the door is that server: the conversation stays whole, can be cut, and runs on any model. The upstream gets all messages
 * and no `thread`. A thread that is not known here is refused as the API does, and clients then send the whole history again. */

/** What an answer of a thread continues. Exact JSON text. */
interface HeldThread {
  sessionId: string
  /** Members that a request that continues does not repeat; null: none. */
  system: string | null
  tools: string | null
  messages: string[]
}

export interface ThreadRequest {
  /** The body with the whole conversation, and no thread. */
  bytes: Buffer
  /** Answer that the request continues; null: it begins a thread. */
  previous: string | null
}

const MEMBER = 'thread'
/** Characters of messages kept in memory. */
const MAX_CHARS = 64 * 1_048_576
/** What a thread counts beside its messages, so that no more than 10,000 are kept. */
const CHARS_PER_THREAD = Math.ceil(MAX_CHARS / 10_000)
const FORMS = '{"type": "create"}, or "continue" with previous_message_id'
const SHOWN_CHARS = 100

export class HeldThreads {
  private readonly threads = new LRUCache<string, HeldThread>({
    maxSize: MAX_CHARS,
    // A longer one is not held: the client sends everything, and the limit of a body counts.
    maxEntrySize: MAX_CHARS / 4,
    sizeCalculation: ({ system, tools, messages }) =>
      messages.reduce(
        (sum, text) => sum + text.length,
        CHARS_PER_THREAD + (system?.length ?? 0) + (tools?.length ?? 0),
      ),
  })

  /** @param hasSession whether a session is still stored; null: unknown */
  constructor(private readonly hasSession: (appId: string, sessionId: string) => Promise<boolean | null>) {}

  /** Returns the body with the messages that its thread holds; null: it has no thread. Throws invalid_request, not_found. */
  async whole(appId: string, { id, list }: Protocol, bytes: Buffer): Promise<ThreadRequest | null> {
    if (id !== 'anthropic' || !bytes.includes(`"${MEMBER}"`)) return null
    const body = await parseBody(bytes, list)
    const members = membersOf(body)
    const thread = members.value(MEMBER) ?? null
    if (thread === null) return null
    const [system, tools] = [members.text('system'), members.text('tools')]
    const own = elementTexts(body)
    const { type, previous_message_id: previous } = isObject(thread) ? thread : {}
    if (type === 'create') return { bytes: bodyWith(body, list, { system, tools, messages: own }), previous: null }
    if (type !== 'continue' || typeof previous !== 'string')
      throw invalidRequest(MEMBER, FORMS, JSON.stringify(thread).slice(0, SHOWN_CHARS))
    const held = this.threads.get(keyOf(appId, previous))
    if (!held || (await this.hasSession(appId, held.sessionId)) === false) {
      // The words of a deleted session are nowhere.
      this.threads.delete(keyOf(appId, previous))
      throw threadNotFound(previous)
    }
    const messages = [...held.messages, ...own]
    return {
      bytes: bodyWith(body, list, { system: system ?? held.system, tools: tools ?? held.tools, messages }),
      previous,
    }
  }

  /** Holds a conversation under the id of its answer, in place of the answer that it continues. One that broke off is not held: the client
   * sends everything again. */
  remember(
    { appId, sessionId }: { appId: string; sessionId: string },
    { body, facts }: Pick<DoorRequest, 'body' | 'facts'>,
    { answer, previous }: { answer: Answer; previous: string | null },
  ): void {
    const { id, messages, complete } = answer
    if (id === undefined || !PROVIDER_ID.test(id) || !complete) return
    if (previous !== null) this.threads.delete(keyOf(appId, previous))
    const all = [...elementTexts(body), ...messages]
    this.threads.set(keyOf(appId, id), { sessionId, system: facts.system, tools: facts.tools, messages: all })
  }
}

/** Writes the body again, in an order that all requests of a thread share: the end of it is what grows. */
function bodyWith(
  { bytes, spans }: ParsedBody,
  list: string,
  { system, tools, messages }: Omit<HeldThread, 'sessionId'>,
): Buffer {
  const others = [...spans].filter(([key]) => ![MEMBER, list, 'system', 'tools'].includes(key))
  const kept = others.map(([key, { from, to }]) => `${JSON.stringify(key)}:${bytes.toString('utf8', from, to)}`)
  const fixed = Object.entries({ system, tools }).flatMap(([key, text]) => (text === null ? [] : [`"${key}":${text}`]))
  return Buffer.from(`{${[...kept, ...fixed, `${JSON.stringify(list)}:[${messages.join(',')}]`].join(',')}}`, 'utf8')
}

/** The code by which clients know that they have to send the whole conversation again. */
const THREAD_NOT_FOUND = 'thread_not_found'

function threadNotFound(id: string): DomainError {
  const fault = {
    path: `${MEMBER}.previous_message_id`,
    expected: 'an answer of a thread held here',
    received: id.slice(0, 200),
  }
  const text = `${fault.path}: no thread has the answer ${fault.received}. Send the whole conversation again.`
  return new DomainError('not_found', text, { providerCode: THREAD_NOT_FOUND }, [fault])
}

/** Ids of one app mean nothing to another. [P11] */
function keyOf(appId: string, id: string): string {
  return `${appId} ${id}`
}
