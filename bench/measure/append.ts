import type { BenchContext } from '../support/bench-room.js'
import { atLeast, atMost, info, median, percentile, show, type Figure } from '../support/figures.js'
import { runLoad, type LoadResult } from '../support/load.js'

const BYTES = 1_024
const CLIENTS = 16
const ROUNDS = 3
/** What the best comparable service did on the same class of machine, by one client and by sixteen. */
const PEERS = { one: 345, sixteen: 550 }

/** Durable appends of one 1 KB message over HTTP, beside the same transaction without HTTP. Rounds alternate: a busy machine slows both. */
export async function measureAppend(room: BenchContext): Promise<Figure[]> {
  const http = async (clients: number, appends: number) =>
    runLoad({
      through: 'http',
      url: room.url,
      key: room.key,
      sessions: await room.newSessions(clients),
      appends,
      bytes: BYTES,
    })
  const store = async (clients: number, appends: number) =>
    runLoad({
      through: 'store',
      url: room.databaseUrl,
      key: '',
      sessions: await room.newSessions(clients),
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
    info('  the same transaction straight through a pool', `${show(straight)} /s`),
    atLeast('  share of it that HTTP leaves', (100 * perSecond) / straight, 50, '%'),
    atLeast(
      'append 1 KB over HTTP, 1 client',
      one.perSecond,
      PEERS.one,
      '/s',
      `p50 ${show(median(one.samples))}, p99 ${show(percentile(one.samples, 0.99))} ms`,
    ),
    await measureGrowth(room, 'nothing compressed', { contextLimit: 3_000_000 }),
    await measureGrowth(room, 'in a 16K session that compresses', { contextSize: '16K' }),
  ]
}

/** Whether a message costs more the more there are before it: a session of two thousand beside a fresh one, in the same seconds. */
async function measureGrowth(room: BenchContext, what: string, body: object): Promise<Figure> {
  const [full, fresh] = await room.newSessions(2, body)
  if (full === undefined || fresh === undefined) throw new Error('no sessions')
  const load = (sessions: string[], appends: number) =>
    runLoad({ through: 'http', url: room.url, key: room.key, sessions, appends, bytes: BYTES })
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
