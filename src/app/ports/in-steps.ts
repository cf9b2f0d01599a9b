import type { Steps } from '../../domain/steps.js'

/** Runs long work on the event loop in slices. Other requests run between slices. [T1] */

/** Target duration of a slice. Steps are much shorter, so a slice ends soon after this. */
const SLICE_MS = 5
/** Work of one iteration of the event loop before the first pause. Shorter work never yields. All work of the iteration
 * counts: a chain of many short calls must pause as often as one long call. */
const FIRST_SLICE_MS = 2

/** When the work of this iteration of the event loop must pause; null: nothing has begun in it. */
let pauseAt: number | null = null

/** Runs all steps in slices and returns their result. Throws the errors of the steps. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    pauseAt ??= pauseAfter(FIRST_SLICE_MS)
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < pauseAt) continue
    await nextSlice()
    pauseAt = pauseAfter(SLICE_MS)
  }
}

function pauseAfter(ms: number): number {
  setImmediate(forget).unref()
  return performance.now() + ms
}

function forget(): void {
  pauseAt = null
}

const waiting: (() => void)[] = []

/** Resolves in a later iteration of the event loop. Each iteration resumes one caller only, so that the slices of many
 * requests do not add up to one long block. */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(serveOne)
  })
}

/** Items in one pass over which a pause follows. A pass over 30,000 messages takes 10 to 20 ms, and several follow each
 * other in one transaction. */
const MANY_ITEMS = 2_000

/** Lets other requests run after a pass over many items, and returns at once after one over few. */
export async function pauseAfterMany(items: number): Promise<void> {
  if (items > MANY_ITEMS) await nextSlice()
}

function serveOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(serveOne)
}
