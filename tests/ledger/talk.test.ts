import { expect, test } from 'vitest'
import { departure, entriesOfDeparting, type DepartingMessage } from '../../src/domain/ledger/departing.js'
import { BEFORE, withBefore } from '../../src/domain/ledger/talk.js'
import type { Json } from '../../src/domain/message.js'
import { takeLog } from '../support/random-log.js'

const by = (name: string | null, content: string): Json => ({ role: 'user', content, ...(name !== null && { name }) })
const reply = (content: string, tokens = 10): Json => ({ role: 'assistant', content, tokens })

/** Messages in the format of OpenAI, all of which leave. */
function log(...values: Json[]): DepartingMessage[] {
  return values.map((value, at) => {
    const { tokens = 10, ...message } = value as { tokens?: number; role: string; content: string }
    const shape = [{ kind: 'text' as const, tokens }]
    const raw = JSON.stringify(message)
    return { seq: at + 1, format: 'openai', raw, shape, origin: 'human', leaving: [0], isFirst: false }
  })
}
const rulesOf = (messages: DepartingMessage[]) =>
  entriesOfDeparting(messages).flatMap(({ kind, text }) => (kind === 'constraint' ? [text] : []))

const ORDER = "The form loads now. Don't use var."
const chat = (replyTokens: number) =>
  log(by(null, 'Hello!'), reply('Hi.', replyTokens), by(null, 'And now?'), reply('Good.', replyTokens), by(null, ORDER))

test('[C9] [P14] after short replies only, an order is talk between people; after one long reply, it is a rule', () => {
  expect(rulesOf(chat(10))).toEqual([])
  expect(rulesOf(chat(80))).toEqual([])
  expect(rulesOf(chat(81))).toEqual(["Don't use var."])
})

test('[C9] an assistant that calls tools is one, however short its replies are', () => {
  const messages = chat(10)
  const call = { kind: 'tool_call' as const, tokens: 5, callId: 'c', name: 'Read' }
  messages[1] = { ...messages[1]!, shape: [...messages[1]!.shape, call] }
  expect(rulesOf(messages)).toEqual(["Don't use var."])
})

test('[C9] the first words of a session are said to an assistant', () => {
  expect(rulesOf(log(by(null, ORDER)))).toEqual(["Don't use var."])
  expect(rulesOf(log(by(null, 'Hello!'), reply('Hi.'), by(null, ORDER)))).toEqual(["Don't use var."])
})

test('[C9] in talk, an order about all that comes is still a rule', () => {
  const lasting = 'From now on, always answer in German.'
  const messages = log(by(null, 'Hello!'), reply('Hi.'), by(null, 'And now?'), reply('Good.'), by(null, lasting))
  expect(rulesOf(messages)).toEqual([lasting])
})

test('[C9] [P14] a single named person speaks to an assistant; among several named ones, people talk to each other', () => {
  expect(rulesOf(log(by('ada', 'Hello!'), reply('Hi.', 200), by('ada', ORDER)))).toEqual(["Don't use var."])
  expect(rulesOf(log(by('emil', 'Hello!'), reply('Hi.', 200), by('ada', ORDER)))).toEqual([])
})

test('[P2] [C9] what leaves in pieces makes the entries of what leaves at once, if the messages before are read', () => {
  const orders = Array.from({ length: 24 }, (_, n) => [
    { role: 'user', content: `Don't use the name field${n} in it.` },
    { role: 'assistant', content: n % 9 === 4 ? 'It was a long way to the lake. '.repeat(20) : 'Fine.' },
  ]).flat()
  const { messages } = takeLog(orders)
  const entriesAt = (seqs: number[]) => {
    const needed = new Set(withBefore(seqs))
    const read = messages.filter(({ seq }) => needed.has(seq))
    return entriesOfDeparting(read.map(departure({ seqs, parts: [], removed: new Set() })))
  }
  const all = entriesAt(messages.map(({ seq }) => seq)).filter(({ kind }) => kind === 'constraint')
  expect(all.length).toBeGreaterThan(4)
  expect(all.length).toBeLessThan(24)
  const single = messages.flatMap(({ seq }) => entriesAt([seq])).filter(({ kind }) => kind === 'constraint')
  expect(single).toEqual(all)
})

test('[C9] without the messages before it, a message is taken for talk', () => {
  const [, , , , last] = chat(200)
  expect(rulesOf([last!])).toEqual([])
  expect(withBefore([20, 3])).toEqual([1, 2, 3, ...Array.from({ length: BEFORE + 1 }, (_, n) => 20 - BEFORE + n)])
})
