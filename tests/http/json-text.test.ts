import { expect, test } from 'vitest'
import { jsonPieces, jsonText, RawJson } from '../../src/http/input/json-text.js'

const AT = new Date(0)
const SHORT = { a: 1, b: [null, 'x', { c: true, d: undefined }], e: AT, f: {}, g: [], raw: new RawJson('{"n":1.0}') }
const text = '{"a":1,"b":[null,"x",{"c":true}],"e":"1970-01-01T00:00:00.000Z","f":{},"g":[],"raw":{"n":1.0}}'

test('a short reply is one piece', () => {
  expect([...jsonPieces(SHORT)]).toEqual([text])
  expect(jsonText(SHORT)).toBe(text)
})

test('[T1] a long reply comes in short pieces with the same text', () => {
  const long = { many: Array.from({ length: 500 }, () => SHORT), words: 'w\ud800'.repeat(300_000), end: SHORT }
  const pieces = [...jsonPieces(long)]
  expect(pieces.join('') === jsonText(long)).toBe(true)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2_000_000)
  expect(pieces.length).toBeGreaterThan(1_000)
})
