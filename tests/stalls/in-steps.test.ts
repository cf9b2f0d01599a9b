import { expect, test } from 'vitest'
import { inSteps } from '../../src/app/ports/in-steps.js'
import type { Steps } from '../../src/domain/steps.js'

function* work(steps: number, ms: number): Steps<number> {
  for (let step = 0; step < steps; step++) {
    for (const until = performance.now() + ms; performance.now() < until;);
    yield
  }
  return steps
}

/** Counts the iterations of the event loop while `run` runs. */
async function iterationsDuring(run: () => Promise<unknown>): Promise<number> {
  let iterations = 0
  let ended = false
  const count = () => {
    if (ended) return
    iterations += 1
    setImmediate(count)
  }
  setImmediate(count)
  await run()
  ended = true
  return iterations
}

test('[T1] long work pauses, and returns its result', async () => {
  expect(await iterationsDuring(async () => expect(await inSteps(work(100, 1))).toBe(100))).toBeGreaterThan(5)
})

test('[T1] a chain of many short calls pauses, too', async () => {
  const iterations = await iterationsDuring(async () => {
    for (let call = 0; call < 100; call++) await inSteps(work(1, 1))
  })
  expect(iterations).toBeGreaterThan(5)
})

test('[T1] many concurrent calls pause, and all end', async () => {
  const iterations = await iterationsDuring(() => Promise.all(Array.from({ length: 30 }, () => inSteps(work(3, 1)))))
  expect(iterations).toBeGreaterThan(5)
})
