import type { BenchContext } from '../support/bench-context.js'
import { atLeast, atMost, info, median, percentile, show, type Figure } from '../support/figures.js'
import { runLoad, type LoadResult } from '../support/load.js'

const BYTES = 1_024
const CLIENTS = 16
const ROUNDS = 3
/** Appends per second of the best comparable service on the same class of machine, with one client and with sixteen. */
const PEERS = { one: 345, sixteen: 550 }

/**
 * Measures durable appends of one 1 KB message over HTTP and the same transaction without HTTP.
 * Alternates the rounds, because a busy machine slows both.
 */
export async function measureAppend(bench: BenchContext): Promise<Figure[]> {
  const http = async (clients: number, appends: number) =>
    runLoad({
      through: 'http',
      url: bench.url,
      key: bench.key,
      sessions: await bench.newSessions(clients),
      appends,
      bytes: BYTES,
    })
  const store = async (clients: number, appends: number) =>
    runLoad({
      through: 'store',
      url: bench.databaseUrl,
      key: '',
      sessions: await bench.newSessions(clients),
      appends,
      bytes: BYTES,
    })
  await http(CLIENTS, 60)
  const rounds: { http: LoadResult; store: LoadResult }[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push({ store: await store(CLIENTS, 150), http: await http(CLIENTS, 150) })
  const one = await http(1, 800)
  const perSecond = median(rounds.map((round) => round.http.perSecond))
  const straight = median(rounds.map((round) => round.store.perSecond))
  const p99 = percentile(
    rounds.flatMap((round) => round.http.samples),
    0.99,
  )
  return [
    atLeast('append 1 KB over HTTP, 16 clients', perSecond, PEERS.sixteen, '/s', `p99 ${show(p99)} ms`),
    info('  the same transaction on a connection pool', `${show(straight)} /s`),
    atLeast('  rate over HTTP relative to it', (100 * perSecond) / straight, 50, '%'),
    atLeast(
      'append 1 KB over HTTP, 1 client',
      one.perSecond,
      PEERS.one,
      '/s',
      `p50 ${show(median(one.samples))}, p99 ${show(percentile(one.samples, 0.99))} ms`,
    ),
    await measureGrowth(bench, 'nothing compressed', { contextLimit: 3_000_000 }),
    await measureGrowth(bench, 'in a 16K session that compresses', { contextSize: '16K' }),
  ]
}

/** Compares appends to a session of 2,000 messages with appends to a new one, at the same time. */
async function measureGrowth(bench: BenchContext, what: string, body: object): Promise<Figure> {
  const [full, fresh] = await bench.newSessions(2, body)
  if (full === undefined || fresh === undefined) throw new Error('no sessions')
  const load = (sessions: string[], appends: number) =>
    runLoad({ through: 'http', url: bench.url, key: bench.key, sessions, appends, bytes: BYTES })
  await load([full], 2_000)
  const { samples } = await load([fresh, full], 200)
  const [first, last] = [median(samples.slice(0, 200)), median(samples.slice(200))]
  return atMost(
    `append, message 2,000 against message 1, ${what}`,
    last / first,
    1.25,
    '×',
    `p50 ${show(first)} → ${show(last)} ms`,
  )
}
