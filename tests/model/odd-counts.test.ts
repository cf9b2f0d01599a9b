import { expect, test } from 'vitest'
import { learn, type Calibration } from '../../src/domain/model/calibration.js'
import { isOddCount, windowOfCutPrompt } from '../../src/model/prompt-cut.js'
import { SMALLEST_WINDOW, WindowEvidence } from '../../src/model/window-evidence.js'

/** Counts of servers that report something else than the whole prompt. */

test.each([10, 1, 400, 1_000])(
  '[V1] [S4] %i of 5,000 tokens is no window: the server counts only what was not cached',
  (readTokens) => {
    expect(isOddCount({ sentTokens: 5_000, readTokens, numCtx: 8_192 })).toBe(true)
  },
)

test('[V1] a count that fits a window is a sign of a cut', () => {
  const half = { sentTokens: 8_000, readTokens: 2_052, numCtx: 8_192 }
  expect(isOddCount(half)).toBe(false)
  expect(windowOfCutPrompt(half)).toBe(4_104)
  const small = { sentTokens: 3_000, readTokens: 1_030, numCtx: 2_048 }
  expect(isOddCount(small)).toBe(false)
  expect(windowOfCutPrompt(small)).toBe(2_048)
})

test('[S4] one cut lowers no window; two that show the same one do', () => {
  const evidence = new WindowEvidence()
  expect(evidence.cut('a', 4_000)).toBeNull()
  expect(evidence.cut('b', 4_000)).toBeNull()
  expect(evidence.cut('a', 4_200)).toBe(4_000)
  // The next one needs two again.
  expect(evidence.cut('a', 3_000)).toBeNull()
})

test('[S4] cuts that show different windows are counts of something else', () => {
  const evidence = new WindowEvidence()
  for (const tokens of [2_400, 5_000, 3_100, 6_900, 2_500]) expect(evidence.cut('a', tokens)).toBeNull()
})

test('[S4] no window becomes lower than a prompt that was answered whole, or than the smallest one', () => {
  const evidence = new WindowEvidence()
  evidence.whole('a', 5_500)
  evidence.cut('a', 4_000)
  expect(evidence.cut('a', 4_000)).toBe(5_500)
  evidence.cut('b', 300)
  expect(evidence.cut('b', 300)).toBe(SMALLEST_WINDOW)
})

test('[S4] a whole answer above the window that a cut showed ends that suspicion', () => {
  const evidence = new WindowEvidence()
  evidence.cut('a', 4_000)
  evidence.whole('a', 5_000)
  expect(evidence.cut('a', 4_000)).toBeNull()
})

test('[T2] reports without the cached tokens do not spoil a ratio that many prompts showed', () => {
  let known: Calibration | null = null
  for (let i = 0; i < 20; i++) known = learn(known, { ours: 4_000, real: 4_800 })
  for (let i = 0; i < 10; i++) known = learn(known, { ours: 4_000, real: 3_200 })
  expect(known!.ratio).toBeGreaterThan(1.1)
  expect(Math.max(...known!.errors)).toBeLessThan(0.05)
  // A tokenizer that really counts less is believed in time.
  for (let i = 0; i < 150; i++) known = learn(known, { ours: 4_000, real: 3_200 })
  expect(known!.ratio).toBeLessThan(0.92)
})
