import { parseArgs } from 'node:util'
import { measureAppend } from './measure/append.js'
import { measureArrival } from './measure/arrive.js'
import { measureCompress } from './measure/compress.js'
import { measureInstall, measureMemory, measureStart } from './measure/footprint.js'
import { measureDoors } from './measure/doors.js'
import { measureHangingModel } from './measure/hanging-model.js'
import { measureHostile } from './measure/hostile.js'
import { measureMarkers } from './measure/markers.js'
import { measureMoments } from './measure/moments.js'
import { measureMinimal } from './measure/minimal.js'
import { measurePrompt } from './measure/prompt.js'
import { measurePages } from './measure/pages.js'
import { measurePrograms } from './measure/programs.js'
import { measureQuotas } from './measure/quotas.js'
import { measureRead } from './measure/read.js'
import { measureReduce } from './measure/reduce.js'
import { measureScale } from './measure/scale.js'
import { measureSearch } from './measure/search.js'
import { measureSoak } from './measure/soak.js'
import { measureSubscribers } from './measure/subscribers.js'
import { measureTransfer } from './measure/transfer.js'
import { measureViews } from './measure/views.js'
import { openBenchContext, type BenchContext } from './support/bench-context.js'
import type { Figure } from './support/figures.js'

/**
 * `npm run bench -- append read`, or `--only append,read`: prints measurements with their targets.
 * `npm run bench -- prompt [--logs FOLDER,…] [--traffic NAME] [--held-out] [--priority cache]` replays logs; without `--logs`, those of `examples`;
 * with `--held-out`, the logs after those that the constants were chosen on.
 * `npm run bench -- arrive [--logs FOLDER,…] [--messages 20000]` measures histories that arrive at once, up to that size.
 * `npm run bench -- views [--logs FOLDER,…] [--messages 100000]` measures what the dashboard reads of a long session.
 * `npm run bench -- pages [--logs FOLDER,…] [--messages 10000]` opens every view of a long session in a browser.
 * `npm run bench -- programs --programs FOLDER` runs the coding agents that npm installed there.
 * Never fails, because a busy machine is not a defect.
 */
const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    logs: { type: 'string' },
    messages: { type: 'string' },
    traffic: { type: 'string' },
    'held-out': { type: 'boolean' },
    priority: { type: 'string' },
    programs: { type: 'string' },
  },
  allowPositionals: true,
})
const named = [...positionals, ...(values.only?.split(',') ?? [])]
const wanted = named.length === 0 ? undefined : named

const INSIDE: Record<string, (bench: BenchContext) => Promise<Figure[]>> = {
  memory: measureMemory,
  append: async (bench) => [...(await measureMinimal(bench)), ...(await measureAppend(bench))],
  read: measureRead,
  compress: measureCompress,
  hang: async (bench) => [await measureHangingModel(bench)],
}
const ALONE: Record<string, () => Promise<Figure[]>> = {
  start: measureStart,
  install: async () => measureInstall(),
  markers: async () => measureMarkers(),
  reduce: measureReduce,
  hostile: measureHostile,
  search: measureSearch,
  transfer: measureTransfer,
  time: measureMoments,
  doors: measureDoors,
  quotas: measureQuotas,
}

/** Long ones, which run only if they are named. */
const NAMED: Record<string, () => Promise<Figure[]>> = {
  prompt: () =>
    measurePrompt(values.logs?.split(',') ?? [], {
      only: values.traffic,
      isHeldOut: values['held-out'] === true,
      priority: values.priority ?? 'detail',
    }),
  arrive: () => measureArrival(values.logs?.split(',') ?? [], Number(values.messages ?? 100_000)),
  views: () => measureViews(values.logs?.split(',') ?? [], Number(values.messages ?? 10_000)),
  pages: () => measurePages(values.logs?.split(',') ?? [], Number(values.messages ?? 10_000)),
  programs: () => measurePrograms(values.programs ?? '.'),
  scale: measureScale,
  subscribers: measureSubscribers,
  soak: measureSoak,
}

console.log(`${'measurement'.padEnd(66)}${'value'.padEnd(38)}target`)
for (const [name, measure] of Object.entries(INSIDE)) if (isWanted(name)) await attempt(name, () => withBench(measure))
for (const [name, measure] of Object.entries(ALONE)) if (isWanted(name)) await attempt(name, measure)
for (const [name, measure] of Object.entries(NAMED)) if (named.includes(name)) await attempt(name, measure)
process.exit(0)

/** Runs each measurement in a new context, so that it does not affect the next one. */
async function withBench(measure: (bench: BenchContext) => Promise<Figure[]>): Promise<Figure[]> {
  const bench = await openBenchContext()
  try {
    return await measure(bench)
  } finally {
    await bench.close()
  }
}

/** Runs one measurement. A failure is printed and does not stop the others. */
async function attempt(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  try {
    print(await measure())
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isWanted(name: string): boolean {
  return wanted === undefined || wanted.includes(name)
}

function print(figures: readonly Figure[]): void {
  for (const { what, value, target, met } of figures) {
    console.log(`${what.padEnd(66)}${value.padEnd(38)}${target}${met === null ? '' : met ? '  ✓' : '  missed'}`)
  }
}
