import { describe, expect, test } from 'vitest'
import { CONDITIONS, conditionOf, type ConditionStatus } from '../../dashboard/src/context/condition.js'
import { healthIssueText, quotaIssueText } from '../../src/domain/model/model-health.js'
import { contextStatus } from '../../src/domain/session/status.js'
import { aSession } from '../store/builders.js'

const inOrder: ConditionStatus = { untilCompression: 500, waiting: 0, compressor: { state: 'idle' }, degraded: [] }
const down = {
  ...{ kind: 'down', server: 'http://127.0.0.1:11434', model: null, fault: 'unavailable' },
  until: new Date(0).toISOString(),
} as unknown as Parameters<typeof healthIssueText>[0]

/** It answers, so it is not down. */
const unfit = { ...down, kind: 'unfit' } as typeof down

describe('[Q1a] the state of a session in words', () => {
  test.each<[string, Partial<ConditionStatus>, string]>([
    ['plain', {}, 'Space left'],
    ['plain', { untilCompression: null }, 'Space left'],
    ['plain', { untilCompression: 0 }, 'Compresses soon'],
    ['plain', { compressor: { state: 'queued' } }, 'Compresses soon'],
    ['busy', { compressor: { state: 'running' } }, 'Compressing'],
    ['warning', { waiting: 40, compressor: { state: 'running' } }, 'Over; shrinks at the next read'],
    [
      'warning',
      { waiting: 40, compressor: { state: 'stuck', reason: 'gain-too-small' } },
      'Over; shrinks at the next read',
    ],
    ['warning', { compressor: { state: 'backing-off', reason: 'timeout' } }, 'No model; lines copied'],
    ['warning', { degraded: [healthIssueText(down, 'qwen2.5:7b')] }, 'No model; lines copied'],
    ['warning', { degraded: [quotaIssueText(90)] }, 'No model; lines copied'],
    ['warning', { degraded: [healthIssueText(unfit, 'qwen2.5:7b')] }, 'No model; lines copied'],
    ['plain', { checkpoints: 0, degraded: [healthIssueText(down, 'qwen2.5:7b')] }, 'Space left'],
    ['warning', { checkpoints: 1, degraded: [healthIssueText(down, 'qwen2.5:7b')] }, 'No model; lines copied'],
    [
      'warning',
      { checkpoints: 0, untilCompression: 0, degraded: [healthIssueText(down, 'qwen2.5:7b')] },
      'No model; lines copied',
    ],
    ['plain', { degraded: ['extractive-checkpoints: no model has rewritten these yet'] }, 'Space left'],
    [
      'fault',
      { compressor: { state: 'stuck', reason: 'gain-too-small' } },
      'Stuck: a compression would free too little',
    ],
  ])('is %s for %j: %s', (tone, change, text) => {
    expect(conditionOf({ ...inOrder, ...change })).toMatchObject({ tone, text })
  })

  test('says what to do where something is to be done, and nothing where all is in order', () => {
    const stuck = conditionOf({ ...inOrder, compressor: { state: 'stuck', reason: 'gain-too-small' } })
    expect(stuck.detail).toContain('larger window')
    expect(conditionOf({ ...inOrder, degraded: [healthIssueText(down, 'm')] }).detail).toMatch(
      /^The model server .* does not answer/,
    )
    expect(conditionOf(inOrder).detail).toBe('')
    expect(CONDITIONS.length).toBe(6)
  })

  test('is neither red nor a level for a small model in order, however often it was compressed', () => {
    const session = {
      ...aSession({ compressionCount: 14 }),
      quality: { parameters: 3, verification: 0.31, extractiveShare: 1 },
    }
    const status = contextStatus(session)
    expect(status.reliability.level).toBe('Critical')
    expect(status.reliability).toMatchObject({ factsKept: 0.31 })
    expect(status.reliability.reachable).toBeLessThanOrEqual(0.3)
    expect(conditionOf(status).tone).toBe('plain')
  })

  test('has no share of kept facts before the first compression', () => {
    expect(contextStatus(aSession({})).reliability.factsKept).toBeNull()
  })
})
