import { expect, test } from 'vitest'
import {
  afterSpan,
  mayWrite,
  adoptDigest,
  NO_RECORD,
  onWritingTrial,
  type ModelRecord,
} from '../../src/domain/model/model-record.js'

const start = new Date('2026-01-01T00:00:00Z')
const hour = 3_600_000
const later = (ms: number) => new Date(start.getTime() + ms)
const after = (record: ModelRecord, verdicts: string[], now = start) =>
  verdicts.reduce(
    (so, verdict) => afterSpan(so, { verdict, seconds: 2, anchors: { seen: 10, kept: 4, invented: 1 } }, now),
    record,
  )

test('[V8] five refusals for quality in a row make a model unfit; failures of the server do not count, a success starts again', () => {
  expect(
    after(NO_RECORD, ['invents', 'invents', 'repeats', 'accepted', 'invents', 'empty', 'garbage', 'length']).unfit,
  ).toBeNull()
  expect(after(NO_RECORD, Array(20).fill('unavailable')).unfit).toBeNull()
  const unfit = after(NO_RECORD, ['invents', 'timeout', 'repeats', 'empty', 'prompt-cut', 'length', 'invents'])
  expect(unfit).toMatchObject({
    refusedInARow: 5,
    unfit: { reason: 'invents' },
    spans: { asked: 7, accepted: 0, refused: 7 },
  })
  expect(unfit.refusals).toEqual({ invents: 2, timeout: 1, repeats: 1, empty: 1, 'prompt-cut': 1, length: 1 })
})

test('[V8] an unfit model has one trial an hour; an accepted one makes it fit again', () => {
  const unfit = after(NO_RECORD, Array(5).fill('invents'))
  expect(mayWrite(unfit, later(hour - 1))).toBe('forbidden')
  expect(mayWrite(unfit, later(hour))).toBe('trial')
  const trying = onWritingTrial(unfit, later(hour))
  expect(mayWrite(trying, later(hour + 1))).toBe('forbidden')
  expect(mayWrite(after(trying, ['invents'], later(hour)), later(2 * hour - 1))).toBe('forbidden')
  expect(mayWrite(after(trying, ['accepted'], later(hour)), later(hour))).toBe('free')
})

test('[V8] a changed digest is another model: it starts from scratch, its history stays', () => {
  const unfit = { ...after(NO_RECORD, Array(5).fill('invents')), digest: 'one' }
  expect(adoptDigest(unfit, 'one')).toBe(unfit)
  expect(adoptDigest(unfit, null)).toBe(unfit)
  expect(adoptDigest(unfit, 'two')).toMatchObject({ digest: 'two', unfit: null, refusedInARow: 0, spans: { asked: 5 } })
})

test('[V8] only the last ten outcomes are kept', () => {
  const record = after(NO_RECORD, Array(25).fill('accepted'))
  expect(record.last).toHaveLength(10)
  expect(record).toMatchObject({
    spans: { asked: 25, accepted: 25 },
    anchors: { seen: 250, kept: 100, invented: 25 },
    seconds: 50,
  })
})
