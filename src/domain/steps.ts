/** Splits long work into small steps. The domain cannot await, so long work is a generator that yields after each
 * piece. The caller can let other requests run between two pieces. [T1] */

export type Steps<T> = Generator<void, T, void>

/** Runs all steps without a pause. Use it for short inputs and outside the server. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
