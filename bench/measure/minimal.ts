import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchContext } from '../support/bench-context.js'
import { keepCompressing } from '../support/compressing.js'
import { atLeast, info, median, show, type Figure } from '../support/figures.js'
import { findGenerator, type Generated } from '../support/generator.js'
import { cpuSeconds, serverCpuSeconds } from '../support/processes.js'

const BYTES = 1_024
const CLIENTS = 16
/** Rounds of each side. They alternate and are short, because a busy machine slows all, but not evenly over time. */
const ROUNDS = 5
const SECONDS = 3
/** Share of the rate of one insert. The rest pays for validation, exact counts, budgets, and ordered events. */
const TARGET = 70
/** Share of its own rate while other sessions compress. */
const COMPRESSING_TARGET = 80

type Side = 'one' | 'three' | 'service' | 'compressing'
/** One round of one side, with the processor time of an append in ms: of the server, and of the database. */
type Round = Generated & { serverMs: number; databaseMs: number }

/** Compares durable appends over HTTP with minimal Express and pg handlers on the same database, alone and while other
 * sessions compress. */
export async function measureMinimal(bench: BenchContext): Promise<Figure[]> {
  const handler = fork(new URL('../support/minimal-server.js', import.meta.url))
  const generator = findGenerator()
  try {
    const url = await started(handler, bench.databaseUrl)
    const postmaster = Number.parseInt(
      await readFile(join(bench.env.DATA_DIR!, 'postgres/cluster/postmaster.pid'), 'utf8'),
    )
    const load = async (to: string, pid: number, seconds: number): Promise<Round> => {
      const sessions = await bench.newSessions(CLIENTS)
      const before = [await cpuSeconds(pid), await serverCpuSeconds(postmaster)] as const
      const result = await generator.run({ url: to, key: bench.key, sessions, seconds, bytes: BYTES })
      const each = (after: number, from: number) => ((after - from) * 1_000) / result.appends
      const serverMs = each(await cpuSeconds(pid), before[0])
      return { ...result, serverMs, databaseMs: each(await serverCpuSeconds(postmaster), before[1]) }
    }
    const compressions: number[] = []
    const sides: Record<Side, (seconds: number) => Promise<Round>> = {
      one: (seconds) => load(`${url}/one`, handler.pid!, seconds),
      three: (seconds) => load(url, handler.pid!, seconds),
      service: (seconds) => load(bench.url, bench.daemon.pid, seconds),
      compressing: (seconds) => {
        const others = keepCompressing(bench)
        const stop = async () => void compressions.push(await others.stop())
        return load(bench.url, bench.daemon.pid, seconds).finally(stop)
      },
    }
    for (const run of Object.values(sides)) await run(2)
    compressions.length = 0
    const rounds: Record<Side, Round>[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const one = await sides.one(SECONDS)
      const service = await sides.service(SECONDS)
      const three = await sides.three(SECONDS)
      rounds.push({ one, service, three, compressing: await sides.compressing(SECONDS) })
    }
    return figuresOf(rounds, generator.name, compressions)
  } finally {
    handler.kill()
  }
}

function figuresOf(rounds: readonly Record<Side, Round>[], generator: string, compressions: number[]): Figure[] {
  const line = (what: string, side: Side) => {
    const middle = (pick: (round: Round) => number) => show(median(rounds.map((round) => pick(round[side]))))
    const times = `p50 ${middle((r) => r.p50)}, p99 ${middle((r) => r.p99)} ms`
    const cpu = `${middle((r) => r.serverMs)} + ${middle((r) => r.databaseMs)} ms`
    return info(what, `${middle((r) => r.perSecond)} /s, ${times}; processor ${cpu}`)
  }
  const share = (what: string, side: Side, other: Side, target: number | null) => {
    const shares = rounds.map((round) => (100 * round[side].perSecond) / round[other].perSecond)
    const spread = `${show(Math.min(...shares))} to ${show(Math.max(...shares))}`
    if (target === null) return info(what, `${show(median(shares))} % (${spread})`)
    return atLeast(what, median(shares), target, '%', spread)
  }
  return [
    info(`append 1 KB, ${CLIENTS} clients of ${generator}; processor: server + database`, ''),
    line('  minimal Express and pg handler, one insert', 'one'),
    line('  the same, a transaction of three statements', 'three'),
    line('  the service', 'service'),
    line('  the service while other sessions compress', 'compressing'),
    info('  compressions that ended meanwhile', `${show(median(compressions))} /s`),
    share('  rate of the service relative to one insert', 'service', 'one', TARGET),
    share('  relative to three statements', 'service', 'three', null),
    share('  while others compress, relative to its own rate', 'compressing', 'service', COMPRESSING_TARGET),
  ]
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
