import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { availableTokens, NO_TOKENS, triggerTokens } from '../../src/domain/session/budget.js'

/** Numbers of the decision records, computed by the code. */

const RECORD = readFileSync(join(import.meta.dirname, '../../docs/decisions/0018-source-designs.md'), 'utf8')
const LIMIT = 13_600
const figure = (tokens: number) => tokens.toLocaleString('en-US')

test('[B2] the trigger that the record gives for another design is what the code computes, and near that design', () => {
  const [, at] = /`summarize: \{at: ([\d.]+), of: "available"\}`/.exec(RECORD)!
  const rule = { at: Number(at), of: 'available' as const }
  for (const [prompt, asked] of [
    [1_000, 8_700],
    [0, 9_450],
  ] as const) {
    expect(asked).toBe(0.75 * (LIMIT - prompt - 1_000))
    const trigger = triggerTokens(LIMIT, { ...NO_TOKENS, system: prompt }, rule)!
    expect(Math.abs(trigger - asked) / asked).toBeLessThan(0.01)
    for (const tokens of [trigger, asked]) expect(RECORD).toContain(figure(tokens))
  }
})

test('[B1] what is available after the first checkpoint of the worked example', () => {
  const available = availableTokens(LIMIT, { ...NO_TOKENS, system: 1_000, checkpoints: 1_200 })
  expect(available).toBe(11_400)
  expect(RECORD).toContain(`is ${figure(available)} [B1]`)
})
