import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Log } from '../../src/ports/ports.js'
import { startEmbedded, type EmbeddedDatabase } from '../../src/store/index.js'
import { execute, select } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'
import { buildOwner, startOwner, type Owner } from './owner-process.js'

let removeOwner: () => void
/** A folder with a stopped server. To make one takes most of the time of a test. */
let stoppedDir: string
beforeAll(async () => {
  removeOwner = buildOwner()
  stoppedDir = join(await mkdtemp(join(tmpdir(), 'palimpsest-stopped-')), 'postgres')
  await (await startEmbedded({ dataDir: stoppedDir, log: quietLog() })).stop()
})
afterAll(async () => {
  removeOwner?.()
  await rm(join(stoppedDir, '..'), { recursive: true, force: true })
})

let dataDir: string
const opened: { stop(): Promise<void> }[] = []
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'palimpsest-embedded-')), 'postgres')
})
afterEach(async () => {
  for (const { stop } of opened.splice(0).reverse()) await stop()
  await rm(join(dataDir, '..'), { recursive: true, force: true })
})

/** Gives the test a folder in which a server ran before. The server's user owns the files. */
const useStopped = () => execFileSync('cp', ['-Rp', stoppedDir, dataDir])
const start = async (log: Log = quietLog()): Promise<EmbeddedDatabase> => {
  const server = await startEmbedded({ dataDir, log })
  opened.push(server)
  return server
}
const owner = async (): Promise<Owner> => {
  const one = await startOwner(dataDir)
  opened.push(one)
  return one
}
const pidInFile = async () => Number((await readFile(join(dataDir, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0])
const removed = async (pid: number) => until('the server is gone', () => !alive(pid))
function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('[P1] it starts from nothing, keeps what was written, and keeps its address', async () => {
  const first = await start()
  expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600)
  await execute(first.url, `CREATE TABLE t (x text); INSERT INTO t VALUES ('kept')`)
  const settings = await select<{ name: string; setting: string }>(
    first.url,
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding', 'lc_collate', 'listen_addresses')`,
  )
  const value = (name: string) => settings.find((s) => s.name === name)?.setting
  expect([value('fsync'), value('synchronous_commit'), value('full_page_writes')]).toEqual(['on', 'on', 'on'])
  expect([value('server_encoding'), value('listen_addresses')]).toEqual(['UTF8', '127.0.0.1'])
  const pid = await pidInFile()
  await Promise.all([first.stop(), first.stop()])
  await removed(pid)
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await select(second.url, 'SELECT x FROM t')).toEqual([{ x: 'kept' }])
})

test('[P1] a server that outlived its killed daemon is adopted, with everything it acknowledged', async () => {
  useStopped()
  const killed = await owner()
  await execute(killed.outcome, `CREATE TABLE t (x text); INSERT INTO t VALUES ('kept')`)
  const pid = await pidInFile()
  await killed.kill()
  expect(alive(pid)).toBe(true)
  const log = quietLog()
  const adopting = await start(log)
  expect(await pidInFile()).toBe(pid)
  expect(log.lines.some(({ message }) => message.startsWith('adopted'))).toBe(true)
  expect(await select(adopting.url, 'SELECT x FROM t')).toEqual([{ x: 'kept' }])
  await adopting.stop()
  await removed(pid)
})

test('[P1] server and daemon killed together: the next start recovers', async () => {
  useStopped()
  const killed = await owner()
  await execute(killed.outcome, `CREATE TABLE t (x text); INSERT INTO t VALUES ('kept')`)
  const pid = await pidInFile()
  await killed.kill()
  process.kill(pid, 'SIGKILL')
  await removed(pid)
  const next = await start()
  expect(await select(next.url, 'SELECT x FROM t')).toEqual([{ x: 'kept' }])
})

test('two daemons on one folder: the second is refused and says why', async () => {
  useStopped()
  const first = await start()
  const second = await owner()
  expect(second.outcome).toContain('Another daemon is using')
  await expect(startEmbedded({ dataDir, log: quietLog() })).rejects.toThrow('Another daemon is using')
  expect(await select(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('[P1] a password file that a kill left empty does not keep it from starting', async () => {
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'password'), '')
  const server = await start()
  expect((await readFile(join(dataDir, 'password'), 'utf8')).length).toBeGreaterThan(40)
  expect(await select(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('[13] a start removes what a daemon left that was killed during its first start, and nothing of one that runs', async () => {
  useStopped()
  const names = (pid: number) => ['cluster', 'password'].map((name) => `${name}.${pid}`)
  const { pid: killed } = spawnSync(process.execPath, ['--version'])
  for (const name of [...names(killed), ...names(process.ppid)]) await mkdir(join(dataDir, name))
  await start()
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['cluster', 'password', ...names(process.ppid)]))
  for (const name of names(killed)) expect(await readdir(dataDir)).not.toContain(name)
})

test('[P1] a daemon that starts while another one stops has the folder after it', async () => {
  useStopped()
  // The second one waits for the lock of the first, two seconds at most. On a busy machine, the test may notice too late.
  const asked = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_try_advisory_lock%'`
  for (;;) {
    const first = await start()
    let ended = false
    const second = owner().finally(() => (ended = true))
    await until('the second one waits', async () => ended || (await select(first.url, asked)).length > 0)
    await first.stop()
    const { outcome } = await second
    if (outcome.includes('Another daemon is using')) continue
    expect(outcome).toBe(first.url)
    return expect(await select(outcome, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  }
})

test('two daemons that start at once on a new folder: one has it', async () => {
  const outcomes = await Promise.all([owner(), owner()])
  expect(outcomes.filter(({ outcome }) => outcome.startsWith('postgres://'))).toHaveLength(1)
  expect(outcomes.filter(({ outcome }) => outcome.includes('Another daemon'))).toHaveLength(1)
})

test('a pid file that names a process of another kind does not keep it from starting', async () => {
  useStopped()
  const first = await start()
  const pid = await pidInFile()
  const file = join(dataDir, 'cluster/postmaster.pid')
  const text = await readFile(file, 'utf8')
  await first.stop()
  const bystander = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  try {
    await writeFile(file, text.replace(String(pid), String(bystander.pid)))
    const second = await start()
    expect(await select(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  } finally {
    bystander.kill()
  }
})

test('a server that dies under a living daemon comes back at the same address', async () => {
  useStopped()
  const server = await start()
  await execute(server.url, `CREATE TABLE t (x text); INSERT INTO t VALUES ('kept')`)
  const pid = await pidInFile()
  process.kill(pid, 'SIGKILL')
  await removed(pid)
  const rows = await until('it is back', () => select(server.url, 'SELECT x FROM t').catch(() => null))
  expect(rows).toEqual([{ x: 'kept' }])
  expect(await pidInFile()).not.toBe(pid)
})

test('[P1] a server that exits at its start, as when its port is taken, is started again', async () => {
  useStopped()
  const file = join(dataDir, 'cluster/postgresql.conf')
  const text = await readFile(file, 'utf8')
  await writeFile(file, `${text}no_such_setting = 1\n`)
  const reasons: string[] = []
  const repair = (fields: { reason?: string }) => {
    reasons.push(fields.reason ?? '')
    writeFileSync(file, text)
  }
  const server = await start({ ...quietLog(), warn: repair })
  expect(reasons).toEqual([expect.stringContaining('no_such_setting')])
  expect(await select(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('[P1] a server that exits at each start is refused with the end of its log', async () => {
  useStopped()
  const log = quietLog()
  await writeFile(join(dataDir, 'cluster/postgresql.conf'), 'no_such_setting = 1\n')
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/did not start.*no_such_setting/s)
  expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(4)
})

test('[14] a server that finds its disk full is refused with that, and without advice to restore a backup', async () => {
  useStopped()
  // The server quotes the name of the file that it cannot open.
  await writeFile(join(dataDir, 'cluster/postgresql.conf'), "include 'No space left on device'\n")
  const started = startEmbedded({ dataDir, log: quietLog() })
  await expect(started).rejects.toThrow(/disk is full: free disk space/)
  await expect(started).rejects.not.toThrow(/restore/)
})

test('a cluster of another major version is refused with what to do', async () => {
  useStopped()
  await writeFile(join(dataDir, 'cluster/PG_VERSION'), '14\n')
  await expect(startEmbedded({ dataDir, log: quietLog() })).rejects.toThrow(/Postgres 14 created.*palimpsest backup/s)
})

test.each([
  ['without its version', (cluster: string) => rm(join(cluster, 'PG_VERSION'))],
  ['with an empty version', (cluster: string) => writeFile(join(cluster, 'PG_VERSION'), '')],
  ['without its control file', (cluster: string) => rm(join(cluster, 'global/pg_control'))],
])('[14] a damaged cluster, %s, is kept, and the error names the backup', async (_, damage) => {
  useStopped()
  const cluster = join(dataDir, 'cluster')
  await damage(cluster)
  const before = await readdir(cluster)
  await expect(startEmbedded({ dataDir, log: quietLog() })).rejects.toThrow(/restore your newest backup/)
  expect(await readdir(cluster)).toEqual(before)
})
