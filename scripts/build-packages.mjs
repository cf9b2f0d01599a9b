// Compiles the packages below packages/ into their dist folders, and checks their types. The client comes first: the
// others read its types.
// Usage: node scripts/build-packages.mjs [--if-changed]. With --if-changed, it compiles only when a source is newer than the last
// build, without checking types: the linter does.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = ['client', 'openai-agents', 'claude-agent-sdk', 'react']

const STAMP = join(ROOT, 'dist/.packages-built')
const isLazy = process.argv.includes('--if-changed')

if (!isLazy || hasChanged()) build()

function build() {
  const startedAt = new Date()
  for (const name of PACKAGES) {
    const folder = join(ROOT, 'packages', name)
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
    const run = spawnSync(process.execPath, [tsc, '-p', folder, ...(isLazy ? ['--noCheck'] : [])], { stdio: 'inherit' })
    if (run.status !== 0) process.exit(run.status ?? 1)
  }
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, '')
  // A file saved during the build must count as newer than the build.
  utimesSync(STAMP, startedAt, startedAt)
}

/** Whether a package has no build, or a source that is newer than it. */
function hasChanged() {
  const builtAt = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (PACKAGES.some((name) => !existsSync(join(ROOT, 'packages', name, 'dist/index.js')))) return true
  const sources = PACKAGES.flatMap((name) => {
    const folder = join(ROOT, 'packages', name)
    const entries = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    return [join(folder, 'tsconfig.json'), ...entries.map((entry) => join(folder, 'src', entry))]
  })
  return [join(ROOT, 'package-lock.json'), ...sources].some((file) => statSync(file).mtimeMs > builtAt)
}
