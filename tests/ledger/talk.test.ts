import { expect, test } from 'vitest'
import { entriesOfDeparting, type DepartingMessage } from '../../src/domain/ledger/departing.js'
import { BEFORE, withBefore } from '../../src/domain/ledger/talk.js'
import type { Json } from '../../src/domain/message.js'

const by = (name: string | null, content: string): Json => ({ role: 'user', content, ...(name !== null && { name }) })
const reply = (content: string): Json => ({ role: 'assistant', content })

/** Messages in the format of OpenAI, all of which leave. */
function log(...values: Json[]): DepartingMessage[] {
  return values.map((value, at) => {
    const shape = [{ kind: 'text' as const, tokens: 10 }]
    const raw = JSON.stringify(value)
    return { seq: at + 1, format: 'openai', raw, shape, origin: 'human', leaving: [0], isFirst: false }
  })
}
const rulesOf = (messages: DepartingMessage[]) =>
  entriesOfDeparting(messages).flatMap(({ kind, text }) => (kind === 'constraint' ? [text] : []))

const ORDER = "The form loads now. Don't use var."

test('[C9] a terse assistant gets rules, too', () => {
  const talk = [by(null, 'Hello!'), reply('Hi.'), by(null, 'And now?'), reply('Good.'), by(null, ORDER)]
  expect(rulesOf(log(...talk))).toEqual(["Don't use var."])
})

test('[C9] in talk, an order about all that comes is still a rule', () => {
  const lasting = 'From now on, always answer in German.'
  expect(rulesOf(log(by('emil', 'Hello!'), by('ada', lasting)))).toEqual([`ada: ${lasting}`])
})

test('[C9] [P14] a single named person speaks to an assistant; among several named ones, people talk to each other', () => {
  expect(rulesOf(log(by('ada', 'Hello!'), reply('Hi.'), by('ada', ORDER)))).toEqual(["Don't use var."])
  expect(rulesOf(log(by('emil', 'Hello!'), reply('Hi.'), by('ada', ORDER)))).toEqual([])
})

test('[P2] [C9] what leaves in pieces makes the entries of what leaves at once, if the messages before are read', () => {
  const values = Array.from({ length: 48 }, (_, n) =>
    by(n % 16 === 5 ? 'emil' : 'ada', `It rains now. Don't use the name field${n} in it.`),
  )
  const messages = log(...values)
  const entriesAt = (seqs: number[]) => {
    const needed = new Set(withBefore(seqs))
    const leaving = new Set(seqs)
    const read = messages.filter(({ seq }) => needed.has(seq))
    return entriesOfDeparting(read.map((one) => (leaving.has(one.seq) ? one : { ...one, leaving: [] })))
  }
  const all = entriesAt(messages.map(({ seq }) => seq)).filter(({ kind }) => kind === 'constraint')
  expect(all.length).toBeGreaterThan(4)
  expect(all.length).toBeLessThan(40)
  const single = messages.flatMap(({ seq }) => entriesAt([seq])).filter(({ kind }) => kind === 'constraint')
  expect(single).toEqual(all)
  expect(withBefore([20, 3])).toEqual([1, 2, 3, ...Array.from({ length: BEFORE + 1 }, (_, n) => 20 - BEFORE + n)])
})
