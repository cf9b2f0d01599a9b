import { expect, test } from 'vitest'
import { handedDown } from '../../src/domain/compression/handed-down.js'
import { namesFile } from '../../src/domain/checkpoint/line-names.js'
import type { CheckpointLine } from '../../src/domain/checkpoint/checkpoint.js'
import { composeCheckpoint } from '../../src/domain/summary/compose.js'
import { checkpoint, count, line, said } from './spans.js'

const LEDGER = '[Ledger]\nFiles modified:\n- src/newest.ts'
const BUDGET = { lineTokens: 3_000, mostTokens: 180 }

function file(path: string, seq: number, action = 'modified'): CheckpointLine {
  const text = `${action} ${path}`
  return { ...line(text, 'artifact', 0.8), by: 'extract', sources: [seq], about: `file ${path}`, tokens: 8 }
}
const old = checkpoint(1, [line('The tables are read in the order of their names.')], {
  reserve: [file('src/first.ts', 12), file('src/newest.ts', 13), file('src/second.ts', 14)],
})
const texts = (lines: readonly CheckpointLine[]) => lines.map(({ text }) => text)

test('[C4] [C9] files that left the full ledger go to the new checkpoint, those in the ledger or in a line do not', () => {
  const later = checkpoint(2, [file('src/second.ts', 22)])
  expect(texts(handedDown({ live: [old, later], shown: [LEDGER], ...BUDGET }))).toEqual(['modified src/first.ts'])
  expect(handedDown({ live: [old], shown: [`${LEDGER}\n- src/first.ts\n- src/second.ts`], ...BUDGET })).toEqual([])
})

test('[C4] the last action on a file is handed down, whichever checkpoint knows it', () => {
  const later = checkpoint(2, [line('Nothing else changed here.')], { reserve: [file('src/first.ts', 25, 'deleted')] })
  const lines = handedDown({ live: [old, later], shown: [LEDGER], ...BUDGET })
  expect(texts(lines)).toEqual(['modified src/second.ts', 'deleted src/first.ts'])
})

test('[C4] files that find no place in the line budget wait, and one checkpoint takes only its share', () => {
  const files = Array.from({ length: 8 }, (_, at) => file(`src/file${at}.ts`, 11 + at))
  const many = checkpoint(1, [line('The tables are read in the order of their names.')], { reserve: files })
  const rules = Array.from({ length: 12 }, (_, at) => line(`Rule ${at} holds for table ${at}_${at}`, 'constraint', 0.9))
  const full = checkpoint(2, rules)
  const tokens = rules.reduce((sum, one) => sum + one.tokens, 0)
  // Every kind has a minimum share.
  const few = handedDown({ live: [many, full], shown: [LEDGER], ...BUDGET, lineTokens: tokens })
  expect(few.length).toBeLessThanOrEqual(2)
  expect(handedDown({ live: [many, full], shown: [LEDGER], ...BUDGET })).toHaveLength(8)
  const newest = handedDown({ live: [old], shown: [LEDGER], ...BUDGET, mostTokens: 10 })
  expect(texts(newest)).toEqual(['modified src/second.ts'])
})

test('[C4] [C9] a checkpoint shows what is handed down beside what it covers', () => {
  const source = [said(31, 'The export of src/export.ts now skips tables without rows, because no report reads them.')]
  const { lines, text } = composeCheckpoint({
    ...{ accepted: [], source, anchors: [], ceilingTokens: 600, heading: '[Checkpoint 3]', count, already: [LEDGER] },
    handedDown: [file('src/first.ts', 12)],
  })
  expect(texts(lines)).toContain('modified src/first.ts')
  expect(text).toContain('src/export.ts')
})

test('[C4] a path inside a longer one is another file', () => {
  expect(namesFile('modified src/first.ts, src/b.ts', 'src/first.ts')).toBe(true)
  expect(namesFile('modified lib/src/first.ts, src/first.tsx', 'src/first.ts')).toBe(false)
})
