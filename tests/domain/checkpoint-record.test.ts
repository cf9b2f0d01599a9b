import { expect, test } from 'vitest'
import { checkpointRecord } from '../../src/domain/compression/checkpoint-record.js'
import type { CheckpointLine } from '../../src/domain/checkpoint/checkpoint.js'
import type { LineKind } from '../../src/domain/source/types.js'
import type { Goal } from '../../src/domain/goal/goal.js'
import type { LedgerEntry, LedgerKind } from '../../src/domain/ledger/ledger.js'
import { aCheckpoint } from '../store/builders.js'

const line = (kind: LineKind, text: string, importance = 0.8): CheckpointLine => {
  return { kind, text, importance, sources: [3], by: 'extract', tokens: 9 }
}
const entry = (kind: LedgerKind, text: string, seq: number, state: LedgerEntry['state'] = 'open'): LedgerEntry => {
  return { id: `led_${seq}_0`, kind, text, action: kind === 'artifact' ? 'modified' : null, seq, n: 0, state }
}

test('[C6] the lists of a checkpoint include what ledger and goals took from its span, and nothing twice', () => {
  const checkpoint = {
    ...aCheckpoint('ses_one'),
    ...{ range: { from: 3, to: 20 }, tokens: 250, originalTokens: 2_000 },
    lines: [
      line('decision', 'We use zod at the edge.'),
      line('artifact', 'src/parse.ts: modified'),
      line('fact', 'the tests run on port 7420 of build-01.example.org'),
      line('fact', 'a lot was said about it'),
      line('fact', 'src/filler.ts was opened', 0.1),
    ],
  }
  const ledger = [
    entry('decision', 'We use zod at the edge.', 4),
    entry('decision', 'Keep the old format.', 5),
    entry('decision', 'Superseded.', 6, 'superseded'),
    entry('decision', 'Later.', 21),
    entry('artifact', 'src/parse.ts', 7),
    entry('artifact', 'src/write.ts', 8),
  ]
  const at = new Date(0)
  const goal: Goal = {
    ...{ id: 'goal_1', description: 'Ship', priority: 'high', status: 'active', createdAt: at, changedAt: at },
    items: [
      { id: 'i1', kind: 'next', text: 'Write the docs', seq: 9, status: 'open' },
      { id: 'i2', kind: 'next', text: 'Done already', seq: 9, status: 'done' },
      { id: 'i3', kind: 'next', text: 'Of the app', seq: null, status: 'open' },
      { id: 'i4', kind: 'decision', text: 'No new tables', seq: 10, locked: true, reason: null, supersededBy: null },
      { id: 'i5', kind: 'artifact', text: 'docs/new.md', seq: 11, action: 'created' },
    ],
  }
  expect(checkpointRecord(checkpoint, { ledger, goals: [goal] })).toEqual({
    keyDecisions: ['We use zod at the edge.', 'Keep the old format.', 'No new tables'],
    filesModified: ['src/parse.ts: modified', 'modified src/write.ts', 'created docs/new.md'],
    nextSteps: ['Write the docs'],
    exactFacts: ['the tests run on port 7420 of build-01.example.org'],
    compressionRatio: 0.125,
  })
})
