import { expect, test } from 'vitest'
import type { Event } from '../../packages/client/src/index.js'
import { diffEntries, runsOfDiff } from '../../dashboard/src/budget/diff.js'
import { cachedShare, describePoint, EMPTY_LOG, withReply } from '../../dashboard/src/budget/log.js'
import { lineOf, TYPE_GROUPS } from '../../dashboard/src/parts/event-text.js'
import { formatBytes, formatTime } from '../../dashboard/src/parts/format.js'
import type { Entry } from '../../dashboard/src/strip/cells.js'
import { EVENT_TYPES } from '../../src/domain/event.js'

const at = '2026-01-01T12:00:00.000Z'
const event = (seq: number, type: string, data: object) =>
  ({ cursor: `${seq}`, id: `evt_${seq}`, appId: 'app', sessionId: 'ses', seq, at, type, data }) as unknown as Event
const cutData = { kind: 'mask' as const, reason: 'old results', tokensBefore: 900, tokensAfter: 300, removedBlocks: 4 }
const cut = (seq: number, version: number, message = 1) => ({ seq, at, message, version, ...cutData })
const point = (seq: number, used: number, usedBefore: number, message = 1) => {
  const breakdown = { system: 10, tools: 5, goals: 2, standing: 3, checkpoints: 0, recall: 0, assistant: 0, tool: 0 }
  const sizes = { used, usedBefore, limit: 1_000, compressesAt: 715 }
  return { seq, at, message, ...sizes, breakdown: { ...breakdown, user: used - 20 } }
}

test('[11] a point of the chart has the cuts before it, once however often they are read', () => {
  const first = withReply(EMPTY_LOG, { points: [point(2, 500, 0)], cuts: [cut(4, 7, 4)], seq: 4 })
  expect(first.points.map(({ cuts }) => cuts)).toEqual([[]])
  const reply = { points: [point(2, 500, 0), point(5, 300, 500, 4)], cuts: [cut(4, 7, 4)], seq: 5 }
  const log = withReply(first, reply)
  expect(log.points.map(({ message, used, trigger }) => [message, used, trigger])).toEqual([
    [1, 500, 715],
    [4, 300, 715],
  ])
  expect(log.points.map(({ cuts }) => cuts.map(({ version, message }) => [version, message]))).toEqual([[], [[7, 4]]])
  expect(log.points[0]!.parts).toEqual([15, 5, 0, 0, 480, 0, 0])
  expect(log.points[0]!.parts.reduce((sum, tokens) => sum + tokens, 0)).toBe(500)
  expect(withReply(log, reply)).toBe(log)
  expect(describePoint(log.points[1]!)).toBe(
    'Message 4: 300 of 1,000 tokens (30%). Old results shortened: old results, 900 → 300 tokens',
  )
})

test('[P12] a prompt cache keeps what was there before, and after a cut what its report says', () => {
  const points = [point(1, 200, 0), point(2, 400, 200), point(5, 300, 400)]
  const log = withReply(EMPTY_LOG, { points, cuts: [cut(3, 7), cut(4, 8)], seq: 5 })
  const share = (kept: [number, number | null][]) => cachedShare(log.points[2]!, new Map(kept))
  expect(log.points.slice(0, 2).map((one) => cachedShare(one, new Map()))).toEqual([0, 0.5])
  expect([share([]), share([[7, 0.5]]), share([[7, null], [8, 0.5]]), share([[7, 0.2], [8, 0.5]])]).toEqual([null, null, null, 0.2]) // prettier-ignore
})

const message = (seq: number, more: Partial<Entry> = {}): Entry => {
  return { kind: 'message', tokens: 10, rule: 'C2', reason: '', seq, state: 'raw', ...more }
}
const block = (kind: string, tokens: number, checkpointId?: string, digest = kind): Entry => {
  return { kind, tokens, rule: 'C4', reason: '', ...(checkpointId === undefined ? { digest } : { checkpointId }) }
}

test('[R3] a diff has every entry of both contexts once, in order, with its change', () => {
  const before = [block('system', 5), message(1), message(2), message(3), block('ledger', 7), message(4), message(5)]
  const after = [
    block('system', 5),
    message(1),
    block('ledger', 9, undefined, 'another text'),
    block('checkpoint', 4, 'cp_1'),
    message(4, { state: 'reduced', tokens: 3 }),
    message(5),
    message(6),
  ]
  const rows = diffEntries(before, after)
  expect(rows.flatMap((row) => row.before ?? [])).toEqual(before)
  expect(rows.flatMap((row) => row.after ?? [])).toEqual(after)
  expect(rows.map((row) => row.change)).toEqual(
    ['kept', 'kept', 'removed', 'removed', 'changed', 'added', 'changed', 'kept', 'added'], // prettier-ignore
  )
  expect(runsOfDiff(rows).map((run) => run.rows.length)).toEqual([2, 2, 1, 1, 1, 1, 1])
  // Tokens are rounded so that all of them add up: another number alone is no change.
  expect(diffEntries([block('ledger', 7), message(2)], [block('ledger', 8), message(2)])[0]!.change).toBe('kept')
  // A block that moved is removed and added.
  const moved = diffEntries([block('ledger', 7), message(1)], [message(1), block('ledger', 7)])
  expect(moved.map((row) => row.change)).toEqual(['removed', 'kept', 'added'])
})

test('[11] every type of event is in a group of the filter, and has a line', () => {
  expect(Object.values(TYPE_GROUPS).flat().toSorted()).toEqual([...EVENT_TYPES].toSorted())
  expect(lineOf(event(1, 'context-rewritten', { ...cutData, version: 2 }))).toBe('mask: old results · 900 → 300 tokens')
  expect(lineOf(event(1, 'compression-skipped', { compressionId: 'cmp_1', reason: 'gain-too-small' }))).toBe(
    'reason gain-too-small',
  )
  const warning = { used: 10_748, limit: 3_400, utilization: 3.161_176_470_588_235 }
  expect(lineOf(event(1, 'budget-warning', warning))).toBe('used 10,748 · limit 3,400 · utilization 316%')
  expect(lineOf(event(1, 'fresh-session-advised', { recommendation: 'Start a fresh session.' }))).toBe(
    'Start a fresh session.',
  )
  expect([0, 999, 1_000, 15_800_000, 2e12].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '15.8 MB',
    '2.0 TB',
  ])
})

test('[10] a time is in the zone of the reader, and names it', () => {
  const at = '2026-11-28T04:38:07Z'
  const [day, time, zone] = formatTime(at).split(' ')
  expect(`${day} ${time}`).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZoneName: 'short' }).formatToParts(new Date(at))
  expect(zone).toBe(parts.find(({ type }) => type === 'timeZoneName')?.value)
})
