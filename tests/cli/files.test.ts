/** Files that commands read and write: damaged, cut, in the way, or a reader that leaves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { chatter } from '../support/chatter.js'
import { runCommand } from '../support/command.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { ENTRIES } from '../support/spawned.js'

let daemon: Daemon
let database: TestDatabase
let folder: string
beforeAll(async () => {
  daemon = await startDaemon()
  database = await migratedDatabase()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-files-'))
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command that must fail with a line for people. */
async function refused(...args: string[]): Promise<string> {
  const env = { PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: ADMIN_KEY, DATABASE_URL: database.url }
  const { code, stderr } = await runCommand(args, env)
  expect([args, code]).toEqual([args, 1])
  expect(stderr).not.toMatch(/\n {4}at /)
  return stderr
}

test('[13] import names the file that it cannot read: a folder, a cut or damaged archive', async () => {
  const whole = gzipSync(JSON.stringify({ messages: chatter(40) }))
  const [cut, damaged] = [join(folder, 'cut.json.gz'), join(folder, 'damaged.json.gz')]
  await writeFile(cut, whole.subarray(0, whole.length / 2))
  await writeFile(damaged, 'no archive')
  expect(await refused('import', folder)).toBe(`Cannot read ${folder}: it is a folder\n`)
  expect(await refused('import', cut)).toBe(`Cannot read ${cut}: it ends too early\n`)
  expect(await refused('import', damaged)).toBe(`Cannot read ${damaged}: it is not gzip, or damaged\n`)
  expect((await daemon.client.call('listSessions')).sessions).toEqual([])
})

test('[14] a backup replaces neither a folder nor a link, and one whose reader left has failed', async () => {
  const [target, link] = [join(folder, 'target.backup'), join(folder, 'newest.backup')]
  await mkdir(join(folder, 'a-folder'))
  expect(await refused('backup', join(folder, 'a-folder'), '--force')).toMatch(/is not a file/)
  expect(await refused('restore', '--check', folder)).toBe(`Cannot read ${folder}: it is a folder\n`)
  await writeFile(target, '')
  await symlink(target, link)
  const env = { DATABASE_URL: database.url }
  expect(await runCommand(['backup', link, '--force'], env)).toMatchObject({ code: 0 })
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect((await runCommand(['restore', '--check', target], env)).stdout).toMatch(/^Undamaged/)
  expect(await codeWithoutReader(['backup', '-'], env)).toBe(1)
})

test('[13] an export whose reader left has failed; a list that was read enough of has not', async () => {
  const { id } = await daemon.openSession()
  const env = { PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: ADMIN_KEY }
  expect(await codeWithoutReader(['export', id], env)).toBe(1)
  expect(await codeWithoutReader(['sessions'], env)).toBe(0)
})

/** Runs a command whose standard output is closed. Returns its exit code. */
async function codeWithoutReader(args: readonly string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [ENTRIES.cli, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.destroy()
  const [code] = (await once(child, 'exit')) as [number]
  return code
}
