import { expect, test } from 'vitest'
import { afterHelp, contentKindOf, mayHelp, type HelpByKind } from '../../src/domain/model/help.js'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(hours * HOUR_MS)
const NOTHING = { lines: 0, untrue: 0 }
const after = (results: readonly boolean[], now = at(0), before?: HelpByKind) =>
  results.reduce<HelpByKind | undefined>(
    (help, helped) => afterHelp(help, 'chat', { helped, stated: NOTHING }, now),
    before,
  )
/** The record after summaries with these numbers of lines, all of which were used. */
const stated = (...summaries: [lines: number, untrue: number][]) =>
  summaries.reduce<HelpByKind | undefined>(
    (help, [lines, untrue]) => afterHelp(help, 'work', { helped: true, stated: { lines, untrue } }, at(0)),
    undefined,
  )

test('[V11] after three summaries that did not help, a model is not asked about that kind of content', () => {
  const twice = after([false, false])
  expect(mayHelp(twice, 'chat', at(0))).toBe(true)
  const thrice = after([false, false, false])
  expect(mayHelp(thrice, 'chat', at(0))).toBe(false)
  expect(mayHelp(thrice, 'work', at(0))).toBe(true)
  expect(thrice?.chat).toMatchObject({ compared: 3, helped: 0, uselessInARow: 3 })
})

test('[V11] it is tried again after an hour, and after twice as long for each trial that fails, at most 16 hours', () => {
  let help = after([false, false, false])
  let now = 0
  const waits: number[] = []
  for (let trial = 0; trial < 6; trial++) {
    const next = Date.parse(help!.chat!.nextTrialAt!) / HOUR_MS
    expect(mayHelp(help, 'chat', at(next - 0.001))).toBe(false)
    expect(mayHelp(help, 'chat', at(next))).toBe(true)
    waits.push(next - now)
    now = next
    help = after([false], at(now), help)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 16])
})

test('[V11] one that helped makes it free', () => {
  const help = after([true], at(1), after([false, false, false, false]))
  expect(help?.chat).toMatchObject({ compared: 5, helped: 1, uselessInARow: 0, nextTrialAt: null })
  expect(mayHelp(help, 'chat', at(0))).toBe(true)
})

test('[V11] a model of whose lines a quarter says what the messages do not is not asked, once 40 lines are counted', () => {
  expect(mayHelp(stated([20, 10], [19, 9]), 'work', at(0))).toBe(true)
  const untrue = stated([20, 10], [20, 0])
  expect(mayHelp(untrue, 'work', at(0))).toBe(false)
  expect(mayHelp(untrue, 'chat', at(0))).toBe(true)
  expect(untrue?.work).toMatchObject({ compared: 2, helped: 2, stated: { lines: 40, untrue: 10 } })
  expect(mayHelp(stated([20, 4], [40, 10]), 'work', at(0))).toBe(true)
})

test('[V11] a summary of which nothing is accepted counts by its lines', () => {
  const refused = afterHelp(undefined, 'work', { helped: null, stated: { lines: 40, untrue: 40 } }, at(0))
  expect(refused.work).toMatchObject({ compared: 0, helped: 0, stated: { lines: 40, untrue: 40 } })
  expect(mayHelp(refused, 'work', at(0))).toBe(false)
})

test('[V11] a trial is judged by its own lines, and lines of long ago count half', () => {
  expect(mayHelp(stated([90, 60], [60, 5]), 'work', at(0))).toBe(true)
  expect(stated([90, 20], [60, 0])?.work?.stated).toEqual({ lines: 105, untrue: 10 })
})

test('[V11] a span is work as soon as a tool was called in it', () => {
  const text = { role: 'assistant' as const, shape: [{ kind: 'text' as const, tokens: 3 }] }
  const call = { role: 'assistant' as const, shape: [{ kind: 'tool_call' as const, tokens: 3, id: 'a', name: 'Bash' }] }
  expect(contentKindOf([text, text])).toBe('chat')
  expect(contentKindOf([text, call as never])).toBe('work')
})
