// Compiles src and workers, with the client that the commands use, when dist/ is missing or older than a source file, without checking types.
// Then joins the modules of the daemon and of the commands (bundle.mjs).
// With --force it always compiles, and checks types: `npm run build`. Builds the dashboard in the same way.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'dist/.built')

/** Time of the newest file below `folder`, in ms since 1970. */
function newestIn(folder) {
  let newest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs)
  }
  return newest
}

/** Removes files of earlier builds whose sources are gone. */
function removeStale(folder) {
  for (const entry of readdirSync(join(root, 'dist', folder), { withFileTypes: true, recursive: true })) {
    const source = join(entry.parentPath, entry.name).replace(join(root, 'dist'), root)
    const isStale = !existsSync(source.replace(/(\.d)?\.js(\.map)?$/, '.ts'))
    if (entry.isFile() && isStale) rmSync(join(entry.parentPath, entry.name))
  }
}

const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
// The joined modules contain packages, too.
const lock = statSync(join(root, 'package-lock.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0
const folders = ['src', 'workers', 'packages/client/src']
const changedAt = Math.max(lock, ...folders.map((folder) => newestIn(join(root, folder))))
const isForced = process.argv.includes('--force')
if (isForced || builtAt < changedAt) {
  const startedAt = new Date()
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const run = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...(isForced ? [] : ['--noCheck'])], {
    cwd: root,
    stdio: 'inherit',
  })
  if (run.status !== 0) process.exit(run.status ?? 1)
  for (const folder of folders) removeStale(folder)
  await import('./bundle.mjs')
  writeFileSync(stamp, '')
  // A file saved during the build must count as newer than the build.
  utimesSync(stamp, startedAt, startedAt)
}

const dashboardStamp = join(root, 'dist/.dashboard-built')
const dashboardBuiltAt = statSync(dashboardStamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
const dashboardChangedAt = Math.max(
  ...['dashboard', 'packages/client/src'].map((folder) => newestIn(join(root, folder))),
)
if (isForced || dashboardBuiltAt < dashboardChangedAt) {
  const startedAt = new Date()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const run = spawnSync(process.execPath, [vite, 'build', 'dashboard', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (run.status !== 0) process.exit(run.status ?? 1)
  writeFileSync(dashboardStamp, '')
  utimesSync(dashboardStamp, startedAt, startedAt)
}
