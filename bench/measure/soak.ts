import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { INSPECTED, liveHeapBytes, writeHeapSnapshot } from '../subscribers/inspector.js'
import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { atMost, info, show, type Figure } from '../support/figures.js'
import { residentBytes } from '../support/processes.js'
import { Random } from '../support/random.js'
import { textOf } from '../support/text-message.js'
import { Clients } from '../subscribers/processes.js'

const MINUTES = Number(process.env['BENCH_SOAK_MINUTES'] ?? 30)
/** Folder for heap snapshots at the end of the warm-up and of the run; without it, none is taken. */
const SNAPSHOTS = process.env['BENCH_SOAK_SNAPSHOTS']
/** Share of the run before the slope counts: caches fill until then. */
const WARM_UP = 0.4
const SESSIONS = 40
const SUBSCRIBERS = 20
/** Pause between two requests of a client, ms, and clients. */
const PAUSE_MS = 100
const CLIENTS = 8
const MB = 1_048_576

interface Sample {
  minute: number
  heapMb: number
  residentMb: number
}

/** Keeps a daemon at moderate load and prints its memory each minute: sessions that are opened, compress and are deleted,
 * reads, searches, snapshots, and subscribers that come and go. */
export async function measureSoak(): Promise<Figure[]> {
  const bench = await openBenchContext(INSPECTED)
  const stop = new AbortController()
  const counts = { requests: 0, refused: 0 }
  const samples: Sample[] = []
  try {
    const sessions = await bench.newSessions(SESSIONS, SMALL)
    const working = Array.from({ length: CLIENTS }, (_, n) =>
      client(bench, sessions, new Random(n), counts, stop.signal),
    )
    const url = `${bench.url.replace('http', 'ws')}/v1/events`
    for (let minute = 1; minute <= MINUTES; minute++) {
      const subscribers = await Clients.open({
        urls: [url],
        key: bench.key,
        count: SUBSCRIBERS,
        subscribe: true,
        timed: false,
      })
      await sleep(60_000)
      await subscribers.close()
      const heapMb = (await liveHeapBytes(bench.daemon)) / MB
      const residentMb = (await residentBytes(bench.daemon.pid)) / MB
      samples.push({ minute, heapMb, residentMb })
      if (SNAPSHOTS !== undefined && (minute === Math.ceil(MINUTES * WARM_UP) || minute === MINUTES)) {
        await writeHeapSnapshot(bench.daemon, join(SNAPSHOTS, `minute-${minute}.heapsnapshot`))
      }
      console.error(
        `minute ${minute}: live heap ${show(heapMb)} MB, resident ${show(residentMb)} MB, ${show(counts.requests)} requests, load ${show(loadavg()[0]!)}`,
      )
    }
    stop.abort()
    await Promise.all(working)
  } finally {
    stop.abort()
    await bench.close()
  }
  const late = samples.slice(Math.floor(samples.length * WARM_UP))
  const mean = late.reduce((sum, { heapMb }) => sum + heapMb, 0) / late.length
  return [
    info(`${MINUTES} minutes of moderate load`, `${show(counts.requests)} requests, ${show(counts.refused)} refused`),
    info('  resident after warm-up', late.map(({ residentMb }) => show(Math.round(residentMb))).join(' · ') + ' MB'),
    info('  live heap after warm-up', late.map(({ heapMb }) => show(heapMb)).join(' · ') + ' MB'),
    atMost('  growth of the live heap in an hour', (100 * 60 * slope(late)) / mean, 20, '%'),
  ]
}

const SMALL = { contextSize: '8K', clamp: true }

/** Returns MB per minute by least squares. */
function slope(samples: readonly Sample[]): number {
  const average = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [x, y] = [average(({ minute }) => minute), average(({ heapMb }) => heapMb)]
  const above = samples.reduce((sum, { minute, heapMb }) => sum + (minute - x) * (heapMb - y), 0)
  const below = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  return below === 0 ? 0 : above / below
}

async function client(
  bench: BenchContext,
  sessions: string[],
  random: Random,
  counts: { requests: number; refused: number },
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const at = random.int(0, sessions.length - 1)
    const path = `/v1/sessions/${sessions[at]}`
    try {
      await step(bench, path, random)
      if (random.chance(0.01)) {
        const old = path
        sessions[at] = await bench.newSession(SMALL)
        await bench.call('DELETE', old).catch(() => {})
      }
    } catch {
      // Another client deleted the session, or the machine is busy.
      counts.refused += 1
    }
    counts.requests += 1
    await sleep(PAUSE_MS)
  }
}

function step(bench: BenchContext, path: string, random: Random): Promise<unknown> {
  const draw = random.next()
  if (draw < 0.15) return bench.call('GET', `${path}/context`)
  if (draw < 0.2) return bench.call('GET', `${path}/audit`)
  if (draw < 0.25) return bench.call('GET', `/v1/search?q=config+${random.int(1, 999)}`)
  if (draw < 0.27) return bench.call('POST', `${path}/snapshots`, {})
  if (draw < 0.3) return bench.call('GET', '/v1/events?after=0&limit=200')
  const text = (role: string) => ({ role, content: textOf(random.int(50, 3_000), random.int(1, 1e9)) })
  return bench.call('POST', `${path}/messages`, { messages: [text('user'), text('assistant')] })
}
