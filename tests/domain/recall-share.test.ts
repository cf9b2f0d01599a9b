import { describe, expect, test } from 'vitest'
import { freeForRecall } from '../../src/domain/recall/free-tokens.js'
import { NO_TOKENS } from '../../src/domain/session/budget.js'
import { fitLimit, untilCompression } from '../../src/domain/session/model-tokens.js'
import { PRESET_POLICIES, type Policy } from '../../src/domain/session/policy.js'
import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import type { Session } from '../../src/domain/session/session.js'

/** A session of 8K whose checkpoints leave a trigger above what fits. */
function sessionOf(user: number, recall: Partial<Policy['recall']> = {}): Session {
  const { checkpointed } = PRESET_POLICIES
  const fields = {
    ...{ limit: 6_800, reserve: 1_000, scale: EXACT_SCALE, compressionCount: 1, evictedCount: 0 },
    policy: { ...checkpointed, recall: { ...checkpointed.recall, ...recall } },
    tokenCounts: { ...NO_TOKENS, checkpoints: 1_500, user },
  }
  return fields as unknown as Session
}
const FIT = fitLimit(sessionOf(0))

describe('[M4] the tokens that recall needs', () => {
  test.each([
    [{}, 510],
    [{ maxTokens: 200 }, 150],
    // A policy that wants more than a tenth of the limit gets it only from tokens that happen to be free.
    [{ maxTokens: 3_000 }, 510],
  ])('with %j, a compression is due before fewer than %d are free', (recall, needed) => {
    const last = FIT - needed - 1_500
    expect(untilCompression(sessionOf(last, recall))).toBe(0)
    expect(untilCompression(sessionOf(last - 1, recall))).toBe(1)
  })

  test('stay free for nothing where recall is off', () => {
    expect(untilCompression(sessionOf(FIT - 1_500 - 400, { mode: 'off' }))).toBeGreaterThan(0)
  })

  test('are a share of what system text, tools, and goals leave', () => {
    const session = sessionOf(1_000)
    const fixed = { system: 1_000, tools: 2_000, goals: 400 }
    const tokenCounts = { ...session.tokenCounts, checkpoints: 0, ...fixed }
    expect(freeForRecall({ ...session, tokenCounts }, 1_000)).toBe(510)
  })

  test('are at most half as many again, if they are free, because the answer may be in many places', () => {
    expect(freeForRecall(sessionOf(1_000), 1_000)).toBe(1_020)
    expect(freeForRecall(sessionOf(FIT - 1_500 - 800), 1_000)).toBe(800)
    expect(freeForRecall(sessionOf(1_000, { maxTokens: 300 }), 1_000)).toBe(300)
  })
})
