import type { ConversationName, ResentElement, ResentHistory, ResentNote } from '../../app/doors/conversation.js'
import type { StoredNote } from '../../app/doors/door-context.js'
import { canonicalMessage } from '../../domain/doors/canonical.js'
import type { Resent } from '../../domain/doors/plan.js'
import { isObject } from '../../domain/json/json.js'
import type { Format, Json } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import { compute } from '../../threads/compute.js'
import { isMessage, type ElementKind, type Protocol, type Quirk, type RequestFacts } from '../protocol.js'
import { isAnswer, nextLink, seedLink, type ChainLink } from './digest-chain.js'
import { addKinds } from './element-kinds.js'
import type { KnownBodies, KnownBody } from './known-bodies.js'
import { elementText, membersOf, parseBody, parseRest, type ParsedBody } from './parse-body.js'
import { firstWords, type GivenSummaries } from './given-summaries.js'
import { purposeOf } from './purpose.js'
import { isClientSummary } from './quirks.js'

/** A request as the core of the doors sees it. */
export interface DoorRequest {
  facts: RequestFacts
  body: ParsedBody
  kinds: ElementKind[]
  name: ConversationName
  quirk: Quirk | null
  /** Session of the conversation that it quotes; null: none. */
  about: string | null
  /** Key, program, user and name that it came with. */
  caller: string
  /** System text as the model sees it; null: none. */
  systemPrompt: string | null
  history: ResentHistory
  /** Places of the conversation, from the first message on; empty: there is none. */
  links: readonly ChainLink[]
  /** Returns the element at a position. */
  elementsAt(position: number): Resent[]
  /** Returns whether each of these stored messages, newest first, is system text between messages that this request has no more. */
  leavesOut(notes: readonly StoredNote[]): boolean[]
  /** Session that stored the beginning, and its positions; null: unknown. */
  hint: { sessionId: string; position: number } | null
  /** Remembers where the request was stored. */
  storedIn(sessionId: string): void
}

interface Given {
  protocol: Protocol
  bytes: Buffer
  appId: string
  /** Name of the key that the request came with. */
  keyName: string
  nameOf: (facts: RequestFacts) => Promise<ConversationName>
  known: KnownBodies
  summaries: GivenSummaries
}

/** Reads a body. Work is proportional to what is new since the last request of the conversation, apart from one
 * comparison of bytes. Throws invalid_request, body_too_large. */
export async function readRequest(given: Given): Promise<DoorRequest> {
  const { protocol, bytes, appId, keyName, nameOf, known, summaries } = given
  const group = `${appId}/${protocol.id}`
  const found = known.longest(group, bytes)
  const rest = found && parseRest(bytes, found.known.body, protocol.list, found.count)
  const whole = rest ? null : await parseBody(bytes, protocol.list, protocol.readText)
  const body: ParsedBody = rest ?? whole!
  const members = membersOf(body)
  const facts = protocol.readFacts(members)
  const knownKinds = rest && found ? found.known.kinds.slice(0, found.count) : []
  const kinds = await addKinds(knownKinds, protocol, {
    count: body.elements.length,
    valueAt: (index) => valueAt(body, index),
  })
  const heads = kinds.findIndex((kind) => kind !== 'system')
  const systemText = textOf(body, 0, heads < 0 ? kinds.length : heads)
  const systemPrompt = systemPromptOf(facts.system, systemText)
  const name = await nameOf(facts)
  const apart = [name.user, facts.cacheKey ?? null]
  const caller = [keyName, name.client, ...(apart.some((one) => one !== null) ? apart : [])]
  // An id of ours names one session, which has its scope.
  const scope = name.sessionId === null ? name.scope : null
  const seed = seedLink({ appId, name: name.name, scope, caller, model: facts.model, system: systemPrompt })
  const turns = kinds.flatMap((kind, index) => (isMessage(kind) ? [index] : []))
  const isSameSeed = rest !== null && found?.known.seed === seed.digest
  const links = isSameSeed ? found.known.links.slice(0, countTurns(kinds, found.count)) : []
  await addLinks(links, { body, turns, seed, format: protocol.format })
  const earlier = isSameSeed ? found.known : null
  const elements: Elements = { body, kinds, turns, digests: links.map(({ digest }) => digest) }
  const last = body.elements.length === 0 ? null : valueAt(body, body.elements.length - 1)
  const hint = hintOf(earlier, found?.count ?? 0)
  const purpose = await purposeOf(protocol, {
    ...{ facts, members, systemPrompt, last, count: turns.length, isContinued: hint !== null },
    messageAt: (at) => valueAt(body, turns[at]!),
    conversations: known.of(group),
  })
  const from = JSON.stringify([group, ...caller, name.name, name.sessionId, scope])
  const summarized = memoized(async () => {
    if (!summaries.has(from)) return null
    const valueOf = (index: number) => valueAt(body, index)
    return summaries.take(from, await firstWords(protocol.format, { system: systemPrompt, kinds, valueOf }))
  })
  return {
    ...{ facts, body, kinds, name, systemPrompt, ...purpose, caller: from, links },
    history: historyOf(protocol, elements, summarized),
    elementsAt: (position) => resentAt(elements, position),
    leavesOut: leavesOutOf(protocol, elements),
    hint,
    storedIn: (sessionId) => {
      // A list that is a text has no elements to compare.
      if (body.textMessage === null)
        known.remember({ scope: group, body, kinds, links, seed: seed.digest, sessionId }, earlier)
    },
  }
}

/** Longer messages are known by their bytes. */
const LONG_BYTES = 1_048_576

async function addLinks(
  links: ChainLink[],
  { body, turns, seed, format }: { body: ParsedBody; turns: readonly number[]; seed: ChainLink; format: Format },
): Promise<void> {
  for (let at = links.length; at < turns.length; at++) {
    await pauseWhenDue()
    const index = turns[at]!
    const { from, to } = body.elements[index]!
    const before = links.at(-1) ?? seed
    const isLong = to - from > LONG_BYTES
    // The bytes identify a long message: to compare its content would hold up other requests.
    const message = isLong ? await compute('textDigest', to - from, elementText(body, index)) : valueAt(body, index)
    links.push(nextLink(before, format, message))
  }
}

function memoized<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null
  return () => (done ??= work())
}

function countTurns(kinds: readonly ElementKind[], count: number): number {
  let turns = 0
  for (let at = 0; at < count; at++) if (isMessage(kinds[at])) turns += 1
  return turns
}

/** An equal system text alone says nothing about the conversation. */
function hintOf(known: KnownBody | null, count: number): DoorRequest['hint'] {
  const position = known ? countTurns(known.kinds, count) : 0
  return known && position > 0 ? { sessionId: known.sessionId, position } : null
}

function valueAt({ bytes, elements, values, firstParsed }: ParsedBody, index: number): Json {
  if (index >= firstParsed) return values[index - firstParsed] ?? null
  const { from, to } = elements[index]!
  const value: Json = JSON.parse(bytes.toString('utf8', from, to))
  return value
}

function textOf(body: ParsedBody, from: number, to: number): string {
  const texts: string[] = []
  for (let index = from; index < to; index++) texts.push(elementText(body, index))
  return texts.join(',')
}

/** Returns the text of the system part: a text, or blocks of text. What is no text counts as JSON. */
function systemPromptOf(member: string | null, messages: string): string | null {
  const values: Json[] = member === null ? [] : [JSON.parse(member) as Json]
  if (messages !== '')
    for (const message of JSON.parse(`[${messages}]`) as Json[])
      // Codex sends its tools in an element at the head, for newer models.
      values.push(isObject(message) ? (message.content ?? message.tools ?? '') : '')
  const texts = values.map(plainText).filter((text) => text !== '')
  return texts.length === 0 ? null : texts.join('\n\n')
}

function plainText(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plainText).join('\n\n')
  if (isObject(value)) return typeof value.text === 'string' ? value.text : JSON.stringify(value)
  return value === null ? '' : String(value)
}

interface Elements {
  body: ParsedBody
  kinds: readonly ElementKind[]
  /** Index of each turn. */
  turns: readonly number[]
  digests: readonly string[]
}

function historyOf(
  { format }: Protocol,
  { body, kinds, turns, digests }: Elements,
  summarized: ResentHistory['summarized'],
): ResentHistory {
  return {
    format,
    digests,
    summarized,
    hasSummaryAfter: (position) => turns.slice(position).some((index) => isClientSummary(format, valueAt(body, index))),
    after: (position) => {
      const from = position === 0 ? 0 : turns[position - 1]! + 1
      const elements: ResentElement[] = []
      let at = position
      for (let index = from; index < kinds.length; index++) {
        if (kinds[index] === 'system') continue
        const place = isMessage(kinds[index]) ? ++at : null
        elements.push({ raw: elementText(body, index), value: valueAt(body, index), position: place })
      }
      return elements
    },
    newestNotes: (messages) => {
      let next = Math.max(1, turns.length - messages)
      const notes: ResentNote[] = []
      for (let index = turns[next - 1] ?? kinds.length; index < kinds.length; index++)
        if (isMessage(kinds[index])) next += 1
        else if (kinds[index] === 'reminder')
          notes.push({ raw: elementText(body, index), value: valueAt(body, index), next })
      return notes
    },
  }
}

function leavesOutOf({ format, kindOf }: Protocol, { body, kinds }: Elements): DoorRequest['leavesOut'] {
  const canonicalAt = (index: number) => canonicalMessage(format, valueAt(body, index))
  return (notes) => {
    if (notes.length === 0) return []
    const counts = new Map<string, number>()
    kinds.forEach((kind, index) => {
      if (kind === 'reminder' || kind === 'result')
        counts.set(canonicalAt(index), (counts.get(canonicalAt(index)) ?? 0) + 1)
    })
    const answer = kinds.findIndex((_, index) => isAnswer(canonicalAt(index)))
    const hasOpening = kinds.slice(0, answer < 0 ? kinds.length : answer).includes('reminder')
    return notes.map(({ raw, isOpening }) => {
      const value = JSON.parse(raw) as Json
      if (kindOf(value, false) !== 'reminder' || (isOpening && hasOpening)) return false
      const text = canonicalMessage(format, value)
      const count = counts.get(text) ?? 0
      counts.set(text, count - 1)
      return count <= 0
    })
  }
}

/** Only the message itself: system text beside it is stored as a message of its own. */
function resentAt({ body, turns }: Elements, position: number): Resent[] {
  const index = turns[position - 1]
  return index === undefined ? [] : [{ raw: elementText(body, index), index }]
}
