import { expect, test } from 'vitest'
import { EVENT_TYPES } from '../../src/domain/event.js'
import { REDUCTION_EVENTS, reductionEntry } from '../../src/domain/reductions/registry.js'
import { REDUCTION_KINDS } from '../../src/domain/context/reduction.js'
import { EVENT_DOCS } from '../../src/http/schemas/events/index.js'
import { logLine } from '../../src/present/log-line.js'

test('[10.1] every reduction with an event has its type, its schema, and its session log line', () => {
  expect(REDUCTION_EVENTS.length).toBeGreaterThan(4)
  for (const { type, when, verb } of REDUCTION_EVENTS) {
    expect(EVENT_TYPES).toContain(type)
    const doc = EVENT_DOCS[type]
    expect(doc.when).toBe(when)
    expect(doc.data.safeParse(doc.example).success).toBe(true)
    expect(logLine({ type, data: doc.example })?.line).toMatch(new RegExp(`^${verb} .*1 .*message 12.*saved ~`))
  }
})

test('[D6] rules that leave with every cut remove their parts and come before the other rules of a pass', () => {
  const passKinds = REDUCTION_KINDS.filter((kind) => reductionEntry(kind).atCut !== null)
  const isFirst = passKinds.map((kind) => reductionEntry(kind).atCut?.withEveryCut !== undefined)
  expect(isFirst).toEqual(isFirst.toSorted((a, b) => Number(b) - Number(a)))
  for (const kind of passKinds.filter((_, at) => isFirst[at])) expect(reductionEntry(kind).placeholder).toBeNull()
})

test('[D4] [R5] the log line of a task boundary says how many blocks left', () => {
  const data = {
    kind: 'watermark' as const,
    reason: 'calls and results before the task boundary at message 9 were removed',
    version: 3,
    tokensBefore: 5_000,
    tokensAfter: 2_000,
    removedBlocks: 47,
  }
  expect(logLine({ type: 'context-rewritten', data })?.line).toMatch(/at message 9 were removed; 47 blocks left$/)
  expect(logLine({ type: 'context-rewritten', data: { ...data, kind: 'mask' } })?.line).not.toContain('blocks left')
})
