import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

/** Ids of the rules: rows of two cells. */
function rules(): string[] {
  return [...PAGE.matchAll(/^\| ([A-Z]+\d+) \| [^|]+ \|$/gm)].map(([, id]) => id!)
}

/** Rows of the catalog of invariants: id and last cell. */
function rows(): { id: string; last: string }[] {
  return [...PAGE.matchAll(/^\| ([A-Z]+\d+) \| .* \| ([^|]+) \|$/gm)].map(([, id, last]) => ({
    id: id!,
    last: last!.trim(),
  }))
}

test('every rule of docs/rules.md has a test with its id in the name', () => {
  expect(rules().length).toBeGreaterThan(80)
  const all = titles()
  expect(rules().filter((id) => !all.includes(`[${id}]`))).toEqual([])
})

test('every invariant of the catalogue has a test with its id in the name, or a reason why it does not apply', () => {
  const catalogue = rows().filter(({ id }) => /^I\d+$/.test(id))
  expect(catalogue.map(({ id }) => id)).toEqual(Array.from({ length: 47 }, (_, at) => `I${at + 1}`))
  const all = titles()
  const excused = catalogue.filter(({ last }) => /^does not apply: .{20,}/.test(last)).map(({ id }) => id)
  expect(excused).toEqual(['I30', 'I44'])
  expect(catalogue.filter(({ id }) => !excused.includes(id) && !all.includes(`[${id}]`)).map(({ id }) => id)).toEqual(
    [],
  )
})

test('every test file that the catalogue points to is there, and holds a test of that invariant', () => {
  const named = rows().flatMap(({ id, last }) =>
    [...last.matchAll(/`([a-z-]+\/[a-z-]+)`/g)].map(([, name]) => ({ id, name: name! })),
  )
  expect(named.length).toBeGreaterThan(60)
  // One file replays the real logs for every window size.
  const pathOf = (name: string) => (name === 'context/real-logs' ? 'support/real-logs.ts' : `${name}.test.ts`)
  const wrong = named.filter(({ id, name }) => {
    const path = join(TESTS, pathOf(name))
    return !existsSync(path) || !titlesOf(path).includes(`[${id}]`)
  })
  expect(wrong).toEqual([])
})
