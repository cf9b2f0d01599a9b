import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

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

test('[layout] the banned words of the style guide appear nowhere in source and docs', () => {
  const run = spawnSync(process.execPath, ['scripts/check-words.mjs'], { cwd: ROOT, encoding: 'utf8' })
  expect(run.stdout).toBe('')
  expect(run.status).toBe(0)
})
