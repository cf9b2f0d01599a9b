import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const Report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) })),
})

test('[house] the rooms import each other as docs/architecture.md says, and the checker saw every one of them', () => {
  const run = spawnSync(
    join(ROOT, 'node_modules/.bin/depcruise'),
    ['src', 'workers', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
    },
  )
  const report = Report.parse(JSON.parse(run.stdout))
  const seen = new Set(report.modules.map((module) => module.source))
  const files = ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  )
  // A checker that cannot read TypeScript reports success over nothing.
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !seen.has(file))).toEqual([])
  expect(report.modules.find((module) => module.source === 'src/wiring.ts')?.dependencies.length).toBeGreaterThan(4)
  expect(report.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
}, 60_000)
