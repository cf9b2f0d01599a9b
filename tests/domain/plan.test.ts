import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import { expect, test } from 'vitest'
import { planCompression, planRules, type PlanRules } from '../../src/domain/compression/compression-plan.js'
import { tailStart } from '../../src/domain/compression/tail.js'
import type { PartShape, Role, ViewEntry } from '../../src/domain/message.js'
import { unitsOf } from '../../src/domain/context/pairing.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'

const SESSION = { openCalls: [], lastSeq: 99, lastSpokenSeq: 99, turn: 9 }
const RULES: PlanRules = {
  tail: { tokens: 200, messages: 5 },
  minGain: 100,
  ceiling: 50,
  spanTokens: 100_000,
}

function entry(
  seq: number,
  role: Role,
  tokens: number,
  shape: PartShape[] = [{ kind: 'text', tokens }],
  more: Partial<ViewEntry> = {},
): ViewEntry {
  return {
    seq,
    role,
    origin: role === 'user' ? 'human' : 'app',
    pinned: false,
    state: 'raw',
    shape,
    tokens,
    viewTokens: tokens,
    turn: 1,
    ...more,
  }
}
const call = (seq: number, ...ids: string[]) =>
  entry(
    seq,
    'assistant',
    60,
    ids.map((callId) => ({ kind: 'tool_call', tokens: 20, callId, name: 'look' })),
  )
const result = (seq: number, callSeq: number, callId: string) =>
  entry(seq, 'tool', 80, [
    { kind: 'tool_result', tokens: 76, callId, name: 'look', isError: false, callSeq, late: false },
  ])

test('[I4] [C2] the tail holds enough tokens and enough messages, and never begins inside a batch of parallel calls', () => {
  const entries = [
    entry(1, 'assistant', 500),
    call(2, 'a', 'b', 'c'),
    result(3, 2, 'a'),
    result(4, 2, 'b'),
    result(5, 2, 'c'),
    entry(6, 'assistant', 30),
  ]
  const units = unitsOf(entries, 6)
  expect(tailStart(units, { tokens: 100, messages: 3 })).toBe(2)
  expect(tailStart(units, { tokens: 100, messages: 5 })).toBe(2)
  expect(tailStart(units, { tokens: 10, messages: 1 })).toBe(6)
  expect(tailStart(units, { tokens: 0, messages: 0 })).toBe(Infinity)
})

test('[C1] [P4] human, pinned and system messages stay; assistant, tool and app text goes', () => {
  const entries = [
    entry(1, 'system', 100),
    entry(2, 'user', 100),
    entry(3, 'user', 100, undefined, { origin: 'app' }),
    entry(4, 'assistant', 100),
    entry(5, 'assistant', 100, undefined, { pinned: true }),
    ...Array.from({ length: 6 }, (_, index) => entry(10 + index, 'assistant', 50)),
  ]
  const { plan } = planCompression(SESSION, entries, RULES)
  expect(plan?.seqs).toEqual([3, 4, 10])
})

test('[I10] [I28] [P12] [P7] a cut that frees less than the minimum gain is not made', () => {
  const entries = [
    entry(1, 'assistant', 149),
    ...Array.from({ length: 6 }, (_, index) => entry(10 + index, 'user', 50)),
  ]
  expect(planCompression(SESSION, entries, RULES)).toEqual({ plan: null, reason: 'gain-too-small', largest: 99 })
  expect(planCompression(SESSION, [entry(1, 'assistant', 150), ...entries.slice(1)], RULES).plan).not.toBeNull()
  const rules = planRules({ limit: 13_600, scale: EXACT_SCALE, policy: PRESET_POLICIES.checkpointed })
  expect(rules).toMatchObject({ minGain: 680, ceiling: 1_200, tail: { tokens: 2_048, messages: 5 } })
})

test('[S5] [C2] in half the window the figures are half', () => {
  expect(planRules({ limit: 6_800, scale: EXACT_SCALE, policy: PRESET_POLICIES.checkpointed })).toMatchObject({
    ceiling: 600,
    tail: { tokens: 1_024, messages: 5 },
    minGain: 340,
  })
})

test('[V2] a backlog larger than the window is taken oldest first, a window at a time', () => {
  const entries = Array.from({ length: 40 }, (_, index) => entry(index + 1, 'assistant', 100))
  const { plan } = planCompression({ ...SESSION, lastSeq: 40, lastSpokenSeq: 40 }, entries, {
    ...RULES,
    spanTokens: 1_000,
  })
  expect(plan?.range).toEqual({ from: 1, to: 10 })
})
