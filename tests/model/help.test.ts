import { expect, test } from 'vitest'
import { afterHelp, contentKindOf, mayHelp, type HelpByKind } from '../../src/domain/model/help.js'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(hours * HOUR_MS)
const after = (results: readonly boolean[], now = at(0), before?: HelpByKind) =>
  results.reduce<HelpByKind | undefined>((help, helped) => afterHelp(help, 'chat', helped, now), before)

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
  expect(help?.chat).toEqual({ compared: 5, helped: 1, uselessInARow: 0, nextTrialAt: null })
  expect(mayHelp(help, 'chat', at(0))).toBe(true)
})

test('[V11] a span is work as soon as a tool was called in it', () => {
  const text = { role: 'assistant' as const, shape: [{ kind: 'text' as const, tokens: 3 }] }
  const call = { role: 'assistant' as const, shape: [{ kind: 'tool_call' as const, tokens: 3, id: 'a', name: 'Bash' }] }
  expect(contentKindOf([text, text])).toBe('chat')
  expect(contentKindOf([text, call as never])).toBe('work')
})
