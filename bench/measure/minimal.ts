import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { BenchContext } from '../support/bench-context.js'
import { atLeast, info, median, show, type Figure } from '../support/figures.js'
import { runLoad } from '../support/load.js'

const BYTES = 1_024
const CLIENTS = 16
/** Rounds of each side. They alternate and are short, because a busy machine slows both, but not evenly over time. */
const ROUNDS = 7
const APPENDS = 60
/** Share of the minimal handler's rate. The rest pays for validation, exact counts, budgets, and ordered events. */
const TARGET = 70

/** Compares durable appends over HTTP with a minimal Express and pg handler on the same database. */
export async function measureMinimal(bench: BenchContext): Promise<Figure[]> {
  const handler = fork(new URL('../support/minimal-server.js', import.meta.url))
  try {
    const url = await started(handler, bench.databaseUrl)
    const load = async (to: string) =>
      (
        await runLoad({
          through: 'http',
          url: to,
          key: bench.key,
          sessions: await bench.newSessions(CLIENTS),
          appends: APPENDS,
          bytes: BYTES,
        })
      ).perSecond
    await load(url)
    await load(bench.url)
    const rounds: { minimal: number; service: number }[] = []
    for (let i = 0; i < ROUNDS; i++) rounds.push({ minimal: await load(url), service: await load(bench.url) })
    const shares = rounds.map(({ minimal, service }) => (100 * service) / minimal)
    const spread = `${show(Math.min(...shares))} to ${show(Math.max(...shares))}`
    return [
      info(
        'append 1 KB, minimal Express and pg handler, 16 clients',
        `${show(median(rounds.map((r) => r.minimal)))} /s`,
      ),
      info('  the service', `${show(median(rounds.map((r) => r.service)))} /s`),
      atLeast('  rate of the service relative to it', median(shares), TARGET, '%', spread),
    ]
  } finally {
    handler.kill()
  }
}

/** Starts the handler on the database. Returns its URL. */
async function started(handler: ChildProcess, databaseUrl: string): Promise<string> {
  handler.send(databaseUrl)
  const [message] = (await Promise.race([
    once(handler, 'message'),
    once(handler, 'exit').then(([code]) => {
      throw new Error(`the minimal handler ended with ${String(code)}`)
    }),
  ])) as [string]
  return message
}
