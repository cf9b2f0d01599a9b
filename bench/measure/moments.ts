import { loadavg } from 'node:os'
import pg from 'pg'
import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { atMost, info, median, show, type Figure } from '../support/figures.js'
import { writeHistory } from '../support/long-history.js'

const SIZES = (process.env['BENCH_TIME_MESSAGES'] ?? '1000,10000,100000').split(',').map(Number)
/** Of each operation on each session, in turn, so that other work on the machine affects all sizes alike. */
const ROUNDS = Number(process.env['BENCH_TIME_ROUNDS'] ?? 9)

/** Messages in the context. */
const IN_CONTEXT = 300

/** Operations that may not grow with the history. */
const OPERATIONS: Record<string, (bench: BenchContext, id: string, count: number) => Promise<unknown>> = {
  snapshot: (bench, id) => bench.call('POST', `/v1/sessions/${id}/snapshots`, {}),
  'fork from the last message': (bench, id) => bench.call('POST', `/v1/sessions/${id}/fork`, {}),
  'fork from the middle': (bench, id, count) => bench.call('POST', `/v1/sessions/${id}/fork`, { seq: count / 2 }),
  'context at the middle': (bench, id, count) => bench.call('GET', `/v1/sessions/${id}/context?at=${count / 2}`),
}

/** Measures snapshots, forks and earlier contexts of histories of several sizes in one database. [R1] [R3] */
export async function measureMoments(): Promise<Figure[]> {
  const bench = await openBenchContext()
  const client = new pg.Client({ connectionString: bench.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const ids: string[] = []
    for (const count of SIZES) {
      const id = await bench.newSession({ contextSize: '32K' })
      // A cut for every thousand messages, as an agent makes them.
      await writeHistory(bench.ports, id, count, IN_CONTEXT)
      ids.push(id)
    }
    const before = loadavg()[0]!
    const samples = await measured(bench, ids)
    const figures = [info('moments; load before, after', `${show(before)}, ${show(loadavg()[0]!)}`)]
    for (const [at, count] of SIZES.entries()) {
      const text = `SELECT (SELECT count(*) FROM palimpsest.cuts WHERE session_id = $1)::integer AS cuts,
        (SELECT count(*) FROM palimpsest.messages WHERE session_id = $1 AND state < 2)::integer AS members`
      const { rows } = await client.query<{ cuts: number; members: number }>(text, [ids[at]])
      const { cuts, members } = rows[0]!
      figures.push(info(`${show(count)} messages`, `${show(cuts)} cuts, ${show(members)} messages in the context`))
      for (const [what, all] of Object.entries(samples)) {
        const middle = median(all[at]!)
        const note = `${show(middle / median(all[0]!))} × the first size, best ${show(Math.min(...all[at]!))}`
        figures.push(
          what === 'snapshot'
            ? atMost(`  ${what}, median`, middle, 10, 'ms', note)
            : info(`  ${what}, median`, `${show(middle)} ms (${note})`),
        )
      }
    }
    return figures
  } finally {
    await client.end()
    await bench.close()
  }
}

/** Samples in ms, by operation and size. The first round warms up. Snapshots come first, because forks are indexed for the search in the
 * background. */
async function measured(bench: BenchContext, ids: readonly string[]): Promise<Record<string, number[][]>> {
  const samples: Record<string, number[][]> = {}
  for (const [what, run] of Object.entries(OPERATIONS))
    for (let round = -1; round < ROUNDS; round++)
      for (const [at, id] of ids.entries()) {
        const from = performance.now()
        await run(bench, id, SIZES[at]!)
        if (round >= 0) ((samples[what] ??= ids.map(() => []))[at] ??= []).push(performance.now() - from)
      }
  return samples
}
