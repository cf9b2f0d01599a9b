import { LRUCache } from 'lru-cache'
import { PROVIDER_ID } from '../../domain/texts.js'
import type { DoorResponse } from '../../ports/ports.js'
import { type DomainError, invalidRequest } from '../../domain/errors.js'
import { sliceValue } from '../../domain/formats/slice.js'
import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import type { Answer, Protocol } from '../protocol.js'
import { COMPACTION_MARK } from './compaction-item.js'
import { elementsAfterCompaction } from './compacted.js'
import { elementTexts, membersOf, parseBody } from './parse-body.js'
import type { DoorRequest } from './read-request.js'
import { withoutRepeatedAnswer } from './repeated-answer.js'

/** A client of the Responses API may send only what is new, and name the response before it, or single items of earlier
 * answers: the server has the rest. The items are found again, so that a conversation is whole, can be cut, and runs on a
 * server that keeps nothing: those of recent responses in memory, others in the session. What is unknown here passes
 * through to the server that has it. */

export interface WholeRequest {
  bytes: Buffer
  /** A response or an item that is not known here, so that the request cannot be stored or cut; null: all are known. */
  unknown: UnknownName | null
  /** It had a compaction item of ours, which no upstream can read: the client's own bytes must not be forwarded. */
  isRestored?: true
}

/** @property path of the member that names it */
export interface UnknownName {
  path: string
  kind: 'response' | 'item'
}

/** Where items of earlier answers are found when memory does not have them. */
export interface StoredResponses {
  /** Returns the items of an earlier response from its session; null: unknown. */
  items(appId: string, id: string): Promise<string[] | null>
  /** Returns one item of an earlier answer; null: unknown. */
  item(appId: string, id: string): Promise<string | null>
  /** Whether the session is still stored; null: the store is unavailable. */
  hasSession(appId: string, sessionId: string): Promise<boolean | null>
  /** Returns the items of a conversation up to the position with a digest; null: unknown. */
  compacted(appId: string, digest: string): Promise<string[] | null>
}

/** Characters of items kept in memory. */
const MAX_CHARS = 64 * 1_048_576
/** What a response counts beside its items, so that no more than 10,000 are kept. */
const CHARS_PER_RESPONSE = Math.ceil(MAX_CHARS / 10_000)
const CHARS_PER_ITEM = 1_000
const MEMBER = 'previous_response_id'
const REFERENCE = 'item_reference'

/** What is kept of a session, as long as it is stored. */
interface Kept<T> {
  sessionId: string
  value: T
}

export class EarlierResponses {
  private readonly items = new LRUCache<string, Kept<string[]>>({
    maxSize: MAX_CHARS,
    sizeCalculation: ({ value }) => value.reduce((sum, item) => sum + item.length, CHARS_PER_RESPONSE),
  })

  /** Items of answers by their own ids. */
  private readonly answered = new LRUCache<string, Kept<string>>({
    maxSize: MAX_CHARS / 4,
    sizeCalculation: ({ value }) => value.length + CHARS_PER_ITEM,
  })

  constructor(private readonly stored: StoredResponses) {}

  /** Keeps the items of a request and of its answer. Returns what the store needs to find them in the session; null if
   * the client asked the server to keep nothing. */
  remember(
    { appId, sessionId }: { appId: string; sessionId: string },
    { body, kinds }: Pick<DoorRequest, 'body' | 'kinds'>,
    answer: Answer,
  ): Omit<DoorResponse, 'seq'> | null {
    const { id, messages, complete } = answer
    if (id === undefined || !PROVIDER_ID.test(id) || !complete || membersOf(body).value('store') === false) return null
    const sent = elementTexts(body)
    const all = [...sent, ...messages]
    this.items.set(keyOf(appId, id), { sessionId, value: all })
    for (const item of messages) {
      const itemId = itemIdOf(item)
      if (itemId !== null) this.answered.set(keyOf(appId, itemId), { sessionId, value: item })
    }
    const firstTurn = kinds.findIndex((kind) => kind !== 'system')
    const leading = sent.slice(0, Math.max(0, firstTurn))
    return { id, leading, items: all.length, length: all.reduce((sum, item) => sum + item.length, 0) }
  }

  /** Returns the body with the items that it names: those before its own, and those that it refers to. Throws
   * invalid_request. */
  async whole(appId: string, protocol: Protocol, bytes: Buffer): Promise<WholeRequest> {
    const names = [COMPACTION_MARK, ...(protocol.id === 'responses' ? [`"${MEMBER}"`, `"${REFERENCE}"`] : [])]
    const isAble = protocol.id === 'responses' || protocol.id === 'anthropic'
    const isNamed = isAble && names.some((name) => bytes.includes(name))
    if (!isNamed) return { bytes, unknown: null }
    const body = await parseBody(bytes, protocol.list, protocol.readText)
    const id = protocol.id === 'responses' ? (membersOf(body).value(MEMBER) ?? null) : null
    const before = id === null ? [] : await this.itemsOf(appId, id)
    if (before === null) return { bytes, unknown: { path: MEMBER, kind: 'response' } }
    const own = elementTexts(body)
    let isChanged = before.length > 0
    for (const [index, value] of body.values.entries()) {
      if (!isObject(value) || value.type !== REFERENCE) continue
      const item = await this.itemOf(appId, value.id ?? null)
      if (item === null) return { bytes, unknown: { path: `${protocol.list}[${index}]`, kind: 'item' } }
      own[index] = item
      isChanged = true
    }
    const find = (digest: string) => this.stored.compacted(appId, digest)
    const restored = bytes.includes(COMPACTION_MARK)
      ? await elementsAfterCompaction(protocol, [...before, ...own], find)
      : null
    if (!isChanged && restored === null) return { bytes, unknown: null }
    if (restored && id !== null) throw invalidRequest(MEMBER, 'no earlier response beside a compaction item', 'both')
    const list = Buffer.from(`[${(restored ?? [...before, ...withoutRepeatedAnswer(before, own)]).join(',')}]`, 'utf8')
    const { from, to } = body.list
    const whole = Buffer.concat([bytes.subarray(0, from), list, bytes.subarray(to)])
    return { bytes: whole, unknown: null, ...(restored && { isRestored: true }) }
  }

  private async itemsOf(appId: string, id: Json): Promise<string[] | null> {
    if (typeof id !== 'string' || !PROVIDER_ID.test(id)) return null
    return (await this.kept(this.items, appId, id)) ?? (await this.stored.items(appId, id))
  }

  private async itemOf(appId: string, id: Json): Promise<string | null> {
    if (typeof id !== 'string' || !PROVIDER_ID.test(id)) return null
    return (await this.kept(this.answered, appId, id)) ?? (await this.stored.item(appId, id))
  }

  /** Returns what memory has. The words of a deleted session are nowhere. */
  private async kept<T>(of: LRUCache<string, Kept<T>>, appId: string, id: string): Promise<T | null> {
    const found = of.get(keyOf(appId, id))
    if (!found) return null
    if ((await this.stored.hasSession(appId, found.sessionId)) !== false) return found.value
    of.delete(keyOf(appId, id))
    return null
  }
}

/** A local model server keeps nothing, and no session has this response or item. */
export function unknownName({ path, kind }: UnknownName): DomainError {
  return kind === 'response'
    ? invalidRequest(path, 'a response of this conversation', 'an unknown one; send all items again')
    : invalidRequest(path, 'an item of an earlier answer', `an unknown ${REFERENCE}; send the item itself`)
}

function itemIdOf(item: string): string | null {
  const id = JSON.parse(sliceValue(item, 'id') ?? 'null') as Json
  return typeof id === 'string' && PROVIDER_ID.test(id) ? id : null
}

/** Ids of one app mean nothing to another. [P11] */
function keyOf(appId: string, id: string): string {
  return `${appId} ${id}`
}
