import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = ['client', 'openai-agents', 'claude-agent-sdk'].map((name) => `packages/${name}/src`)
const Report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) })),
})

test('[layout] folders import each other as docs/architecture.md says, and the checker saw every file', () => {
  const run = spawnSync(
    join(ROOT, 'node_modules/.bin/depcruise'),
    ['src', 'workers', 'packages', 'dashboard', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
    },
  )
  const report = Report.parse(JSON.parse(run.stdout))
  const seen = new Set(report.modules.map((module) => module.source))
  const files = ['src', 'workers', 'dashboard/src', ...PACKAGES].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  // A checker that cannot read TypeScript reports success over nothing.
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !seen.has(file))).toEqual([])
  expect(report.modules.find((module) => module.source === 'src/wiring.ts')?.dependencies.length).toBeGreaterThan(4)
  expect(report.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
}, 300_000)

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
