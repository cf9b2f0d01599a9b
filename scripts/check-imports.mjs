// Checks that folders import each other as docs/architecture.md says, and that the checker read every source file: without a
// parser for TypeScript, it would report success over nothing.
// Usage: depcruise … --output-type json | node scripts/check-imports.mjs. Prints one line per fault.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'

const ROOT = join(import.meta.dirname, '..')
/** Below these folders, every file is source. */
const SOURCES = ['src', 'workers', 'dashboard/src', ...packages()]

const { modules, summary } = await json(process.stdin)
const seen = new Set(modules.map(({ source }) => source))
const faults = [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...SOURCES.flatMap(filesBelow).flatMap((file) => (seen.has(file) ? [] : [`not read: ${file}`])),
  ...(modules.some(({ dependencies }) => dependencies.length > 0) ? [] : ['no file imports another']),
]
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0

function packages() {
  const entries = readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `packages/${name}/src`)
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
}
