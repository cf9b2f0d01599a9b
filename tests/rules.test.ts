import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const TESTS = import.meta.dirname

/** Titles of all tests, as they stand in the files. */
function titles(): string {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readFileSync(join(TESTS, name), 'utf8').match(/\b(?:test|it|describe)(?:\.\w+)?\(.*|^\s*[`'"]\[.*/gm) ?? [])
    .join('\n')
}

test('every rule that docs/rules.md calls held has a test with its id in the name', () => {
  const page = readFileSync(join(TESTS, '..', 'docs', 'rules.md'), 'utf8')
  const rows = [...page.matchAll(/^\| ([A-Z]+\d+) \| .* \| ([^|]+) \|$/gm)].map(([, id, state]) => ({ id: id!, state: state! }))
  expect(rows.length).toBeGreaterThan(100)
  const held = rows.filter(({ state }) => state.trim() === 'held')
  expect(held.length).toBeGreaterThan(40)
  const all = titles()
  expect(held.filter(({ id }) => !all.includes(`[${id}]`)).map(({ id }) => id)).toEqual([])
})

test('every test that docs/rules.md points to is there', () => {
  const page = readFileSync(join(TESTS, '..', 'docs', 'rules.md'), 'utf8')
  const rows = page.slice(page.indexOf('## Invariants of compaction'))
  const named = [...rows.matchAll(/`([a-z-]+\/[a-z-]+)`/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(30)
  const there = (name: string) => existsSync(join(TESTS, `${name}.test.ts`)) || existsSync(join(TESTS, `${name}-16k.test.ts`))
  expect(named.filter((name) => !there(name))).toEqual([])
})
