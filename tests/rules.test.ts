import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const TESTS = import.meta.dirname

/** Titles of the tests of a file, as written in it. */
function titlesOf(path: string): string {
  return (
    readFileSync(path, 'utf8').match(/\b(?:test|it|describe)(?:\.\w+)?\(.*|^.*\)\('\[.*|^\s*[`'"]\[.*/gm) ?? []
  ).join('\n')
}

function titles(): string {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => titlesOf(join(TESTS, name)))
    .join('\n')
}

const PAGE = readFileSync(join(TESTS, '..', 'docs', 'rules.md'), 'utf8')

/** Rows of the tables: id of the rule or invariant, and its text. */
function rows(): { id: string; text: string }[] {
  return [...PAGE.matchAll(/^\| ([A-Z]+\d+) \| ([^|]+) \|$/gm)].map(([, id, text]) => ({ id: id!, text: text! }))
}

test('every rule and invariant of docs/rules.md has a test with its id in the name, or a reason why it does not apply', () => {
  const listed = rows()
  expect(listed.length).toBeGreaterThan(120)
  const excused = listed.filter(({ text }) => /: does not apply: .{20,}/.test(text))
  expect(excused.map(({ id }) => id)).toEqual(['I30', 'I44'])
  const all = titles()
  const missing = listed.filter((row) => !excused.includes(row) && !all.includes(`[${row.id}]`))
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('the catalog of invariants has no gap', () => {
  const catalog = rows().filter(({ id }) => /^I\d+$/.test(id))
  expect(catalog.map(({ id }) => id)).toEqual(Array.from({ length: 47 }, (_, at) => `I${at + 1}`))
})
