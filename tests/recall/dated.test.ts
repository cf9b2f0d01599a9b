import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import type { TestSession } from '../support/session.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  // A busy machine must not decide what these tests see.
  daemon = await startDaemon({ env: { RECALL_MS: '60000' } })
})
afterAll(() => daemon.stop())

const DAY = 86_400_000
const FIRST = Date.UTC(2024, 4, 1, 9)
const DAYS = 40
const PLACES = ['harbor', 'garden', 'kitchen', 'market', 'station', 'museum', 'river', 'workshop']
const placeOf = (day: number) => `${PLACES[day % PLACES.length]!} number ${day}`

/** A talk of forty days, of which the oldest have left the context: each day names a place, and says no date. */
async function talked(): Promise<TestSession> {
  const session = await daemon.openSession({ contextSize: '8K', policy: { makeRoom: 'evict' } })
  for (let day = 0; day < DAYS; day++) {
    const timestamp = new Date(FIRST + day * DAY).toISOString()
    const said = (role: string, content: string) => ({ role, content, timestamp })
    const filler = Array.from({ length: 60 }, (_, at) => `word${day}x${at}`).join(' ')
    await session.append(
      [said('user', 'What is new?'), said('assistant', `A friend walked to the ${placeOf(day)}. ${filler}`)],
      { format: 'native' },
    )
  }
  await indexPending(daemon.ports)
  return session
}

async function recalledFor(session: TestSession, question: string): Promise<string> {
  const timestamp = new Date(FIRST + DAYS * DAY).toISOString()
  await session.append([{ role: 'user', content: question, timestamp }], { format: 'native' })
  await session.context()
  const [recall] = (await session.call('listRecalls', {})).recalls
  return recall!.excerpts.map(({ text }) => text).join('\n')
}

test('[M2] a question about a day brings back what was said on it', async () => {
  const session = await talked()
  const recalled = await recalledFor(session, 'Where did the friend walk to on 7 May 2024?')
  expect(recalled).toContain(`walked to the ${placeOf(6)}.`)
  expect(await session.audit()).toMatchObject({ ok: true })
})

test('[M2] a question that names only a day brings back that day, and none of the days after it', async () => {
  const session = await talked()
  const recalled = await recalledFor(session, 'What did we talk about on May 10, 2024?') // words: ok
  expect(recalled).toContain(`${placeOf(9)}.`)
  expect(recalled).not.toContain(`${placeOf(8)}.`)
  expect(recalled).not.toContain(`${placeOf(10)}.`)
})

test('[M3] a question about today, or about a day without a word, brings back nothing', async () => {
  const session = await talked()
  expect(await recalledFor(session, 'What should I do today?')).toBe('')
  await session.append([{ role: 'assistant', content: 'Rest.' }])
  expect(await recalledFor(session, 'What did we talk about on 3 March 2021?')).toBe('')
})

test('[M2] [M5] for a question for a time, the block says which day “two days ago” is, else it does not', async () => {
  const first = await visited({ isDated: true })
  const block = await first.ask('When did the plumber come to repair the boiler?')
  expect(block).toContain('3 May 2024 (“two days ago”: 1 May 2024):')
  expect(await first.session.audit()).toMatchObject({ ok: true })
  const second = await visited({ isDated: true })
  expect(await second.ask('What did the plumber repair?')).toContain('3 May 2024:')
})

test('[P14] the words of a history that came at once name no day: nothing says when it was written', async () => {
  const atOnce = await visited({ isDated: false })
  const block = await atOnce.ask('When did the plumber come to repair the boiler?')
  expect(block).toContain('two days ago')
  expect(block).not.toContain('(“two days ago”')
})

/** A session of which all but the newest messages have left, after a visit that is said with “two days ago”. */
async function visited({ isDated }: { isDated: boolean }) {
  const session = await daemon.openSession({ contextSize: '8K', policy: { makeRoom: 'evict' } })
  const at = (minute: number) => (isDated ? { timestamp: new Date(Date.UTC(2024, 4, 3, 9, minute)).toISOString() } : {})
  const filler = (from: number) => Array.from({ length: 90 }, (_, word) => `word${from}x${word}`).join(' ')
  const messages = Array.from({ length: 80 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: n === 21 ? 'Noted: the plumber came two days ago to repair the boiler.' : filler(n),
    ...at(Math.floor(n / 2)),
  }))
  await session.append(messages, { format: 'native' })
  await indexPending(daemon.ports)
  const ask = async (question: string) => {
    await session.append([{ role: 'user', content: question, ...at(59) }], { format: 'native' })
    const { messages } = await session.context('openai')
    const texts = messages.map((message) => String((message as { content: unknown }).content))
    return texts.findLast((text) => text.startsWith('[Recalled')) ?? ''
  }
  return { session, ask }
}
