import { mkdtemp } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { fill, IN_SESSION, prepare } from '../scale/fill.js'
import { configure, Meter, type Cost } from '../scale/meter.js'
import { operations } from '../scale/operations.js'
import { tableSizes } from '../scale/sizes.js'
import { openBenchContext } from '../support/bench-context.js'
import { info, show, type Figure } from '../support/figures.js'
import { Random } from '../support/random.js'

/** Sessions, in growing order; each has ten messages. */
const SIZES = (process.env['BENCH_SCALE_SESSIONS'] ?? '10000,100000').split(',').map(Number)
/** Growth of the cost from the first to the last size that still counts as none: trees get deeper. */
const MAX_RATIO = 2
/** Blocks and ms below which a ratio says nothing. */
const FEW_BLOCKS = 50
const SHORT_MS = 2

/** Measures what requests and background loops cost Postgres as the number of sessions grows. */
export async function measureScale(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-scale-'))
  await configure(join(folder, 'postgres'))
  // A daemon that only serves: its own sweeps would count.
  const bench = await openBenchContext({ ROLE: 'api' }, folder)
  const client = new pg.Client({ connectionString: bench.databaseUrl, options: '-c search_path=palimpsest' })
  client.on('error', () => {})
  const costs = new Map<string, Cost[]>()
  const figures: Figure[] = []
  try {
    await client.connect()
    const like = await bench.newSession()
    await prepare(client)
    const meter = await Meter.open(client)
    let filled = 0
    for (const sessions of SIZES) {
      const from = performance.now()
      await fill(client, like, filled + 1, sessions)
      filled = sessions
      const seconds = Math.round((performance.now() - from) / 1_000)
      console.error(
        `${show(sessions)} sessions, ${show(sessions * IN_SESSION)} messages in ${seconds} s, load ${show(loadavg()[0]!)}`,
      )
      for (const { what, runs, run } of operations(bench, new Random(sessions), sessions)) {
        const cost = await meter.measure(runs, run)
        console.error(
          `  ${what.padEnd(50)} ${show(cost.cpuMs)} ms, ${show(cost.blocks)} blocks, ${show(Math.round(cost.walBytes))} bytes of WAL; ${cost.worst}`,
        )
        costs.set(what, [...(costs.get(what) ?? []), cost])
      }
    }
    figures.push(...(await tableSizes(client, SIZES.at(-1)! * IN_SESSION)))
  } finally {
    await client.end()
    await bench.close()
  }
  return [...[...costs].map(([what, all]) => growth(what, all)), ...figures]
}

function growth(what: string, costs: readonly Cost[]): Figure {
  const [first, last] = [costs[0]!, costs.at(-1)!]
  const ratio = Math.max(
    last.blocks < FEW_BLOCKS ? 0 : last.blocks / Math.max(first.blocks, FEW_BLOCKS / 2),
    last.cpuMs < SHORT_MS ? 0 : last.cpuMs / Math.max(first.cpuMs, SHORT_MS / 2),
  )
  const list = (unit: keyof Pick<Cost, 'cpuMs' | 'blocks'>) => costs.map((cost) => show(cost[unit])).join(' · ')
  const value = `${list('cpuMs')} ms CPU, ${list('blocks')} blocks`
  if (costs.length === 1) return info(what, value)
  return { what, value, target: `≤ ${MAX_RATIO} ×`, met: ratio <= MAX_RATIO }
}
