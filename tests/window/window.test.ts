import { afterAll, beforeAll, expect, test } from 'vitest'
import { countText } from '../../src/model/encoding.js'
import { seededRandom } from '../../eval/seeded-random.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

/** A conversation of two people, without a model: the context knows more of it than the newest messages that fit. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const CHAFF = [
  'Wow, that sounds great! Thanks for the news.',
  'So cool! I am happy for you.',
  'Thanks, that means a lot to me.',
  'Great, have fun with it!',
  'Haha, yes, I think so too.',
]
const NAMES = ['Odalys', 'Henrik', 'Mirela', 'Tobias', 'Yuki', 'Farida', 'Anselm', 'Ines']
const THINGS = ['violin', 'bakery', 'lighthouse', 'greenhouse', 'ferry', 'orchard', 'museum', 'kiln']
const PLACES = ['Varkaus', 'Uppsala', 'Kassel', 'Porto', 'Nagano', 'Tartu', 'Galway', 'Split']

/** Every third message says something; the others react. */
function talk(turns: number) {
  const random = seededRandom(7)
  const pick = (of: readonly string[]) => of[Math.floor(random() * of.length)]!
  const facts: { text: string; role: string }[] = []
  const messages = Array.from({ length: 2 * turns }, (_, at) => {
    const role = at % 2 === 0 ? 'user' : 'assistant'
    if (Math.floor(at / 2) % 3 !== 0) return { role, content: pick(CHAFF) }
    const text = `${pick(NAMES)} bought the ${pick(THINGS)} number ${100 + at} near ${pick(PLACES)} for ${at + 3} crowns.`
    facts.push({ text, role })
    return { role, content: text }
  })
  return { messages, facts }
}

test('[P13] [C10] [R4] a chat: of both sides the context holds more facts than the newest messages that fit', async () => {
  const { messages, facts } = talk(260)
  const session = await daemon.openSession({ contextSize: '8K' })
  for (let at = 0; at < messages.length; at += 10) {
    await session.append(messages.slice(at, at + 10))
    await until('the compressor rests', async () => {
      const { compressor } = (await session.read()).contextStatus
      return compressor.state !== 'queued' && compressor.state !== 'running'
    })
  }
  const context = await session.context('openai')
  const { limit, reserve } = context.contextStatus
  let tokens = 0
  const from = messages.findLastIndex(({ content }) => (tokens += countText(content) + 4) > limit - reserve)
  const window = JSON.stringify(messages.slice(from + 1))
  const shown = JSON.stringify(context.messages)
  for (const side of ['user', 'assistant']) {
    const own = facts.filter(({ role }) => role === side)
    const share = (where: string) => own.filter(({ text }) => where.includes(text)).length / own.length
    expect(share(window), side).toBeLessThan(0.9)
    expect(share(shown), side).toBeGreaterThan(share(window))
  }
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})
