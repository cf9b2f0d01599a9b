/** Work in small steps. The domain cannot wait, so long work is a generator: it yields after each small piece, and its caller may let other
 * requests run between two pieces. [T1] */

export type Steps<T> = Generator<void, T, void>

/** Runs all steps at once: for short inputs, and outside a server. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
