import { describe, expect, test } from 'vitest'
import { lineBudget } from '../../src/domain/compression/line-budget.js'
import { excessAfterCompression, excessTokens } from '../../src/domain/eviction/human-excess.js'
import type { ViewEntry } from '../../src/domain/message.js'
import { freeForRecall, isCrowded, lacksTokensForRecall } from '../../src/domain/recall/free-tokens.js'
import { emergencyTokens, fitLimit, refillTokens, untilCompression } from '../../src/domain/session/model-tokens.js'
import { PRESET_POLICIES, PRESETS, type Policy } from '../../src/domain/session/policy.js'
import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import type { Session } from '../../src/domain/session/session.js'
import { NO_TOKENS } from '../../src/domain/session/budget.js'

/** A session of 8K that has compressed before, with a policy that prefers one or the other. */
function sessionWith(
  priority: Policy['priority'],
  counts: Partial<Session['tokenCounts']>,
  mode: Policy['recall']['mode'] = 'auto',
): Session {
  const fields = {
    ...{ limit: 6_800, reserve: 1_000, scale: EXACT_SCALE, compressionCount: 1, evictedCount: 0 },
    policy: { ...PRESET_POLICIES.checkpointed, priority, recall: { ...PRESET_POLICIES.checkpointed.recall, mode } },
    tokenCounts: { ...NO_TOKENS, system: 400, ...counts },
    recall: [{ seq: 3, text: 'earlier', tokens: 100, shows: [] }],
  }
  return fields as unknown as Session
}

test('[P12] every preset prefers detail', () => {
  expect(PRESETS.map((preset) => PRESET_POLICIES[preset].priority)).toEqual(PRESETS.map(() => 'detail'))
})

describe('[P12] [D6] where the cache counts most', () => {
  test('cuts and emergencies free more at once', () => {
    const [detail, cache] = [sessionWith('detail', {}), sessionWith('cache', {})]
    expect(refillTokens(cache)).toBe(3 * refillTokens(detail))
    expect(emergencyTokens(cache)).toBe(2.5 * emergencyTokens(detail))
  })

  test('[B2] a compression is due before the context has to shrink without a model, even in a small window', () => {
    // Checkpoints and system text leave a trigger above what fits.
    const counts = { system: 1_000, checkpoints: 1_500 }
    const used = (user: number) => 2_500 + user
    const due = (session: Session) => (untilCompression(session) ?? 0) <= 0
    const fit = fitLimit(sessionWith('cache', counts))
    const user = fit - 100 - 2_500
    expect(used(user)).toBeLessThan(fit)
    expect(due(sessionWith('detail', { ...counts, user }, 'off'))).toBe(false)
    expect(due(sessionWith('cache', { ...counts, user }))).toBe(true)
  })

  test('[P12] a compression leaves fewer words of people, and checkpoints share what the fixed part leaves', () => {
    const [detail, cache] = [sessionWith('detail', {}), sessionWith('cache', {})]
    const said = [{ role: 'user', origin: 'human', viewTokens: 2_720 }] as ViewEntry[]
    expect([detail, cache].map((session) => excessAfterCompression(said, session))).toEqual([-340, 1_700])
    expect([detail, cache].map((session) => excessTokens(said, session))).toEqual([0, 0])
    const talk = { turn: 10, lastSeq: 20 }
    expect(lineBudget({ ...detail, ...talk })).toBe(1_700)
    expect(lineBudget({ ...cache, ...talk })).toBe(1_600)
  })

  test('[M4] recalled words take less, and never what is free below the trigger', () => {
    const wide = { user: 1_000 }
    expect(freeForRecall(sessionWith('detail', wide), 1_000)).toBe(960)
    expect(freeForRecall(sessionWith('cache', wide), 1_000)).toBe(192)
    const cache = sessionWith('cache', { user: 5_000, recall: 50 })
    expect(freeForRecall(cache, 1_000)).toBe(Math.floor(untilCompression(cache)! - 50))
  })

  test('[M6] no cut is made only to free tokens for recall', () => {
    const full = { user: 5_000, recall: 300 }
    expect([isCrowded(sessionWith('detail', full), 9), isCrowded(sessionWith('cache', full), 9)]).toEqual([true, false])
    const fuller = { user: 5_200 }
    expect([
      lacksTokensForRecall(sessionWith('detail', fuller)),
      lacksTokensForRecall(sessionWith('cache', fuller)),
    ]).toEqual([true, false])
  })
})
