import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { round, question } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

/** What calls were sent, and would have been sent: compared with contexts that were really read before each answer. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const TOOL = { type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } }

interface Call {
  /** Context that the model would get now. */
  tokens: number
  version: number
  /** Messages of every role but the system's. */
  history: number[]
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

/** Plays rounds one message at a time, as an agent does, and reads the context before each answer. */
async function play(session: TestSession, rounds: number): Promise<Call[]> {
  const calls: Call[] = []
  const history: number[] = []
  const append = async (message: unknown) => {
    const { messages } = await session.append([message])
    history.push(...messages.map(({ tokens }) => tokens))
  }
  for (let number = 1; number <= rounds; number++) {
    for (const message of [...(number % 3 === 1 ? [question(number)] : []), ...round(number)]) {
      if ((message as { role: string }).role === 'assistant') {
        const { tokens, version } = await session.context('native')
        calls.push({ tokens, version, history: [...history] })
      }
      await append(message)
    }
    if (number % 6 === 0) await session.compress({ strategy: 'extractive', waitMs: 60_000 })
  }
  return calls
}

/** Tokens of the newest whole messages that fit, counted from the end each time. */
function newestOf(history: readonly number[], space: number): { tokens: number; count: number } {
  let [tokens, count] = [0, 0]
  for (const one of history.toReversed()) {
    if (tokens + one > space) break
    tokens += one
    count += 1
  }
  return { tokens, count }
}

describe('[R5] what the calls of a session were sent', () => {
  let [session, calls]: [TestSession, Call[]] = [undefined!, undefined!]
  beforeAll(async () => {
    session = await daemon.openSession({ contextSize: '8K', systemPrompt: 'Answer in one sentence.', tools: [TOOL] })
    calls = await play(session, 30)
  })
  const input = async () => (await session.call('readSavings', {})).input
  const fixed = async () => {
    const { breakdown } = await session.contextStatus()
    return breakdown.system + breakdown.tools
  }

  test('is what was read before each answer, and the whole history is all that came before it', async () => {
    const found = await input()
    expect(found.calls).toBe(calls.length)
    expect(found.sent.tokens).toBe(sum(calls.map(({ tokens }) => tokens)))
    const before = await fixed()
    expect(found.whole.tokens).toBe(sum(calls.map(({ history }) => before + sum(history))))
    expect(found.whole.tokens).toBeGreaterThan(2 * found.sent.tokens)
    const { limit } = await session.contextStatus()
    expect(found.callsBeyondLimit).toBe(calls.filter(({ history }) => before + sum(history) > limit).length)
    expect(found.callsBeyondLimit).toBeGreaterThan(0)
    expect(found.answersInBulk).toBe(0)
  })

  test('beside the newest messages that fit, and what a cache keeps of each', async () => {
    const found = await input()
    const [before, { limit }] = [await fixed(), await session.contextStatus()]
    const windows = calls.map(({ history }) => ({ ...newestOf(history, limit - before), all: history.length }))
    expect(found.newest.tokens).toBe(sum(windows.map(({ tokens }) => before + tokens)))
    // The whole history only grows, so each call finds the one before it in the cache.
    const wholes = calls.map(({ history }) => before + sum(history))
    expect(found.whole.cached).toBe(sum(wholes.slice(0, -1)))
    const firsts = windows.map(({ all, count }) => all - count)
    const slid = windows.map((one, at) =>
      at > 0 && firsts[at] === firsts[at - 1] ? before + windows[at - 1]!.tokens : before,
    )
    expect(found.newest.cached).toBe(sum(slid.slice(1)))
    // Between two cuts the context only grows [P12]; the events name the cuts.
    const cuts = (await session.events()).flatMap(({ type, data }) =>
      type === 'context-rewritten' ? [data.version] : [],
    )
    const kept = calls.slice(1).map(({ version, tokens }, at) => {
      const last = calls[at]!
      const isCut = cuts.some((cut) => cut > last.version && cut <= version)
      return Math.min(tokens, isCut ? before : last.tokens)
    })
    expect(cuts.length).toBeGreaterThan(3)
    expect(found.sent.cached).toBe(sum(kept))
  })

  test('by day and session adds up to the same, and a key sees those of its app only', async () => {
    const page = await daemon.call('GET', '/v1/savings?limit=200')
    const own = page.json.sessions.find(({ sessionId }: { sessionId: string }) => sessionId === session.id)
    const { limit: _, points, ...whole } = await input()
    expect(own.days).toEqual([{ day: new Date().toISOString().slice(0, 10), ...whole }])
    expect(points.at(-1)).toMatchObject({ sent: calls.at(-1)!.tokens })
    const later = await daemon.call('GET', '/v1/savings?since=2999-01-01')
    expect(later.json.sessions.every(({ days }: { days: unknown[] }) => days.length === 0)).toBe(true)
    const other = await daemon.call('GET', '/v1/savings?appId=other')
    expect(other.json.sessions).toEqual([])
    const invalid = await daemon.call('GET', '/v1/savings?since=yesterday')
    expect(invalid.status).toBe(400)
  })

  test('[2.1] grows with the next call, though sums are remembered', async () => {
    const { calls: before } = await input()
    await session.append([{ role: 'user', content: 'And now?' }])
    await session.append([{ role: 'assistant', content: 'Nothing more.' }])
    const page = await daemon.call('GET', '/v1/savings?limit=200')
    const own = page.json.sessions.find(({ sessionId }: { sessionId: string }) => sessionId === session.id)
    expect(own.days[0].calls).toBe(before + 1)
  })
})

test('[R5] answers that arrive in bulk used no context of the session, so they are counted apart', async () => {
  const session = await daemon.openSession({ contextSize: '16K' })
  await session.append([question(1), ...round(1), ...round(2)])
  const { input } = await session.call('readSavings', {})
  expect(input).toMatchObject({ calls: 1, answersInBulk: 3 })
})

test('[R2] after a restore, the history is that of the snapshot', async () => {
  const session = await daemon.openSession({ contextSize: '16K' })
  await session.append([question(1)])
  const { id } = await session.call('createSnapshot', { body: {} })
  await session.append(round(1))
  await session.append([question(2)])
  const { version } = await session.read()
  const headers = { 'If-Match': `"${version}"` }
  await daemon.call('POST', `/v1/sessions/${session.id}/snapshots/${id}/restore`, { headers })
  await session.append([{ role: 'assistant', content: 'It is done.' }])
  const { input } = await session.call('readSavings', {})
  const [first] = await session.history()
  expect(input.points.at(-1)!.whole).toBe(first!.tokens)
})

test('[R5] [P12] an answer that is asked for again leaves what came before it in the cache', async () => {
  const session = await daemon.openSession({ contextSize: '16K' })
  const say = (role: string, content: string) => session.append([{ role, content }])
  await say('user', 'Which bridge is the oldest of the town?')
  await say('assistant', 'The one of stone at the mill.')
  await say('user', 'And the longest?')
  const answered = await say('assistant', 'The one of iron.')
  await session.call('withdrawMessages', { body: { fromSeq: answered.messages[0]!.seq } })
  await say('assistant', 'The one of iron at the harbor.')
  const { input } = await session.call('readSavings', {})
  const [first, second, third] = input.points
  expect([input.calls, third!.sent]).toEqual([3, second!.sent])
  // The third call is sent what the second was.
  expect(input.sent.cached).toBe(first!.sent + second!.sent)
  expect(input.whole.cached).toBe(input.sent.cached)
})
