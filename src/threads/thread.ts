import { constants, getPriority, setPriority } from 'node:os'
import { runTask, type SentResult, type SentTask } from './run-task.js'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much less a thread matters than the event loop, as `nice` counts: it gets a third of the processor if both need it. Clients wait for
 * the event loop, and rarely for a thread. Measured with `npm run bench -- append`: 10 is no better. */
const NICENESS = 5

try {
  // Only Linux gives a thread a priority of its own. Elsewhere it would be that of the process.
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW))
} catch {
  // A sandbox may forbid it. The thread works as well with the priority of the process.
}

/** The program of a thread: the pool calls it with one task at a time. */
export default async function runInThread(task: SentTask): Promise<SentResult> {
  try {
    return await runTask(task)
  } finally {
    collectSoon()
  }
}

/** Bytes in use of a thread that has done its task. Less is its program with what it remembers. */
const LARGE_BYTES = 48 * 1_048_576

let collect: (() => void) | null = null
let isWaiting = false

/** Collects the garbage of this thread after the result is sent, if there may be much: a thread that then waits would keep the texts of
 * a large task until it ends. Holds the thread for 50 ms at most. */
function collectSoon(): void {
  if (isWaiting) return
  isWaiting = true
  setImmediate(() => {
    isWaiting = false
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
    if (heap + external > LARGE_BYTES) (collect ??= collector())()
  })
}

function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
