import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactStrings } from '../../src/domain/anchors/exact-strings.js'
import { keepWithin, rankLines } from '../../src/domain/compression/line-rank.js'
import type { CheckpointLine } from '../../src/domain/checkpoint/checkpoint.js'
import type { LineKind } from '../../src/domain/source/types.js'
import { renderCheckpoint, withRowTokens } from '../../src/domain/checkpoint/rendering.js'
import { count, line } from './spans.js'

const decided = (part: number) =>
  line(`Decided: part ${part} uses choice_${part}0, because retries must stay bounded.`, 'decision')
const textOf = (lines: CheckpointLine[]) => renderCheckpoint(lines, '[Checkpoint]').split('\n').slice(1)

test('[C4] lines that differ only in names share a row: the first whole, then the names of the others', () => {
  expect(textOf([decided(3), decided(6), decided(9)])).toEqual([
    'Decisions:',
    '- Decided: part 3 uses choice_30, because retries must stay bounded. Likewise: 6 choice_60; 9 choice_90',
  ])
  const failed = [5, 10, 15].map((part) => line(`\`./check part ${part}\` failed: E4${part} in part ${part}`, 'error'))
  expect(textOf(failed)).toEqual([
    'Errors and fixes:',
    '- `./check part 5` failed: E45 in part 5. Likewise: 10 E410; 15 E415',
  ])
})

test('[C4] what differs keeps both halves of its brackets', () => {
  const faults = (text: (at: number) => string) => [510, 511, 512].map((at) => line(text(at), 'error'))
  expect(textOf(faults((at) => `Error E${at} is handled in handleFault${at}().`)).slice(1)).toEqual([
    '- Error E510 is handled in handleFault510(). Likewise: E511 handleFault511(); E512 handleFault512()',
  ])
  expect(textOf(faults((at) => `The fault E${at} is handled (by handleFault${at}()).`)).slice(1)).toEqual([
    '- The fault E510 is handled (by handleFault510()). Likewise: E511 handleFault511(); E512 handleFault512()',
  ])
  const cut = faults((at) => `Error E${at} is handled in handleFault${at}(code, true) of the server.`)
  expect(textOf(cut).slice(1)).toEqual(cut.map(({ text }) => `- ${text}`))
})

test('[C4] two alike lines, other words, rules, and closing statements stay lines', () => {
  const lines = (...texts: string[]) => texts.map((text) => line(text))
  const others = [
    [decided(3), decided(6)],
    lines('The cache of a1 is now cold.', 'The cache of a2 is now warm.', 'The cache of a3 is now full.'),
    [1, 2, 3].map((at) => line(`Never raise the limit of part_${at}.`, 'constraint')),
    [1, 2, 3].map((at) => ({ ...line(`The file part_${at} is written whole.`, 'progress'), about: `turn ${at}` })),
  ]
  for (const some of others) expect(textOf(some).slice(1)).toEqual(some.map(({ text }) => `- ${text}`))
})

test('[C4] [V4] lines whose numbers need their units stay lines', () => {
  const timed = [3, 4, 5].map((at) => line(`The run of job_${at} took ${at}0 ms in total.`))
  expect(textOf(timed).slice(1)).toEqual(timed.map(({ text }) => `- ${text}`))
})

test('[V4] [C4] every exact string of every line is in the text, whichever lines share a row', () => {
  const word = fc.oneof(
    fc.constantFrom('part', 'uses', 'the', 'checks', 'after', 'failed:', 'limit'),
    fc.integer({ min: 1, max: 99 }).map(String),
    fc.stringMatching(/^[a-z]{2,5}_[0-9]{1,3}$/),
    fc.stringMatching(/^src\/[a-z]{1,4}[0-9]{1,2}\.ts$/),
    fc.constantFrom('ms', 'days', 'v1.2.3,', '`npm test`'),
  )
  const lines = fc.array(
    fc.tuple(fc.array(word, { minLength: 3, maxLength: 9 }), fc.constantFrom<LineKind>('fact', 'decision', 'error')),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 3, maxLength: 5 }), (all, values) => {
      // Every line in several variants, so that rows occur.
      const variants = all.flatMap(([words, kind]) =>
        values.map((value) => line(`${words.join(' ').replaceAll('_', `_${value}`)} keeps row name_${value}`, kind)),
      )
      const text = renderCheckpoint(variants, '[Checkpoint]')
      for (const one of variants) for (const exact of exactStrings(one.text)) expect(text).toContain(exact.text)
    }),
    { seed: 12, numRuns: 100 },
  )
})

test('[C4] a line in a row is ranked by the tokens that it adds', () => {
  const lines = Array.from({ length: 30 }, (_, at) => decided(at + 1))
  const alone = lines.reduce((sum, { tokens }) => sum + tokens, 0)
  const together = withRowTokens(lines, count)
  const estimate = together.reduce((sum, { tokens }) => sum + tokens, 0)
  const real = count(textOf(lines).slice(1).join('\n'))
  expect(estimate).toBeLessThan(0.5 * alone)
  expect(Math.abs(estimate - real)).toBeLessThan(0.1 * real)
  expect(withRowTokens(together.slice(0, 2), count).map(({ tokens }) => tokens)).toEqual(
    lines.slice(0, 2).map(({ tokens }) => tokens),
  )
})

test('[C4] a line that a better one quotes whole is not repeated', () => {
  const run = {
    ...line('`./check part 5` failed: Error: E40005 checksum mismatch in part 5', 'error', 0.7),
    about: 'run x',
  }
  const quoted = line('Error: E40005 checksum mismatch in part 5', 'error', 0.6)
  const other = line('Error: E40006 checksum mismatch in part 6', 'error', 0.6)
  expect([...keepWithin(rankLines([quoted, run, other]), 1_000)].map(({ text }) => text).sort()).toEqual(
    [run.text, other.text].sort(),
  )
})
