import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measuresOf } from '../../src/threads/original-of.js'
import { sliceText, UNITS, type Range, type Slice, type Unit } from '../../src/domain/originals/slices.js'
import { often } from '../support/long-run.js'

const RUNS = { numRuns: often(160, 400), seed: 20_261_130 }
/** Any text: half pairs, all widths of UTF-8, line breaks of every kind, at the end or not. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('a', 'é', '語', '🙂', '\n', '\n', '\r\n', '\0', '\ud83d', '\ude42', ' '), { maxLength: 40 })
    .map((list) => list.join('')),
)
const first = (unit: Unit) => (unit === 'lines' ? 1 : 0)

async function slices(text: string, unit: Unit, limit: number): Promise<Slice[]> {
  const { size } = measuresOf(text)
  const found: Slice[] = []
  for (let offset: number | null = first(unit); offset !== null; offset = found.at(-1)!.nextOffset) {
    found.push(sliceText(text, size, { unit, offset, limit }))
  }
  return found
}

test('[I34] [D1] [P8] slices put together give the original exactly, in each unit, and say where they begin and how long they are', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.constantFrom(...UNITS), fc.integer({ min: 1, max: 12 }), async (text, unit, limit) => {
      const { size } = measuresOf(text)
      const found = await slices(text, unit, limit)
      expect(found.map(({ content }) => content).join('')).toBe(text)
      let offset = first(unit)
      for (const slice of found) {
        expect(slice.offset).toBe(offset)
        offset += slice.length
      }
      expect(offset - first(unit)).toBe(size[unit])
    }),
    RUNS,
  )
})

test('[D1] steps of a fixed width, the same for a reader who never looks at nextOffset, fit together too', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyText,
      fc.constantFrom('characters', 'bytes' as const),
      fc.integer({ min: 4, max: 9 }),
      async (text, unit, limit) => {
        const { size } = measuresOf(text)
        let read = ''
        for (let offset = 0; offset < size[unit]; offset += limit)
          read += sliceText(text, size, { unit, offset, limit }).content
        expect(read).toBe(text)
      },
    ),
    RUNS,
  )
})

test('[D1] no slice parts a character, wherever it is asked to begin and end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme-composite', maxLength: 30 }).filter(isWhole),
      fc.constantFrom(...UNITS),
      fc.nat(50),
      fc.integer({ min: 1, max: 9 }),
      async (text, unit, offset, limit) => {
        const { size } = measuresOf(text)
        const { content } = sliceText(text, size, { unit, offset: Math.max(first(unit), offset), limit })
        expect(isWhole(content)).toBe(true)
        expect(text).toContain(content)
      },
    ),
    RUNS,
  )
})

test('[I34] [D1] sizes are those of the UTF-8 text and its lines, and so is the hash', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const bytes = Buffer.from(text, 'utf8')
      const { size, sha256 } = measuresOf(text)
      const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
      expect(size).toEqual({ characters: text.length, bytes: bytes.length, lines })
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    }),
    RUNS,
  )
})

test('[D1] a text of many steps is measured like a short one: no step parts a surrogate pair', async () => {
  const text = `x${'🙂'.repeat(600_000)}\n`
  const { size, sha256 } = measuresOf(text)
  expect(size).toEqual({ characters: 1_200_002, bytes: 2_400_002, lines: 1 })
  expect(sha256).toBe(createHash('sha256').update(text).digest('hex'))
})

test('[D1] by bytes exactly those bytes come; a range that begins inside a character begins at its start', async () => {
  const text = 'aé語🙂b'
  const range = async (unit: Unit, offset: number, limit: number) => {
    const wanted: Range = { unit, offset, limit }
    const { content, ...where } = sliceText(text, measuresOf(text).size, wanted)
    return [content, where]
  }
  expect(await range('bytes', 0, 3)).toEqual(['aé', { offset: 0, length: 3, nextOffset: 3 }])
  expect(await range('bytes', 2, 4)).toEqual(['é語', { offset: 1, length: 5, nextOffset: 6 }])
  expect(await range('bytes', 6, 1)).toEqual(['🙂', { offset: 6, length: 4, nextOffset: 10 }])
  expect(await range('bytes', 10, 50)).toEqual(['b', { offset: 10, length: 1, nextOffset: null }])
  expect(await range('characters', 4, 1)).toEqual(['🙂', { offset: 3, length: 2, nextOffset: 5 }])
  expect(await range('bytes', 99, 5)).toEqual(['', { offset: 11, length: 0, nextOffset: null }])
})

test('[D1] lines come whole with the break that ends them, and number from 1', async () => {
  const text = 'one\n\nthree\r\nfour'
  const { size } = measuresOf(text)
  const lines = (offset: number, limit: number) => sliceText(text, size, { unit: 'lines', offset, limit })
  expect(lines(2, 2)).toEqual({ offset: 2, length: 2, content: '\nthree\r\n', nextOffset: 4 })
  expect(lines(4, 9)).toEqual({ offset: 4, length: 1, content: 'four', nextOffset: null })
  expect(lines(9, 9)).toEqual({ offset: 5, length: 0, content: '', nextOffset: null })
})

test('[D1] a slice by lines stops at whole lines short of a million characters, but gives a longer line whole', async () => {
  const long = 'y'.repeat(1_500_000)
  const text = `${'x'.repeat(399_999)}\n`.repeat(4) + long
  const found = await slices(text, 'lines', 100)
  expect(found.map(({ length, content }) => [length, content.length])).toEqual([
    [2, 800_000],
    [2, 800_000],
    [1, 1_500_000],
  ])
})

/** No half of a surrogate pair is alone. */
function isWhole(text: string): boolean {
  return Buffer.from(text, 'utf8').toString('utf8') === text
}
