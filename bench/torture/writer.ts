import { setTimeout as sleep } from 'node:timers/promises'
import type { LoggedConversation } from '../../src/importers/index.js'
import { FORMATS } from '../../src/domain/message.js'
import type { Random } from '../support/random.js'
import { giantRound } from '../../testing/giant-results.js'
import { checkContext } from './check-context.js'
import type { Client } from './client.js'
import { poisonedMessages, poisonedRequest } from './poison.js'
import type { SessionLedger } from './session-ledger.js'
import type { Tally } from './tally.js'

export interface WriterParts {
  name: string
  client: Client
  ledger: SessionLedger
  /** Most giant results of the run. */
  giants: number
  conversation: LoggedConversation
  random: Random
  tally: Tally
}

/** Share of appends with a giant result. */
const GIANT_CHANCE = 0.02
/** Share of appends with a poisoned message. */
const POISON_CHANCE = 0.1

interface Appended {
  messages: { id: string; seq: number }[]
}

/** Appends a conversation to a session repeatedly until it is stopped. Always finishes a started request. */
export async function runWriter(parts: WriterParts, stop: AbortSignal): Promise<void> {
  const { client, ledger, conversation, random, tally } = parts
  const path = `/v1/sessions/${ledger.id}`
  let at = random.int(0, conversation.messages.length - 1)
  for (let number = 1; !stop.aborted; number++) {
    const size = random.chance(0.1) ? random.int(6, 30) : random.int(1, 4)
    const batch = Array.from(
      { length: size },
      (_, i) => conversation.messages[(at + i) % conversation.messages.length]!,
    )
    at += size
    // Sometimes an agent reads a log of several megabytes. Even the shortest run has one.
    const giant = (random.chance(GIANT_CHANCE) || tally.giants === 0) && tally.giants < parts.giants
    if (!giant && random.chance(POISON_CHANCE))
      batch.push(...poisonedMessages(conversation.format, tally.poisoned++).map((value) => ({ value })))
    // Some clients send JSON with whitespace, which must be preserved.
    const sent = giant
      ? giantRound(++tally.giants, random.int(1_000_000, 8_000_000)).texts
      : batch.map(({ value }) => JSON.stringify(value, null, random.chance(0.2) ? 1 : undefined))
    const origins = giant ? sent.map(() => null) : batch.map(({ origin }) => origin ?? null)
    const body = `{"format":"${giant ? 'openai' : conversation.format}","messages":[${sent.join(',')}],"origins":${JSON.stringify(origins)}}`
    const headers = { 'idempotency-key': `${parts.name}-${number}` }
    const append = () => client.insist('POST', `${path}/messages`, { body, headers, impatient: true })
    const { status, text } = await append()
    if (status === 422) tally.refused += sent.length
    else if (status !== 201) tally.violate(`an append was answered with ${status}: ${text.slice(0, 300)}`)
    else {
      const { messages }: Appended = JSON.parse(text)
      ledger.acknowledge(messages, sent)
      if (random.chance(0.05)) await repeat(append, ledger, tally)
    }
    if (random.chance(0.25)) await checkContext(client, ledger.id, random.pick(FORMATS), tally)
    if (random.chance(0.02)) await client.insist('POST', `${path}/compress`, { body: '{}' })
    if (random.chance(0.02)) await poison(client, path, random, tally)
    await sleep(random.chance(0.1) ? random.int(50, 400) : random.int(0, 20))
  }
}

/** Only a goal beyond the limit of 100, or beyond the free tokens, may be rejected. */
async function poison(client: Client, path: string, random: Random, tally: Tally): Promise<void> {
  const request = poisonedRequest(random)
  const { status, text } = await client.insist('POST', path + request.path, { body: request.body })
  const refused = request.path === '/goals' && (status === 400 || status === 422)
  if (status >= 400 && !refused)
    tally.violate(`[13] ${request.path} with ${request.body} was answered with ${status}: ${text.slice(0, 300)}`)
}

async function repeat(
  append: () => Promise<{ status: number; text: string }>,
  ledger: SessionLedger,
  tally: Tally,
): Promise<void> {
  const { status, text } = await append()
  if (status !== 201) return tally.violate(`[P1] a repeated append was answered with ${status}: ${text.slice(0, 300)}`)
  const { messages }: Appended = JSON.parse(text)
  ledger.repeat(messages)
}
