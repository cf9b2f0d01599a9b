import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutantsOf, type Mutant } from './alternatives.js'
import ceilings from './ceilings.json' with { type: 'json' }
import { collected } from './collect.js'
import { activate, known, recordFor, testsThatDiffer } from './switched.js'
import { projectsOf } from '../support/test-projects.js'

/** Removes each alternative of each regular expression of src/domain and src/knowledge, and runs the pure tests that let the
 * pattern read a text on which this makes a difference. An alternative survives if they all pass. */

/** Most removals that no test may notice, by folder. */
const CEILINGS: Readonly<Record<string, number>> = ceilings
const TESTS = join(import.meta.dirname, '..')
const SKIPPED = /\/(?:linear|mutation|shape|fuzz)\//
/** Only tests of the domain read patterns: the others would read them through servers and long logs. */
const OF_DOMAIN = /\/src\/(?:domain|knowledge)\//
/** Files outside the project `pure` may start something. Those that only read files may run here. */
const STARTS = /\/support\/|\/src\/(?!domain\/|knowledge\/)/
/** Milliseconds of a test that is run for each mutant. A longer one measures costs. */
const MAX_TEST_MS = 2_000
/** Names of patterns by which a run is limited: `MUTATE=src/knowledge`. */
const ONLY = process.env.MUTATE ?? ''
const ONLY_TESTS = process.env.MUTATE_TESTS ?? ''

/** A removal that no test noticed. */
interface Survivor {
  id: string
  removed: string
  start: number
  /** Tests that read a text on which the removal makes a difference, and pass nevertheless. */
  tried: number
}

async function passes(at: number): Promise<boolean> {
  try {
    await collected[at]!.run()
    return true
  } catch {
    return false
  }
}

async function collectTests(): Promise<void> {
  for (const [path, project] of projectsOf(TESTS)) {
    const text = readFileSync(path, 'utf8')
    if (
      !path.includes(ONLY_TESTS) ||
      SKIPPED.test(path) ||
      !OF_DOMAIN.test(text) ||
      (project !== 'pure' && STARTS.test(text))
    )
      continue
    const before = collected.length
    try {
      await import(path)
    } catch (error) {
      collected.length = before
      console.log(`not collected: ${path}: ${String(error).slice(0, 100)}`)
    }
  }
}

test('alternatives whose removal no test notices', async () => {
  await collectTests()
  const usable = new Set<number>()
  for (const at of collected.keys()) {
    recordFor(at)
    const start = performance.now()
    const isGreen = await passes(at)
    const isShort = performance.now() - start < MAX_TEST_MS
    if (isGreen && isShort) usable.add(at)
    else console.log(`${isGreen ? 'too long' : 'fails by itself'}: ${collected[at]!.name}`)
  }
  recordFor(-1)
  if (ONLY_TESTS === '') expect(usable.size).toBeGreaterThan(400)
  const survivors: Survivor[] = []
  const counts = new Map<string, Count>()
  for (const [id, { pattern }] of known) {
    if (!id.startsWith(ONLY)) continue
    const folder = id.slice(0, id.lastIndexOf('/'))
    const count = counts.get(folder) ?? { all: 0, survive: 0 }
    counts.set(folder, count)
    for (const mutant of mutantsOf(pattern)) {
      count.all += 1
      const tried = await unnoticed(id, mutant, usable)
      if (tried === null) continue
      count.survive += 1
      survivors.push({ id, removed: mutant.removed, start: mutant.start, tried })
    }
  }
  report(counts, survivors, usable.size)
  const over = [...counts].filter(([folder, { survive }]) => survive > (CEILINGS[folder] ?? 0))
  expect(over.map(([folder, { survive }]) => `${folder}: ${survive}, at most ${CEILINGS[folder] ?? 0}`)).toEqual([])
})

/** Returns how many tests pass although the mutant makes a difference in them; null: one fails. */
async function unnoticed(id: string, mutant: Mutant, usable: ReadonlySet<number>): Promise<number | null> {
  const differing = testsThatDiffer(id, mutant).filter((at) => usable.has(at))
  activate(id, mutant.pattern)
  try {
    for (const at of differing) if (!(await passes(at))) return null
    return differing.length
  } finally {
    activate('', null)
  }
}

interface Count {
  all: number
  survive: number
}

function report(counts: Map<string, Count>, survivors: Survivor[], tests: number): void {
  const rows = [...counts].toSorted(([a], [b]) => a.localeCompare(b))
  const sum = (key: keyof Count) => rows.reduce((total, [, count]) => total + count[key], 0)
  const line = (name: string, { all, survive }: Count) =>
    `${name.padEnd(36)}${String(all).padStart(8)}${String(survive).padStart(10)}`
  console.log(
    [
      `${tests} tests`,
      `${'folder'.padEnd(36)}${'removed'.padStart(8)}${'unnoticed'.padStart(10)}`,
      ...rows.map(([name, count]) => line(name, count)),
      line('together', { all: sum('all'), survive: sum('survive') }),
    ].join('\n'),
  )
  const file = process.env.MUTATION_REPORT
  if (file !== undefined) writeFileSync(file, JSON.stringify(survivors, null, 1))
}
