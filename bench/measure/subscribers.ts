import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { INSPECTED, liveHeapBytes } from '../subscribers/inspector.js'
import { Bare, Clients } from '../subscribers/processes.js'
import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { EntryProcess } from '../support/entry-process.js'
import { atLeast, atMost, info, percentile, show, type Figure } from '../support/figures.js'
import { cpuSeconds, residentBytes } from '../support/processes.js'

const SUBSCRIBERS = Number(process.env['BENCH_SUBSCRIBERS'] ?? 1_000)
const IDLE = Number(process.env['BENCH_IDLE_SUBSCRIBERS'] ?? 10_000)
const SECONDS = Number(process.env['BENCH_SUBSCRIBER_SECONDS'] ?? 30)
/** Appends per second; each makes one event, and one more if the budget moved. */
const APPENDS_PER_SECOND = 50
const SESSIONS = 20
/** Events of one burst, written in one transaction. */
const BURST = 400
const BURST_BYTES = 700
const BURST_TIMEOUT_MS = 180_000

/** Measures how events reach many subscribers of two API processes, and what an idle subscriber costs. [11] */
export async function measureSubscribers(): Promise<Figure[]> {
  const bench = await openBenchContext({ ROLE: 'api', ...INSPECTED })
  const second = new EntryProcess('daemon', { ...bench.env, ROLE: 'api', PORT: '0' })
  try {
    await second.start()
    const urls = [bench.url, addressOf(second)].map((url) => `${url.replace('http', 'ws')}/v1/events`)
    const servers = [bench.daemon.pid, second.pid]
    const figures = [info('load before', show(loadavg()[0]!))]
    figures.push(...(await steady(bench, urls)))
    const ours = await burst(bench, urls, servers)
    const bare = await bareBurst(bench, ours.text)
    figures.push(...compared(ours, bare))
    figures.push(...(await idle(bench, urls[0]!)))
    return [...figures, info('load after', show(loadavg()[0]!))]
  } finally {
    await second.end('SIGTERM')
    await bench.close()
  }
}

function addressOf(entry: EntryProcess): string {
  const url = /is listening on (http:\S+)/.exec(entry.stdout)?.[1]
  if (url === undefined) throw new Error(`no address in: ${entry.stdout}`)
  return url
}

async function steady(bench: BenchContext, urls: string[]): Promise<Figure[]> {
  const sessions = await bench.newSessions(SESSIONS)
  const clients = await Clients.open({ urls, key: bench.key, count: SUBSCRIBERS, subscribe: true, timed: true }, 2)
  try {
    await clients.report()
    const from = performance.now()
    const appends = SECONDS * APPENDS_PER_SECOND
    const waiting: Promise<unknown>[] = []
    let refused = 0
    for (let n = 0; n < appends; n++) {
      const due = from + (n * 1_000) / APPENDS_PER_SECOND - performance.now()
      if (due > 0) await sleep(due)
      const path = `/v1/sessions/${sessions[n % SESSIONS]}/messages`
      const append = bench.call('POST', path, { messages: [{ role: 'user', content: `message ${n}` }] })
      waiting.push(append.catch(() => (refused += 1)))
    }
    await Promise.all(waiting)
    const seconds = (performance.now() - from) / 1_000
    await sleep(3_000)
    const { frames, delays, fewest, most, closed } = await clients.report()
    const rate = `${show(frames / SUBSCRIBERS / seconds)} events/s, each subscriber received ${show(fewest)} to ${show(most)}, ${show(refused)} appends refused`
    return [
      info(`${show(SUBSCRIBERS)} subscribers of two API processes`, rate),
      atMost(
        '  event until received, p99',
        percentile(delays, 0.99),
        250,
        'ms',
        `p50 ${show(percentile(delays, 0.5))}`,
      ),
      atMost('  connections closed by the service', closed, 0, ''),
    ]
  } finally {
    await clients.close()
  }
}

interface Delivered {
  bytes: number
  seconds: number
  cpuSeconds: number
  text: string
}

/** Writes events at once, so that only their delivery takes time. */
async function burst(bench: BenchContext, urls: string[], servers: number[]): Promise<Delivered> {
  const clients = await Clients.open({ urls, key: bench.key, count: SUBSCRIBERS, subscribe: true, timed: false }, 2)
  const client = new pg.Client({ connectionString: bench.databaseUrl, options: '-c search_path=palimpsest' })
  client.on('error', () => {})
  try {
    await client.connect()
    await clients.report()
    const data = JSON.stringify({ filler: 'x'.repeat(BURST_BYTES) })
    const write = async (events: number) => {
      await client.query(
        `INSERT INTO events (tx, n, app_id, session_id, seq, type, at, data)
         SELECT (SELECT base FROM event_clock) + pg_current_xact_id()::text::bigint, n, 'default', 'ses_burst', n, 'budget-updated', now(), $1
         FROM generate_series(1, $2::integer) n`,
        [data, events],
      )
      await client.query('NOTIFY palimpsest_events')
    }
    await write(20)
    await received(clients, SUBSCRIBERS * 20)
    const cpu = async () => (await Promise.all(servers.map(cpuSeconds))).reduce((sum, one) => sum + one, 0)
    const before = await cpu()
    const from = performance.now()
    await write(BURST)
    const bytes = await received(clients, SUBSCRIBERS * BURST)
    const seconds = (performance.now() - from) / 1_000
    return { bytes, seconds, cpuSeconds: (await cpu()) - before, text: 'x'.repeat(bytes / SUBSCRIBERS / BURST) }
  } finally {
    await clients.close()
    await client.end()
  }
}

/** The same number of texts of the same size, from a server that does nothing else. */
async function bareBurst(bench: BenchContext, size: string): Promise<Delivered> {
  const text = `{"type":"event"${' '.repeat(size.length - 16)}}`
  const bare = await Bare.open()
  const clients = await Clients.open(
    { urls: [bare.url], key: bench.key, count: SUBSCRIBERS, subscribe: false, timed: false },
    2,
  )
  try {
    bare.broadcast(text, 20)
    await received(clients, SUBSCRIBERS * 20)
    const before = await cpuSeconds(bare.pid)
    const from = performance.now()
    bare.broadcast(text, BURST)
    const bytes = await received(clients, SUBSCRIBERS * BURST)
    const seconds = (performance.now() - from) / 1_000
    return { bytes, seconds, cpuSeconds: (await cpuSeconds(bare.pid)) - before, text }
  } finally {
    await clients.close()
    await bare.close()
  }
}

/** Waits until the subscribers have received as many events together. Returns their bytes. */
async function received(clients: Clients, frames: number): Promise<number> {
  let [count, bytes] = [0, 0]
  const deadline = performance.now() + BURST_TIMEOUT_MS
  while (count < frames) {
    if (performance.now() > deadline) throw new Error(`${count} of ${frames} events arrived in time`)
    const report = await clients.report()
    count += report.frames
    bytes += report.bytes
    if (count < frames) await sleep(5)
  }
  return bytes
}

function compared(ours: Delivered, bare: Delivered): Figure[] {
  const rate = ({ bytes, seconds }: Delivered) => bytes / seconds / 1e6
  const perCpu = ({ bytes, cpuSeconds: cpu }: Delivered) => bytes / Math.max(cpu, 0.01) / 1e6
  const pair = (of: (one: Delivered) => number, unit: string) => `${show(of(ours))} and ${show(of(bare))} ${unit}`
  const share = (of: (one: Delivered) => number) => (100 * of(ours)) / of(bare)
  return [
    atLeast('  delivered, as a share of `ws` alone', share(rate), 50, '%', pair(rate, 'MB/s')),
    atLeast('  the same per processor second of the servers', share(perCpu), 50, '%', pair(perCpu, 'MB')),
  ]
}

async function idle(bench: BenchContext, url: string): Promise<Figure[]> {
  const { daemon, key } = bench
  const before = { heap: await liveHeapBytes(daemon), rss: await residentBytes(daemon.pid) }
  const clients = await Clients.open({ urls: [url], key, count: IDLE, subscribe: true, timed: false }, 2)
  try {
    const heap = await liveHeapBytes(daemon)
    const rss = await residentBytes(daemon.pid)
    const each = (bytes: number) => bytes / IDLE / 1_024
    return [
      atMost(`${show(IDLE)} idle subscribers: resident memory each`, each(rss - before.rss), 30, 'KB'),
      info('  live heap each', `${show(each(heap - before.heap))} KB`),
    ]
  } finally {
    await clients.close()
  }
}
