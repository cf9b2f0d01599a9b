import { expect, test } from 'vitest'
import { extractAnchors } from '../../src/domain/anchors/anchors.js'
import type { ProposedLine, SourceMessage } from '../../src/domain/source/types.js'
import { verifySummary } from '../../src/domain/summary/verify.js'
import { called, count, returned, said, typed } from './spans.js'

const REASON = 'says that there is nothing, which no message says'

const session = [
  typed(1, 'The migration of the orders table fails. Please do not change the port, and add no new dependencies.'),
  called(2, 'run', { command: 'npm run migrate' }),
  returned(3, 'run', 'Error: column total_cents occurred twice during the migration of the orders table', true),
  said(4, 'The migration fails because column total_cents occurred twice. I never found a lock on the orders table.'),
]
const german = [
  typed(1, 'Die Umstellung der Tabelle orders scheitert. Bitte verwende keine neuen Pakete.'),
  called(2, 'run', { command: 'npm run migrate' }),
  returned(3, 'run', 'Fehler: Spalte total_cents kam bei der Umstellung doppelt vor', true),
  said(4, 'Bei der Umstellung trat ein Fehler auf: total_cents kam doppelt vor. Eine Sperre habe ich nicht gefunden.'),
]
const chinese = [
  typed(1, '订单表的迁移失败了。请不要修改端口。'),
  called(2, 'run', { command: 'npm run migrate' }),
  returned(3, 'run', '错误：迁移过程中发生错误，total_cents 列重复', true),
  said(4, '迁移过程中发生错误，total_cents 列重复。没有发现锁。'),
]

function dropped(source: SourceMessage[], text: string, kind: ProposedLine['kind']): string | undefined {
  const lines = [
    { kind, text, importance: 0.5, sources: [] },
    { kind: 'progress' as const, text: 'npm run migrate: total_cents', importance: 0.9, sources: [] },
  ]
  const verdict = verifySummary({ source, anchors: extractAnchors(source), lines, count })
  return verdict.dropped.find((one) => one.text === text)?.reason
}

test.each([
  [session, 'None.', 'constraint'],
  [session, 'No errors occurred during the migration.', 'error'],
  [session, 'Nothing fails because of the column total_cents.', 'fact'],
  [session, 'No column total_cents occurred twice.', 'error'],
  [german, 'Keine.', 'question'],
  [german, 'Keine Fehler bei der Umstellung.', 'error'],
  [german, 'Kein Fehler trat bei der Umstellung auf.', 'progress'],
  [german, 'Keinen Fehler gab es bei der Umstellung.', 'error'],
  [german, 'Keinerlei Fehler bei der Umstellung.', 'error'],
  [german, 'Nichts kam bei der Umstellung doppelt vor.', 'fact'],
  [chinese, '无', 'constraint'],
  [chinese, '無錯誤', 'error'],
  [chinese, '没有发生错误', 'error'],
  [chinese, '沒有錯誤', 'error'],
  [chinese, '暂无错误', 'error'],
  [chinese, 'なし', 'question'],
  [chinese, '特になし', 'question'],
] as const)(
  '[P14] a line that says that there is nothing is left out if no message says so: %#',
  (source, text, kind) => {
    expect(dropped([...source], text, kind)).toBe(REASON)
  },
)

test.each([
  [session, 'No new dependencies.', 'constraint'],
  [session, 'No change of the port.', 'constraint'],
  [session, 'No lock on the orders table was found.', 'fact'],
  [session, 'Nonetheless column total_cents occurred twice.', 'fact'],
  [session, 'The migration has no lock on the orders table.', 'fact'],
  [german, 'Keine neuen Pakete.', 'constraint'],
  [german, 'Keine Sperre gefunden.', 'fact'],
  [chinese, '没有发现锁。', 'fact'],
  [chinese, '迁移过程中发生错误', 'error'],
] as const)('[P14] a line that denies what a message denies stays: %#', (source, text, kind) => {
  expect(dropped([...source], text, kind)).not.toBe(REASON)
})

test.each([
  "Retries don't change the port.",
  'Retries don’t change the port.',
  'The port cannot change.',
  'Never change the port.',
])('[P14] each way to deny supports such a line: %s', (sentence) => {
  const source = [...session.slice(1), said(5, sentence)]
  expect(dropped(source, 'No change of the port.', 'constraint')).not.toBe(REASON)
  expect(dropped([...session.slice(1), said(5, 'Change the port.')], 'No change of the port.', 'constraint')).toBe(
    REASON,
  )
})
