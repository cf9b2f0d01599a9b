import { availableParallelism } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { Piscina } from 'piscina'
import { DomainError } from '../domain/errors.js'
import { inPiecesWithPauses } from './pieces.js'
import { sharedRanks } from './ranks.js'
import { putTogether } from './results.js'
import { runTask, type SentResult, type SentTask } from './run-task.js'
import type { TaskName } from './tasks.js'

/** Threads of this process. Two at least: one text of many megabytes must not wait for a summary. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()))
/** Tasks that wait for a thread; more are refused. Bodies in progress are bounded already, and so are compressions. */
const MAX_QUEUE = 1_000
/** A thread ends after this time without work, and gives its memory back. */
const IDLE_MS = 10_000
/** The longest task, on the largest input and a busy machine, takes a tenth of it. */
const TASK_MS = 120_000
const RETRY_AFTER_SECONDS = 1
/** Memory of young objects in a thread, in MB. By default, V8 takes three times as much before it collects garbage. */
const YOUNG_MB = 16
/** Memory of old objects in a thread, in MB: a thread that needs more ends, and its task fails. Bodies larger than 16 MiB get 48 times their
 * size. V8 itself allows up to half of the memory of the machine. */
const OLD_MB = 768
const OLD_PER_BODY = 48
let oldMb = OLD_MB

/** Fits the memory of threads to the largest body. Call before the first task.
 * @param leastMb memory that each thread may use, however small the largest body is */
export function fitThreadsTo(maxBodyBytes: number, leastMb = OLD_MB): void {
  const byDefault = getHeapStatistics().heap_size_limit
  oldMb = Math.max(leastMb, Math.floor(Math.min(OLD_PER_BODY * maxBodyBytes, byDefault) / 1_048_576))
}

/** Work of seconds. One thread is left for the rest. */
const SLOW: ReadonlySet<TaskName> = new Set([
  ...(['composeCheckpoint', 'anchorsOf', 'ledgerEntriesOf', 'planAging', 'planEviction', 'planOutliers'] as const),
  'readLogTexts',
] as const)

/** Tasks that count tokens. */
const COUNTING: ReadonlySet<TaskName> = new Set(['composeCheckpoint', 'planAging'] as const)

/** Compiled sources have a program for threads beside them. From TypeScript sources, tasks run here, on copies. */
const here = import.meta.url
const PROGRAM = here.endsWith('.ts') ? null : new URL('./thread.js', here).href

let pool: Promise<Piscina<SentTask, SentResult>> | null = null
/** Number of closings. A task that waited during one must not start threads again. */
let closings = 0
let slowFree = THREADS - 1
const slowWaiting: (() => void)[] = []

/** Runs a task in a thread, which starts if there is none. Throws the failures of the task, rate_limited if too many wait, and an error
 * if the thread dies or takes longer than two minutes. */
export async function inThread(name: TaskName, args: unknown[]): Promise<unknown> {
  const isSlow = SLOW.has(name)
  const closingsBefore = closings
  if (isSlow) await slowTurn()
  try {
    if (closings !== closingsBefore) throw new Error('The threads were ended before this task began.')
    const sent = await run({
      name,
      args: await inPiecesWithPauses(args),
      ranks: COUNTING.has(name) ? await sharedRanks() : null,
    })
    if ('result' in sent) return await putTogether(sent.result)
    const { code, message, details, faults } = sent.failure
    throw new DomainError(code, message, details, faults)
  } finally {
    if (isSlow) endSlowTurn()
  }
}

/** Ends the threads. Their tasks fail. A later task starts new ones. */
export async function closeThreads(): Promise<void> {
  closings += 1
  const closing = pool
  pool = null
  await (await closing)?.destroy()
}

async function run(task: SentTask): Promise<SentResult> {
  if (PROGRAM === null) return structuredClone(await runTask(structuredClone(task)))
  pool ??= openPool(PROGRAM)
  const threads = await pool
  if (threads.queueSize >= MAX_QUEUE) {
    const detail = `${MAX_QUEUE} tasks wait for a thread. Retry in ${RETRY_AFTER_SECONDS} s.`
    throw new DomainError('rate_limited', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  return threads.run(task, { signal: AbortSignal.timeout(TASK_MS), transferList: ownBytes(task) })
}

/** Returns the memory of a request body, which moves to the thread: nothing else reads it. Other bytes are copied. */
function ownBytes({ name, args }: SentTask): ArrayBuffer[] {
  if (name !== 'readBody' || !Array.isArray(args.value)) return []
  return args.value.flatMap((one: unknown) =>
    one instanceof Uint8Array && one.byteLength === one.buffer.byteLength && one.buffer instanceof ArrayBuffer
      ? [one.buffer]
      : [],
  )
}

async function openPool(filename: string): Promise<Piscina<SentTask, SentResult>> {
  const { Piscina: Pool } = await import('piscina')
  // Without the flags of the process: a thread must not load the loaders of a test runner.
  const size = { minThreads: 0, maxThreads: THREADS, idleTimeout: IDLE_MS }
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: oldMb }
  // A thread that waits without an event loop would not collect its garbage.
  return new Pool({ ...size, filename, execArgv: [], resourceLimits, atomics: 'disabled' })
}

async function slowTurn(): Promise<void> {
  if (slowFree > 0) slowFree -= 1
  else await new Promise<void>((resolve) => void slowWaiting.push(resolve))
}

function endSlowTurn(): void {
  const next = slowWaiting.shift()
  if (next) next()
  else slowFree += 1
}
