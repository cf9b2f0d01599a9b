import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson, type JsonReading } from '../../src/domain/json/json-reader.js'
import { sliceArray, sliceValue } from '../../src/domain/formats/index.js'
import { growth } from '../support/growth.js'
import { often } from '../support/long-run.js'

const LIMITS = { depth: 64, nodes: 250_000 }
const read = (text: string, limits = LIMITS): JsonReading => readJson(text, limits)
const faultAt = (text: string) => {
  const reading = read(text)
  return reading.kind === 'fault' ? reading.at : null
}
const valueOf = (text: string) => {
  const reading = read(text)
  return reading.kind === 'value' ? reading.value : reading
}

test('[13] the place where a text stops being JSON is named', () => {
  const cases: [string, number][] = [
    ['{"a": [}', 7],
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['{"a" 1}', 5],
    ['{"a":1]', 6],
    ['"ab\\x"', 4],
    ['"\\u12g4"', 2],
    ['"ab\\', 4],
    ['[tru]', 1],
    ['[01]', 2],
    ['[-]', 1],
    ['[1.]', 2],
    ['{} x', 3],
    ['{"a":', 5],
    ['"a\nb"', 2],
    ['"a', 2],
    ['', 0],
  ]
  for (const [text, at] of cases) expect([text, faultAt(text)]).toEqual([text, at])
})

test('[13] a text is read as JSON.parse reads it, keys, numbers and escapes included', () => {
  const texts = [
    '{"__proto__":{"x":1},"a":1,"b":2,"a":3,"":0,"1":"one"}',
    '[1e3,-0,0.1,123456789012345678901234567890,1E-400]',
    `[${'1'.repeat(900)},-${'9'.repeat(900)}.5e3]`,
    `"${'\\ud83d\\ude00\\n\\u0000é😀'.repeat(20_000)}"`,
    `{"${'k'.repeat(200_000)}\\t":"${'v'.repeat(200_000)}"}`,
    ' [ [ ] , { } , [ { } ] ] ',
  ]
  for (const text of texts) expect(valueOf(text)).toEqual(JSON.parse(text))
  expect(Object.getPrototypeOf(valueOf('{"__proto__":{"x":1}}'))).toBe(Object.prototype)
  expect(Object.keys(valueOf('{"b":1,"a":2,"b":3}') as object)).toEqual(['b', 'a'])
})

test.each([1_001, 100_000, 16_000_000])('[13] a number of %i digits is refused where it starts', (digits) => {
  expect(faultAt(`{"x": ${'9'.repeat(digits)}}`)).toBe(6)
  expect(faultAt(`[-0.${'1'.repeat(digits)}]`)).toBe(1)
})

test('[13] any JSON is read as it is, and what a cut made of it is faulty where JSON.parse refuses it', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, cut) => {
      expect(valueOf(text)).toEqual(JSON.parse(text))
      const short = text.slice(0, cut % (text.length + 1))
      const broken = `${short}\u0001`
      expect(faultAt(broken)).toBeLessThan(broken.length)
      let refused = false
      try {
        JSON.parse(short)
      } catch {
        refused = true
      }
      expect(faultAt(short) !== null).toBe(refused)
    }),
    { seed: 7, numRuns: often(200, 500) },
  )
})

/** What a string may hold: plain text, each kind of escape, runs of backslashes, and characters of one to four bytes. */
const SNIPPETS = ['a', 'plain text ', 'é', '漢字', '😀', '\n', '\t', '"', '\\', '\\\\\\', '\u0001', '\ud800', '/']

test('[13] a string longer than one step is read as JSON.parse reads it, and a fault in it is found where it is', () => {
  const snippets = fc.array(fc.constantFrom(...SNIPPETS), { minLength: 20, maxLength: 60 })
  fc.assert(
    fc.property(snippets, fc.integer({ min: 65_400, max: 66_000 }), (some, length) => {
      const text = JSON.stringify(
        some
          .join('')
          .repeat(Math.ceil(length / some.join('').length))
          .slice(0, length),
      )
      expect(valueOf(text)).toBe(JSON.parse(text))
      const end = text.length - 1
      for (const [fault, at] of [
        ['\n', 0],
        ['\\x', 1],
        ['\\u12g4', 1],
      ] as const)
        expect(faultAt(`${text.slice(0, end)}${fault}${text.slice(end)}`)).toBe(end + at)
      expect(faultAt(text.slice(0, end))).toBe(end)
    }),
    { seed: 7, numRuns: 60 },
  )
})

test('[P1] the exact text of members and of the elements of an array is found, the last of a repeated name', () => {
  const text = '{"messages":[1],"tools" : [ {"a": 1} ] ,"messages": [ {"x":[1,[2]]} , "a,b" ,3e0 ],"n\\u0061me":"v"}'
  const reading = read(text)
  const members = reading.kind === 'value' ? reading.members : new Map()
  const cut = ([from, to]: readonly [number, number]) => text.slice(from, to)
  expect(members.get('messages')?.elements.map(cut)).toEqual(sliceArray(text, 'messages'))
  expect(cut(members.get('tools')!.at)).toBe(sliceValue(text, 'tools'))
  expect(cut(members.get('name')!.at)).toBe('"v"')
})

test('[13] too many values and too deep nesting stop the reading at the limit', () => {
  const bomb = `[${'[],'.repeat(4_000_000)}[]]`
  expect(read(bomb).kind).toBe('too-many')
  expect(read('['.repeat(4_000_000)).kind).toBe('too-deep')
  expect(read(`${'['.repeat(64)}${']'.repeat(64)}`).kind).toBe('value')
  expect(read(`${'['.repeat(65)}${']'.repeat(65)}`).kind).toBe('too-deep')
  expect(read('[1,2]', { depth: 64, nodes: 3 }).kind).toBe('value')
  expect(read('{"a":1}', { depth: 64, nodes: 2 }).kind).toBe('too-many')
})

test('[T1] reading costs what the length says, whatever is in the text', () => {
  const shapes = [
    (n: number) => `"${'x'.repeat(n)}"`,
    (n: number) => `"${'\\"'.repeat(n / 2)}"`,
    (n: number) => `"${'\\\\'.repeat(n / 2)}"`,
    (n: number) => ' '.repeat(n),
    (n: number) => `{${Array.from({ length: n / 20 }, (_, at) => `"k${at}":{"v":1}`).join()}}`,
  ]
  for (const shape of shapes) {
    const texts = new Map([1, 8].map((scale) => [scale, shape(200_000 * scale)]))
    expect(growth(8, (scale) => read(texts.get(scale)!), 24)).toBeLessThan(24)
  }
})
