// Compiles the sources for `npm run dev`, file by file and without their types, into dist/dev. The output of `npm run build` stays as
// it is, so tests can run meanwhile.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { transformWithOxc } from 'vite'

export const ROOT = join(import.meta.dirname, '..')
export const CODE = join(ROOT, 'dist/dev')
export const FOLDERS = ['src', 'workers', 'testing', 'packages/client/src']

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function filesBelow(folder, ending) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * Compiles each source file that is newer than its output, and removes outputs without a source.
 * Returns the number of outputs that changed, and a text for each file that cannot be parsed.
 */
export async function compile() {
  const faults = []
  let count = 0
  for (const folder of FOLDERS) {
    for (const source of filesBelow(join(ROOT, folder), '.ts').filter((path) => !path.endsWith('.d.ts'))) {
      const target = join(CODE, relative(ROOT, source)).replace(/\.ts$/, '.js')
      const changedAt = timeOf(source)
      if (changedAt === 0 || changedAt <= timeOf(target)) continue
      try {
        const text = readFileSync(source, 'utf8')
        const { code, map } = await transformWithOxc(text, source, { sourcemap: true, target: 'node20' })
        const inlined = Buffer.from(JSON.stringify(map)).toString('base64')
        mkdirSync(dirname(target), { recursive: true })
        writeFileSync(target, `${code}\n//# sourceMappingURL=data:application/json;base64,${inlined}\n`)
        count += 1
      } catch (error) {
        faults.push(`${relative(ROOT, source)}: ${error.message}`)
      }
    }
    for (const target of filesBelow(join(CODE, folder), '.js')) {
      if (existsSync(join(ROOT, relative(CODE, target)).replace(/\.js$/, '.ts'))) continue
      rmSync(target)
      count += 1
    }
  }
  return { count, faults }
}

/** Builds the dashboard, if it is older than its sources. A fault is printed, and the daemon runs without the page. */
export async function buildDashboard() {
  const sources = ['dashboard', 'packages/client/src'].flatMap((folder) => filesBelow(join(ROOT, folder), ''))
  if (timeOf(join(CODE, 'dashboard/index.html')) > Math.max(...sources.map(timeOf))) return
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const outDir = join(CODE, 'dashboard')
  spawnSync(process.execPath, [vite, 'build', 'dashboard', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
}
