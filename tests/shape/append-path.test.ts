import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const Totals = z.object({ functions: z.number(), folders: z.number(), climbs: z.number() })

test('[layout] the path of an appended message climbs back to a calling folder at most 9 times', () => {
  const output = execFileSync('node', ['scripts/append-path.mjs'], { cwd: ROOT, encoding: 'utf8' })
  const lines = output.trim().split('\n')
  const { functions, folders, climbs } = Totals.parse(JSON.parse(lines.at(-1) ?? ''))
  // A walk that stops early would find no climbs at all.
  expect(functions).toBeGreaterThan(400)
  expect(folders).toBeGreaterThan(20)
  expect(lines.slice(0, -1)).toHaveLength(climbs)
  expect(climbs, output).toBeLessThanOrEqual(9)
}, 300_000)
