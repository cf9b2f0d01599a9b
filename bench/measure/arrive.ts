import type { Json } from '../../src/domain/message.js'
import { openLoggedUpstream } from '../prompt/play.js'
import { PieceCounter } from '../prompt/figures.js'
import { isSaid } from '../prompt/traffic.js'
import { anthropicWire, chatWire } from '../prompt/wire.js'
import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { atMost, info, median, percentile, show, type Figure } from '../support/figures.js'
import { repeatedLog } from '../support/repeated-log.js'

/** A history that arrives at once. Its messages are those of real logs, repeated with other ids. */

/** Messages of the first request at a door. */
const DOOR_MESSAGES = 700
const ROUNDS = 3
const TOGETHER = 1_000
const SIZES = [
  { messages: 20_000, seconds: 5 },
  { messages: 100_000, seconds: 20 },
]
const WINDOW = '32K'

/** @param logs files and folders of logs; empty: the examples of the repository
 * @param most messages of the largest history */
export async function measureArrival(logs: readonly string[], most: number): Promise<Figure[]> {
  const { format, messages } = await repeatedLog(logs, Math.min(most, 100_000))
  const counter = new PieceCounter()
  const upstream = await openLoggedUpstream(counter)
  const env = { OPENAI_BASE_URL: `${upstream.url}/v1`, ANTHROPIC_BASE_URL: upstream.url, SUMMARY_MODEL: 'none' }
  const bench = await openBenchContext(env)
  try {
    const figures = await throughDoor(bench, upstream, format === 'anthropic', messages)
    figures.push(...(await together(bench, { format, messages })))
    for (const size of SIZES)
      if (size.messages <= most) figures.push(...(await firstContext(bench, { format, messages }, size)))
    return figures
  } finally {
    await bench.close()
    upstream.close()
  }
}

/** The first request of a long conversation, and the ones after it. */
async function throughDoor(
  bench: BenchContext,
  upstream: Awaited<ReturnType<typeof openLoggedUpstream>>,
  isAnthropic: boolean,
  messages: readonly Json[],
): Promise<Figure[]> {
  const wire = isAnthropic ? anthropicWire : chatWire
  const first: number[] = []
  const later: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const fixed = { system: `You help with round ${round}.`, tools: [] }
    let end = DOOR_MESSAGES
    for (let request = 0; request < 4; request++) {
      // A request ends with what a model has not answered yet.
      while (isSaid(messages[end - 1]!)) end += 1
      const next = messages.findIndex((message, at) => at > end && !isSaid(message))
      upstream.next = { wire, said: messages.slice(end, next), cuts: () => Promise.resolve([]) }
      const startedAt = performance.now()
      const headers = {
        ...wire.headers,
        'content-type': 'application/json',
        'x-palimpsest-key': bench.key,
        'x-context-size': WINDOW,
        'x-session-id': `arrival-${round}`,
      }
      const body = JSON.stringify(wire.body(fixed, messages.slice(0, end)))
      const response = await fetch(bench.url + wire.path, { method: 'POST', headers, body })
      const text = await response.text()
      if (!response.ok) throw new Error(`door: ${response.status} ${text.slice(0, 300)}`)
      ;(request === 0 ? first : later).push(performance.now() - startedAt)
      end = next + 1
    }
  }
  return [
    atMost(`first request of ${DOOR_MESSAGES} messages at a door, ${WINDOW}`, median(first), 1_500, 'ms'),
    atMost('  the next three', median(later), 50, 'ms', `largest ${show(Math.max(...later))}`),
  ]
}

interface Log {
  format: string
  messages: readonly Json[]
}

async function append(bench: BenchContext, id: string, { format }: Log, messages: readonly Json[]): Promise<number> {
  const startedAt = performance.now()
  await bench.call('POST', `/v1/sessions/${id}/messages`, { format, messages })
  return performance.now() - startedAt
}

async function together(bench: BenchContext, log: Log): Promise<Figure[]> {
  const took: number[] = []
  const read: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const id = await bench.newSession({ contextSize: WINDOW })
    // Not the same messages again: what was counted before is remembered.
    const from = Math.max(0, Math.min(round * TOGETHER, log.messages.length - TOGETHER))
    took.push(await append(bench, id, log, log.messages.slice(from, from + TOGETHER)))
    read.push(await contextOf(bench, id))
  }
  return [
    atMost('append of 1,000 messages at once', median(took), 2_000, 'ms', `largest ${show(Math.max(...took))}`),
    info('  the first context after it', `${show(median(read))} ms`),
  ]
}

async function contextOf(bench: BenchContext, id: string): Promise<number> {
  const startedAt = performance.now()
  const { tokens, limit } = await bench.call<{ tokens: number; limit: number }>('GET', `/v1/sessions/${id}/context`)
  if (tokens > limit) throw new Error(`the context takes ${tokens} of ${limit} tokens`)
  return performance.now() - startedAt
}

/** Appends a history as fast as it is accepted, and reads the first context. Another app appends meanwhile. */
async function firstContext(
  bench: BenchContext,
  log: Log,
  { messages: count, seconds }: (typeof SIZES)[number],
): Promise<Figure[]> {
  const id = await bench.newSession({ contextSize: WINDOW })
  const alone = await appendsDuring(bench, () => new Promise((resolve) => setTimeout(resolve, 5_000)))
  const batches: number[] = []
  const during = await appendsDuring(bench, async () => {
    for (let at = 0; at < count; at += TOGETHER)
      batches.push(await append(bench, id, log, log.messages.slice(at, at + TOGETHER)))
  })
  let first = 0
  const reading = await appendsDuring(bench, async () => void (first = await contextOf(bench, id)))
  const again = await contextOf(bench, id)
  const [p99, before] = [percentile([...during, ...reading], 0.99), percentile(alone, 0.99)]
  const total = batches.reduce((sum, ms) => sum + ms, 0)
  return [
    info(
      `${show(count)} messages in appends of 1,000`,
      `${show(total / 1_000)} s; median ${show(median(batches))}, largest ${show(Math.max(...batches))} ms`,
    ),
    atMost('  first context', first / 1_000, seconds, 's', `the next ${show(again)} ms`),
    atMost('  p99 of appends of others', p99 / before, 1.5, '×', `${show(before)} → ${show(p99)} ms`),
  ]
}

/** Returns the durations in ms of small appends to another session, one after the other, until the work ends. */
async function appendsDuring(bench: BenchContext, work: () => Promise<void>): Promise<number[]> {
  const id = await bench.newSession()
  const samples: number[] = []
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await bench.call('POST', `/v1/sessions/${id}/messages`, {
        messages: [{ role: 'user', content: `Message ${samples.length} of another app.` }],
      })
      samples.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await work().finally(() => (isOver = true))
  await others
  return samples
}
