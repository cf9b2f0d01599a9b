import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkSource } from '../../src/domain/source/chunks.js'
import { fencedTranscript } from '../../src/domain/source/transcript.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, returned, said } from './spans.js'

const BUDGET = { windowTokens: 2_000, outputTokens: 500, overheadTokens: 500, count }

function seqsOf(chunks: SourceMessage[][]): number[] {
  return [...new Set(chunks.flat().map(({ seq }) => seq))]
}

test('[I16] [I17] [V2] every message is in some chunk, in order, and every chunk fits', () => {
  const message = fc.tuple(fc.constantFrom('say', 'call', 'result'), fc.integer({ min: 1, max: 900 }), fc.boolean())
  fc.assert(
    fc.property(fc.array(message, { maxLength: 25 }), (entries) => {
      let seq = 0
      const source = entries.map(([kind, words, gap]) => {
        seq += gap ? 2 : 1
        const text = Array.from({ length: words }, (_, at) => `word${at}`).join(words % 3 === 0 ? '\n' : ' ')
        return kind === 'say'
          ? said(seq, text)
          : kind === 'call'
            ? called(seq, 'Bash', { command: text })
            : returned(seq, 'Bash', text)
      })
      const chunks = chunkSource(source, BUDGET)
      expect(seqsOf(chunks)).toEqual(source.map((entry) => entry.seq))
      for (const chunk of chunks) expect(count(fencedTranscript(chunk))).toBeLessThanOrEqual(1_000)
      const numbers = chunks.flat().map((entry) => entry.seq)
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    }),
    { seed: 2, numRuns: 25 },
  )
})

test('[I16] [I17] [V2] one message longer than the window comes in several pieces, and all of its text is there', () => {
  const words = Array.from({ length: 4_000 }, (_, at) => `word${at}`)
  const chunks = chunkSource([said(1, words.join(' '))], BUDGET)
  expect(chunks.length).toBeGreaterThan(8)
  const text = chunks
    .flat()
    .flatMap(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : '')))
    .join('')
  expect(text).toBe(words.join(' '))
})

test('[V2] cuts fall between turns where they can, and a call stays with its result', () => {
  const filler = 'some words of talk '.repeat(60)
  const source = [1, 2, 3].flatMap((turn) => [
    said(turn * 10, filler),
    called(turn * 10 + 1, 'Bash', { command: 'ls' }),
    returned(turn * 10 + 2, 'Bash', filler),
  ])
  const chunks = chunkSource(source, BUDGET)
  expect(chunks.map((chunk) => chunk.map(({ seq }) => seq))).toEqual([
    [10, 11, 12],
    [20, 21, 22],
    [30, 31, 32],
  ])
})

test('[V2] what fits is one chunk; a window too small for anything still loses nothing', () => {
  const source = [said(1, 'short'), said(2, 'and sweet')]
  expect(chunkSource(source, BUDGET)).toEqual([source])
  expect(chunkSource([], BUDGET)).toEqual([])
  expect(
    seqsOf(chunkSource([said(1, '日本語'.repeat(500)), said(2, '😀'.repeat(300))], { ...BUDGET, windowTokens: 100 })),
  ).toEqual([1, 2])
})
