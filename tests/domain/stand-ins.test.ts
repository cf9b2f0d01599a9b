import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Part, ResultBlock } from '../../src/domain/message.js'
import { maskText, offloadText, truncatedArguments } from '../../src/domain/reductions/stand-ins.js'
import { countedTexts, fixedTokens, IMAGE_TOKENS } from '../../src/domain/tokens.js'

const AWAY = { id: 'off_1', toolName: 'Write', tokens: 900 }

test('[D1] the stand-in of a big result names tool, size and handle and shows how it begins', () => {
  const text = offloadText(AWAY, Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n'))
  expect(text).toContain('Write')
  expect(text).toContain('900 tokens, 40 lines')
  expect(text).toContain('off_1')
  expect(text).toContain('line 9')
  expect(text).not.toContain('line 10')
  expect(offloadText(AWAY, 'x'.repeat(100_000)).length).toBeLessThan(800)
})

test('[D5] an old result is one line', () => {
  expect(maskText(AWAY).split('\n')).toHaveLength(1)
})

test('[D3] truncated arguments stay an object of the same shape and keep what is short', () => {
  const args = { path: 'src/a.ts', content: 'x\n'.repeat(2_000), edits: [{ old: 'y'.repeat(500), all: true }], count: 3, none: null }
  const kept = JSON.parse(truncatedArguments(AWAY, args))
  expect(kept).toMatchObject({ path: 'src/a.ts', count: 3, none: null, edits: [{ all: true }] })
  expect(Object.keys(kept)).toEqual(Object.keys(args))
  expect(kept.content).toContain('off_1')
  expect(JSON.parse(truncatedArguments(AWAY, 'not json at all '.repeat(60)))).toHaveProperty('input')
})

test('[D3] [P1] any arguments give valid JSON, never half a surrogate pair', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary', minLength: 190, maxLength: 400 }), (value, long) => {
      const text = truncatedArguments(AWAY, { value: value as never, long })
      expect(typeof JSON.parse(text)).toBe('object')
      // A lone half would come out of UTF-8 as another character.
      const cut = JSON.parse(text).long as string
      if (Buffer.from(long).toString() === long) expect(Buffer.from(cut).toString()).toBe(cut)
    }),
    { numRuns: 200, seed: 20_261_122 },
  )
})

test('[T3] calls, nested results, pictures and unknown blocks are all counted', () => {
  expect(countedTexts({ type: 'tool_call', callId: 'a', name: 'look', args: { at: 'x' } })).toEqual(['look', '{"at":"x"}'])
  const blocks: ResultBlock[] = [
    { type: 'text', text: 'seen' },
    { type: 'image', source: {} },
    { type: 'opaque', z: 1 },
  ]
  const nested: Part = { type: 'tool_result', callId: 'a', content: blocks }
  expect(countedTexts(nested)).toEqual(['seen', '', '{"type":"opaque","z":1}'])
  expect(fixedTokens(nested)).toBeGreaterThan(IMAGE_TOKENS)
  expect(countedTexts({ type: 'opaque', anything: [1, 2] })).toEqual(['{"type":"opaque","anything":[1,2]}'])
})
