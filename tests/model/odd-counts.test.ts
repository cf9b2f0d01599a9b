import { expect, test } from 'vitest'
import { isOddCount, windowOfCutPrompt } from '../../src/model/prompt-cut.js'

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
