import { expect, test } from 'vitest'
import { lineBudget } from '../../src/domain/compression/line-budget.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'

const session = (turn: number, lastSeq: number, user = 0) =>
  lineBudget({
    limit: 13_600,
    scale: EXACT_SCALE,
    policy: PRESET_POLICIES.checkpointed,
    turn,
    lastSeq,
    tokenCounts: { user, system: 0, tools: 0, goals: 0 },
  })

test('[C4] all checkpoints share 25% of the limit in a talk, and a third more where an agent works', () => {
  expect(session(50, 100)).toBe(3_400)
  expect(session(50, 150)).toBe(3_400)
  expect(session(50, 250)).toBe(4_533)
  expect(session(50, 900)).toBe(4_533)
  expect(session(0, 40)).toBe(4_533)
  expect(session(0, 1)).toBe(3_400)
  // It changes little within a turn.
  expect(session(50, 200)).toBe(3_966)
  expect(session(51, 201) - session(50, 200)).toBeGreaterThan(-40)
  // Human words come first.
  expect(session(50, 250, 2_267)).toBe(4_533)
  expect(session(50, 250, 3_000)).toBe(3_800)
  expect(session(50, 250, 5_000)).toBe(3_400)
})
