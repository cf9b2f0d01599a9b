import type { Steps } from '../../domain/steps.js'

/** Runs long work on the event loop in slices. Other requests run between slices. [T1] */

/** Target duration of a slice. Steps are much shorter, so a slice ends soon after this. */
const SLICE_MS = 5
/** Work shorter than this never yields. */
const FIRST_SLICE_MS = 2

/** Runs all steps in slices and returns their result. Throws the errors of the steps. */
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

/** Resolves in a later iteration of the event loop. Each iteration resumes one caller only, so that the slices of many
 * requests do not add up to one long block. */
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
