import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depthOf, sliceArray, sliceAt, sliceValue } from '../../src/domain/formats/index.js'
import { conversationFiles } from '../support/conversations.js'
import { growth } from '../support/growth.js'
import { often } from '../support/long-run.js'

const SEED = { seed: 7, numRuns: often(120, 300) }
const blanks = fc.array(fc.constantFrom(' ', '\n', '\t', '\r'), { maxLength: 3 }).map((list) => list.join(''))
/** Any UTF-16 text, lone surrogates and NUL included. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        '\u0000',
        '\ud800',
        '\udfff',
        '"',
        '\\',
        '\\"',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '\u2028',
        '😀',
        'ß',
      ),
      {
        maxLength: 12,
      },
    )
    .map((list) => list.join('')),
)
const element = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
  anyText.map((text) => JSON.stringify(text)),
  anyText.map((text) => `{"role":"user","content":${JSON.stringify(text)}}`),
  // What a parsed value would lose: duplicate keys, big and odd numbers, escapes that need not be, blanks inside.
  fc.constantFrom(
    '{"a":1,"a":2}',
    '12345678901234567890',
    '1.0',
    '1E+2',
    '-0',
    '"\\u0041\\/"',
    '{ "b" : [ 1 ,\n2 ] }',
    '[]',
    '{}',
    'null',
    '"\\u0000\\ud800"',
  ),
)

describe('exact source text of the messages of a body', () => {
  test('[13] every element comes back byte for byte, whatever is around it', () => {
    fc.assert(
      fc.property(
        fc.array(element, { maxLength: 8 }),
        fc.array(fc.tuple(anyText, element), { maxLength: 3 }),
        blanks,
        (elements, others, blank) => {
          const list = `[${blank}${elements.join(`${blank},${blank}`)}${blank}]`
          const around = others
            .filter(([key]) => key !== 'messages')
            .map(([key, value]) => `${JSON.stringify(key)}${blank}:${blank}${value}`)
          const body = `${blank}{${blank}${[...around, `"messages"${blank}:${blank}${list}`, ...around].join(`${blank},${blank}`)}${blank}}${blank}`
          JSON.parse(body)
          expect(sliceArray(body, 'messages')).toEqual(elements)
        },
      ),
      SEED,
    )
  })

  test('[P8] the value at a path comes back byte for byte, through lists and objects', () => {
    fc.assert(
      fc.property(element, fc.array(element, { maxLength: 3 }), blanks, (value, before, blank) => {
        const inner = `{${blank}"x":0,"content"${blank}:${blank}${value}${blank}}`
        const text = `{"id":"content","content":[${[...before, inner].join(`${blank},${blank}`)}]}`
        expect(sliceAt(text, ['content', before.length, 'content'])).toBe(value)
        expect(sliceAt(text, ['content', before.length])).toBe(inner)
        expect(sliceAt(text, ['content', before.length + 1, 'content'])).toBeNull()
      }),
      SEED,
    )
  })

  test('[13] the last of repeated keys counts, written with escapes or not, as in JSON.parse', () => {
    expect(sliceArray('{"messages":[1],"m\\u0065ssages":[2, 3]}', 'messages')).toEqual(['2', '3'])
    expect(sliceArray('{"messages":[1],"messages":null}', 'messages')).toEqual([])
    expect(sliceArray('{"a":{"messages":[1]}}', 'messages')).toEqual([])
    expect(sliceArray('[1]', 'messages')).toEqual([])
    expect(sliceArray('{}', 'messages')).toEqual([])
    expect(sliceValue('{"tools" : [ {"a":1.0} ] , "x":1}', 'tools')).toBe('[ {"a":1.0} ]')
    expect(sliceValue('{"n":1e3}', 'n')).toBe('1e3')
    expect(sliceValue('{}', 'tools')).toBeNull()
  })

  test('[13] depth counts nesting, not brackets inside strings, on any text', () => {
    expect(['1', '"[[["', '[]', '{"a":[{}]}', '[[],[[]]]', '"\\"[', '[[[', ']]]'].map(depthOf)).toEqual([
      0, 0, 1, 3, 3, 0, 3, 0,
    ])
    expect(depthOf('['.repeat(1_000_000))).toBe(1_000_000)
    fc.assert(
      fc.property(anyText, (text) => depthOf(text) >= 0),
      SEED,
    )
  })

  test('[13] 16 MiB are sliced in one linear pass', () => {
    const bodyOf = (scale: number) => {
      const nasty = `"${'\\\\'.repeat(500_000 * scale)}\\""`
      const deep = `${'['.repeat(250_000 * scale)}${']'.repeat(250_000 * scale)}`
      const many = Array.from({ length: 50_000 * scale }, (_, index) => `{"role":"user","content":"${index}"}`)
      const elements = [nasty, deep, ...many]
      return { elements, body: `{"messages":[${elements.join(',')}]}` }
    }
    const bodies = { 1: bodyOf(1), 4: bodyOf(4) }
    const sliced = (scale: number) => sliceArray(bodies[scale as 1 | 4].body, 'messages')
    const slices = sliced(4)
    const { elements } = bodies[4]
    expect(slices.length).toBe(elements.length)
    expect([0, 1, -1].every((at) => slices.at(at) === elements.at(at))).toBe(true)
    // Quadratic work would grow by 16.
    expect(growth(4, sliced, 9)).toBeLessThan(9)
  })

  test('[13] messages of real request bodies come back as they were in the file', () => {
    for (const { text } of conversationFiles('mini-swe-agent')) {
      const parsed: { messages: unknown[] } = JSON.parse(text)
      const slices = sliceArray(text, 'messages')
      expect(slices.length).toBe(parsed.messages.length)
      slices.forEach((slice, index) => expect(JSON.parse(slice)).toEqual(parsed.messages[index]))
      let from = 0
      for (const slice of slices) {
        const at = text.indexOf(slice, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + slice.length
      }
    }
  })
})
