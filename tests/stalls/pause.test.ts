import { expect, test } from 'vitest'
import { pauseWhenDue } from '../../src/ports/pause.js'

/** Works in pieces of a millisecond. */
async function work(pieces: number): Promise<void> {
  for (let piece = 0; piece < pieces; piece++) {
    await pauseWhenDue()
    for (const until = performance.now() + 1; performance.now() < until;);
  }
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

test('[T1] long work in pieces pauses', async () => {
  expect(await iterationsDuring(() => work(100))).toBeGreaterThan(5)
})

test('[T1] a chain of many short calls pauses, too', async () => {
  const iterations = await iterationsDuring(async () => {
    for (let call = 0; call < 100; call++) await work(1)
  })
  expect(iterations).toBeGreaterThan(5)
})

test('[T1] many concurrent calls pause, and all end', async () => {
  const iterations = await iterationsDuring(() => Promise.all(Array.from({ length: 30 }, () => work(3))))
  expect(iterations).toBeGreaterThan(5)
})
