/** Lets other requests run between the pieces of work that is long in sum, such as a loop over many messages. One long piece goes to a
 * thread instead (`threads/compute.ts`). [T1] */

/** Longest work between two pauses, in milliseconds. A piece is much shorter, so that a pause comes soon after this. */
const WORK_MS = 5
/** Work of one iteration of the event loop before the first pause. Shorter work never pauses. All work of the iteration counts: a chain
 * of many short calls must pause as often as one long loop. */
const FIRST_WORK_MS = 2

/** When the work of this iteration of the event loop must pause; null: nothing has begun in it. */
let pauseAt: number | null = null

/** Await it before each piece. Resolves at once while the work of this iteration of the event loop is short. */
export async function pauseWhenDue(): Promise<void> {
  pauseAt ??= pauseAfter(FIRST_WORK_MS)
  if (performance.now() < pauseAt) return
  await pause()
  pauseAt = pauseAfter(WORK_MS)
}

function pauseAfter(ms: number): number {
  setImmediate(forget).unref()
  return performance.now() + ms
}

function forget(): void {
  pauseAt = null
}

const waiting: (() => void)[] = []

/** Resolves in a later iteration of the event loop. Each iteration resumes one caller only, so that the pieces of many requests do not
 * add up to one long block. */
export function pause(): Promise<void> {
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
  if (items > MANY_ITEMS) await pause()
}

function serveOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(serveOne)
}
