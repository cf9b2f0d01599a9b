import { expect, test } from 'vitest'
import type { Event } from '../../src/domain/event.js'
import { EMPTY_BUDGET_LOG, POINTS_MAX, withBudgetEvents, type BudgetLog } from '../../src/domain/reports/budget-log.js'

const at = '2026-01-01T12:00:00.000Z'
const event = (seq: number, type: string, data: object) =>
  ({ cursor: `${seq}`, id: `evt_${seq}`, appId: 'app', sessionId: 'ses', seq, at, type, data }) as unknown as Event
const appended = (seq: number, message: number) => event(seq, 'message-appended', { messages: [{ seq: message }] })
const cut = (seq: number, version: number) => {
  const data = { kind: 'mask', reason: 'old results', version, tokensBefore: 900, tokensAfter: 300, removedBlocks: 4 }
  return event(seq, 'context-rewritten', data)
}
const budget = (seq: number, used: number, untilCompression = 715 - used, more: object = {}) => {
  const breakdown = { system: 10, tools: 5, goals: 0, checkpoints: 0, user: used - 15, assistant: 0, tool: 0, ...more }
  return event(seq, 'budget-updated', { used, limit: 1_000, trigger: 700, untilCompression, breakdown })
}
const logOf = (...events: Event[]): BudgetLog => withBudgetEvents(EMPTY_BUDGET_LOG, events)

test('[R5] the budget over time has each size and each cut, once however often events come', () => {
  const events = [appended(1, 1), budget(2, 500), appended(3, 4), cut(4, 7), budget(5, 300)]
  const log = withBudgetEvents(logOf(...events.slice(0, 4)), events)
  expect(log.points.map(({ seq, message, used, usedBefore }) => [seq, message, used, usedBefore])).toEqual([
    [2, 1, 500, 0],
    [5, 4, 300, 500],
  ])
  expect(log.cuts.map(({ seq, version, message }) => [seq, version, message])).toEqual([[4, 7, 4]])
  expect(withBudgetEvents(log, events)).toEqual(log)
})

test('[B2] a compression starts where the status says, which an uncertain count puts before the trigger', () => {
  const { points } = logOf(budget(1, 200), budget(2, 300, 250), budget(3, 600, 0))
  expect(points.map(({ compressesAt }) => compressesAt)).toEqual([715, 550, 600])
  // Standing entries are no conversation, so the trigger is above them.
  expect(logOf(budget(1, 200, 600, { standing: 40 })).points[0]!.compressesAt).toBe(755)
})

test('[R5] events of earlier versions count no recalled words and no standing entries', () => {
  expect(logOf(budget(1, 200)).points[0]!.breakdown).toMatchObject({ recall: 0, standing: 0 })
})

test('[11] a budget of any length has a bounded number of points from its beginning to its end', () => {
  const count = 5 * POINTS_MAX
  let log = EMPTY_BUDGET_LOG
  for (let from = 1; from <= count; from += 500) {
    const seqs = Array.from({ length: 500 }, (_, index) => from + index)
    log = withBudgetEvents(
      log,
      seqs.map((seq) => (seq % 4 === 0 ? cut(seq, seq) : budget(seq, 100 + (seq % 800)))),
    )
  }
  expect(log.points.length).toBeLessThanOrEqual(POINTS_MAX)
  expect(log.points.length).toBeGreaterThan(POINTS_MAX / 4)
  expect([log.points[0]!.seq, log.points.at(-1)!.seq]).toEqual([1, count - 1])
  expect([log.cuts.length, log.cuts.at(-1)!.seq]).toEqual([2_000, count])
})
