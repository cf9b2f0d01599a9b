import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFaultAt } from '../../src/http/json-fault.js'

test('[13] the place where a text stops being JSON is named', () => {
  const cases: [string, number][] = [
    ['{"a": [}', 7],
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['"ab\\x"', 4],
    ['[tru]', 1],
    ['{} x', 3],
    ['{"a":', 5],
    ['"a\nb"', 2],
    ['', 0],
  ]
  for (const [text, at] of cases) expect([text, jsonFaultAt(text)]).toEqual([text, at])
})

test('[13] what is JSON has no such place, and what a cut made of it is faulty at the cut', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, cut) => {
      expect(jsonFaultAt(text)).toBe(text.length)
      const broken = `${text.slice(0, cut % (text.length + 1))}\u0001`
      expect(jsonFaultAt(broken)).toBeLessThan(broken.length)
    }),
    { seed: 7, numRuns: 300 },
  )
})
