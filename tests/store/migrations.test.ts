import { expect, test } from 'vitest'
import { MIGRATIONS } from '../../src/store/migrations/index.js'

/** Processes of the version before run beside a database with a newer migration, from this one on. */
const FIRST_ADDITIVE = 27

/** Statements that break a process which does not know of them. */
const BREAKING: readonly [RegExp, string][] = [
  [/\bRENAME\b/i, 'renames what older processes use'],
  [/\bDROP\s+(TABLE|COLUMN|VIEW|FUNCTION)\b/i, 'drops what older processes use'],
  [/^\s*TRUNCATE\b/im, 'empties a table that older processes use'],
  [/\bALTER\s+COLUMN\s+\S+\s+(TYPE|SET\s+NOT\s+NULL|DROP\s+DEFAULT)\b/i, 'changes a column that older processes write'],
]

const faultsOf = (sql: string): string[] => {
  const code = sql.replace(/--.*$/gm, '')
  const columns = [...code.matchAll(/\bADD\s+COLUMN\b[^,;]*/gi)].map(([text]) => text)
  return [
    ...BREAKING.flatMap(([pattern, fault]) => (pattern.test(code) ? [fault] : [])),
    ...columns
      .filter((text) => /\bNOT\s+NULL\b/i.test(text) && !/\b(DEFAULT|GENERATED)\b/i.test(text))
      .map((text) => `a row of an older process has no value: ${text}`),
  ]
}

test('[14] a new migration only adds, so that processes of the version before work on', () => {
  const additive = MIGRATIONS.filter(({ id }) => id >= FIRST_ADDITIVE)
  expect(additive.length).toBeGreaterThan(0)
  for (const { id, name, sql } of additive) expect(faultsOf(sql), `${id} ${name}`).toEqual([])
})

test('the check finds the migrations that did break older processes', () => {
  const breaking = MIGRATIONS.filter(({ sql }) => faultsOf(sql).length > 0).map(({ name }) => name)
  expect(breaking).toEqual(expect.arrayContaining(['columns', 'model-tokens', 'moments', 'search-runs']))
})
