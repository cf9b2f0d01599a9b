import { expect, test } from 'vitest'
import type { Checkpoint } from '../../src/domain/checkpoint/checkpoint.js'
import type { Goal } from '../../src/domain/goal/goal.js'
import { handOver } from '../../src/domain/reports/hand-over.js'
import type { Session } from '../../src/domain/session/session.js'
import { contextStatus } from '../../src/domain/session/status.js'
import { statusMarkdown } from '../../src/present/status-markdown.js'
import { statusReport, type StatusRecords, type StatusReport } from '../../src/domain/reports/status-report.js'
import { aCompression, aSession } from '../store/builders.js'

function reportOf(changes: Partial<Session>, goals: Goal[] = [], more: Partial<StatusRecords> = {}): StatusReport {
  const session = aSession(changes)
  const status = contextStatus(session)
  return statusReport({
    ...{ session, status, inContext: 0, reductions: [], checkpoints: [], goals, handover: '' },
    now: new Date('2026-02-03T04:05:06.000Z'),
    ...{ compressions: [], savings: { saved: 0, tokensBefore: 0 }, totalTokens: 0, ...more },
  })
}

function goalOf(status: Goal['status'], items: Goal['items']): Goal {
  const at = new Date(0)
  return {
    id: `goal_${status}`,
    description: `A ${status} goal\n# in two lines`,
    priority: 'high',
    status,
    items,
    createdAt: at,
    changedAt: at,
  }
}

test('[R5] a session in which nothing has happened says so, and advises nothing about it', () => {
  const report = reportOf({})
  expect(report).toMatchObject({
    goal: null,
    reductions: [],
    checkpoints: [],
    freshSession: { advised: false, handover: '' },
  })
  expect(report.history).toEqual({
    messages: 0,
    totalTokens: 0,
    inContext: 0,
    offloaded: 0,
    behindCheckpoints: 0,
    evicted: 0,
  })
  expect(statusMarkdown(report)).toContain(
    '2026-02-03T04:05:06.000Z · level GREEN\n\nContext: 0/13,600 (0%) · 0 compressions',
  )
  expect(statusMarkdown(report)).toContain('Savings: 0 tokens (0%)')
  expect(statusMarkdown(report)).toMatch(
    /## Compressions\n\nnone[^]*## Task boundary\n\nnone[^]*## Goal\n\nnone[^]*## Hand-over\n\nnone\n$/,
  )
})

test('[R5] [Q2] a compressor that is stuck is reported in words, with what helps, and a fresh session is advised', () => {
  const report = reportOf({ compressor: { state: 'stuck', reason: 'the words of the user fill the window' } })
  expect(report.freshSession.advised).toBe(true)
  expect(report.recommendations.join('\n')).toMatch(/Start a fresh session[^]*Nothing more can be shrunk/)
  const page = statusMarkdown(report)
  expect(page).toContain('- stuck: the words of the user fill the window')
  expect(page).toContain('## Hand-over (a fresh session is advised)')
})

test('[R5] [D4] the task boundary is named with the tool that set it; a name of many lines opens no heading', () => {
  const watermark = { seq: 12, callId: 'c', toolName: 'done\n# Not a heading', pending: null, appliedSeq: 0 }
  const page = statusMarkdown(reportOf({ lastSeq: 20, watermark }))
  expect(page).toContain('- message 12 (done # Not a heading)')
  expect(page).not.toMatch(/^# Not/m)
})

test('[R5] [G1] of the goals the active one is reported, with the steps that are still open', () => {
  const step = (id: string, status: 'pending' | 'in-progress' | 'completed') => ({
    id,
    kind: 'step' as const,
    text: id,
    seq: null,
    status,
  })
  const active = goalOf('active', [step('a', 'pending'), step('b', 'in-progress'), step('c', 'completed')])
  const report = reportOf({}, [goalOf('paused', [step('d', 'pending')]), active])
  expect(report.goal).toEqual({ id: 'goal_active', description: active.description, priority: 'high', openSteps: 2 })
  expect(statusMarkdown(report)).toContain('- A active goal # in two lines (high priority, 2 steps open)')
  expect(reportOf({}, [goalOf('completed', [])]).goal).toBeNull()
})

test('[Q2] [R4] the hand-over carries goals, exact lines, checkpoints and the last words of the user, whole, in the order of time', () => {
  const session = aSession({
    id: 'ses_old',
    lastSeq: 90,
    limit: 1_000,
  })
  const checkpoints = [
    { id: 'cp_1', text: '[Checkpoint 1]', tokens: 100 },
    { id: 'cp_2', text: '[Checkpoint 2]', tokens: 300 },
    { id: 'cp_3', text: '[Checkpoint 3]', tokens: 40 },
  ] satisfies Pick<Checkpoint, 'id' | 'text' | 'tokens'>[]
  const count = (text: string) => Math.ceil(text.length / 4)
  const work = {
    intent: { source: 'goal' as const, text: 'ship it' },
    rules: ['never push'],
    decisions: ['Use Postgres (locked)'],
    files: [{ path: 'src/a.ts', action: 'created' }],
    openFailures: ['`npm test` failed'],
    completed: [],
    nextSteps: [],
  }
  const words = [
    { seq: 80, tokens: 50, text: 'first\n\nof two' },
    { seq: 84, tokens: 251, text: 'a long paste' },
    { seq: 88, tokens: 50, text: 'and the last' },
  ]
  const text = handOver({ session, goalTexts: ['[Goal]\nship it'], work, count, checkpoints, userMessages: words })
  expect(text.split('\n\n[').map((section) => section.split('\n')[0])).toEqual([
    '[Handed over from session ses_old, 90 messages long · copied verbatim by the context service]',
    'Goal]',
    'The work so far]',
    'Checkpoint 1]',
    'Checkpoint 3]',
    'The user, message 80]',
    'The user, message 88]',
    'Omitted because of size; read in the old session]',
  ])
  expect(text).toContain('[The user, message 80]\nfirst\n\nof two\n\n')
  expect(text.endsWith('\n- checkpoint cp_2\n- user message 84')).toBe(true)
  expect(text).toContain(
    'Rules of the user:\n- never push\nDecisions:\n- Use Postgres (locked)\nOpen failures:\n- `npm test` failed',
  )
  // An active goal has the request; of a list too long for its tokens the newest entries stay.
  expect(text).not.toContain('First request')
  const many = {
    ...work,
    files: Array.from({ length: 90 }, (_, n) => ({ path: `src/part${n}.ts`, action: 'created' })),
  }
  const long = handOver({ session, goalTexts: [], work: many, count, checkpoints: [], userMessages: [] })
  expect(long).toContain('created src/part89.ts')
  expect(long).not.toContain('created src/part1.ts')
  const nothing = { ...work, rules: [], decisions: [], files: [], openFailures: [] }
  expect(
    handOver({ session: aSession(), goalTexts: [], work: nothing, count, checkpoints: [], userMessages: [] }),
  ).toBe('')
})

test('[R5] the report has the level as a word, what was saved, and a table of the compressions', () => {
  const compression = aCompression('ses_one')
  const done = {
    ...{ ...compression, trigger: 'budget' as const, state: { status: 'completed' as const, finishedAt: new Date(9) } },
    ...{ messages: 31, tokensBefore: 11_200, tokensAfter: 4_100 },
  }
  const skipped = {
    ...compression,
    state: { status: 'skipped' as const, reason: 'gain-too-small' as const, finishedAt: new Date(9) },
  }
  const report = reportOf({ level: 'RED' }, [], {
    compressions: [skipped, done],
    savings: { saved: 1_400, tokensBefore: 4_200 },
    totalTokens: 96_310,
  })
  expect(report.compressionHistory.map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'gain-too-small'],
    ['completed', null],
  ])
  const page = statusMarkdown(report)
  expect(page).toContain('· level RED')
  expect(page).toContain('Savings: 1,400 tokens (33%)')
  expect(page).toContain('0 messages of 96,310 tokens')
  expect(page).toMatch(/\| skipped \(gain-too-small\) \| 0 \| {2}\| {2}\|/)
  expect(page).toContain('| budget | completed | 31 | 11,200 | 4,100 |')
})
