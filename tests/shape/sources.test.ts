import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parsed, sourceFiles } from '../linear/pattern-sources.js'

const ROOT = join(import.meta.dirname, '../..')

test('[layout] no source folder holds more than 20 files', () => {
  const counts = new Map<string, number>()
  for (const name of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts')) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1)
  }
  expect(counts.size).toBeGreaterThan(30)
  // Migrations only ever get more: one that was released stays as it is.
  counts.delete('store/migrations')
  expect([...counts].filter(([, count]) => count > 20)).toEqual([])
})

/** Characters of a pattern that can be read at once. A longer one is a list of named or joined parts. */
const MAX_PATTERN_CHARS = 200

test('[layout] no regular expression is longer than 200 characters', () => {
  const long: string[] = []
  for (const path of sourceFiles('src')) {
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && node.text.length > MAX_PATTERN_CHARS)
        long.push(`${relative(ROOT, path)}: ${node.text.slice(0, 60)}`)
      ts.forEachChild(node, visit)
    }
    visit(parsed(path))
  }
  expect(long).toEqual([])
})

test('[layout] the banned words of the style guide appear nowhere in source and docs', () => {
  const run = spawnSync(process.execPath, ['scripts/check-words.mjs'], { cwd: ROOT, encoding: 'utf8' })
  expect(run.stdout).toBe('')
  expect(run.status).toBe(0)
})
