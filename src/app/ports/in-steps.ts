import type { Steps } from '../../domain/steps.js'

/** Long work on the event loop, in slices: other requests run between two of them. [T1] */

/** Milliseconds that one slice may take. A step is far shorter, so a slice ends soon after. */
const SLICE_MS = 10
/** Work that takes less than this does not wait at all. */
const FIRST_SLICE_MS = 2

/** Runs work to its end, in slices. Throws what the work throws. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  let endsAt = performance.now() + FIRST_SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < endsAt) continue
    await nextSlice()
    endsAt = performance.now() + SLICE_MS
  }
}

const waiting: (() => void)[] = []

/** Resolves in a later turn of the event loop. One caller is served in each turn: slices of many requests must not add up to one long block. */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(serveOne)
  })
}

function serveOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(serveOne)
}
