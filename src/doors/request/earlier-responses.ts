import { LRUCache } from 'lru-cache'
import type { DoorResponse } from '../../app/ports/ports.js'
import type { DomainError } from '../../domain/errors.js'
import type { Answer, Protocol } from '../protocol.js'
import { elementTexts, invalid, membersOf, parseBody } from './parse-body.js'
import type { DoorRequest } from './read-request.js'

/** A client of the Responses API may send only what is new, and name the response before it: the server has the rest.
 * The items are found again, so that a conversation is whole, can be cut, and runs on a server that keeps nothing: those
 * of recent responses in memory, others in the session. An unknown response passes through to the server that has it. */

export interface WholeRequest {
  bytes: Buffer
  /** The named response is not known here: its items cannot be stored or cut. */
  isUnknown: boolean
}

/** Characters of items kept in memory. */
const MAX_CHARS = 64 * 1_048_576
/** What a response counts beside its items, so that no more than 10,000 are kept. */
const CHARS_PER_RESPONSE = Math.ceil(MAX_CHARS / 10_000)
/** Ids of servers look like this; others are not kept. */
const ID = /^[\w.:-]{1,200}$/
const MEMBER = 'previous_response_id'

export class EarlierResponses {
  private readonly items = new LRUCache<string, string[]>({
    maxSize: MAX_CHARS,
    sizeCalculation: (items) => items.reduce((sum, item) => sum + item.length, CHARS_PER_RESPONSE),
  })

  /** @param stored returns the items of an earlier response from its session; null: unknown */
  constructor(private readonly stored: (appId: string, id: string) => Promise<string[] | null>) {}

  /** Keeps the items of a request and of its answer. Returns what the store needs to find them in the session; null if
   * the client asked the server to keep nothing. */
  remember(
    appId: string,
    { body, kinds }: Pick<DoorRequest, 'body' | 'kinds'>,
    answer: Answer,
  ): Omit<DoorResponse, 'seq'> | null {
    const { id, messages, complete } = answer
    if (id === undefined || !ID.test(id) || !complete || membersOf(body).value('store') === false) return null
    const sent = elementTexts(body)
    const all = [...sent, ...messages]
    this.items.set(keyOf(appId, id), all)
    const firstTurn = kinds.findIndex((kind) => kind !== 'system')
    const leading = sent.slice(0, Math.max(0, firstTurn))
    return { id, leading, items: all.length, length: all.reduce((sum, item) => sum + item.length, 0) }
  }

  /** Returns the body with the items before its own. Throws invalid_request. */
  async whole(appId: string, protocol: Protocol, bytes: Buffer): Promise<WholeRequest> {
    const isNamed = protocol.id === 'responses' && bytes.includes(`"${MEMBER}"`)
    if (!isNamed) return { bytes, isUnknown: false }
    const body = await parseBody(bytes, protocol.list, protocol.readText)
    const id = membersOf(body).value(MEMBER) ?? null
    if (id === null) return { bytes, isUnknown: false }
    const before =
      typeof id === 'string' && ID.test(id)
        ? (this.items.get(keyOf(appId, id)) ?? (await this.stored(appId, id)))
        : null
    if (!before) return { bytes, isUnknown: true }
    const list = Buffer.from(`[${[...before, ...elementTexts(body)].join(',')}]`, 'utf8')
    const { from, to } = body.list
    return { bytes: Buffer.concat([bytes.subarray(0, from), list, bytes.subarray(to)]), isUnknown: false }
  }
}

/** A local model server keeps no responses, and no session has this one. */
export function unknownResponse(): DomainError {
  return invalid('previous_response_id', 'a response of this conversation', 'an unknown one; send all items again')
}

/** Ids of one app mean nothing to another. [P11] */
function keyOf(appId: string, id: string): string {
  return `${appId} ${id}`
}
