import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './port.js'
import { until } from './until.js'

/** Runs the Postgres of the operating system (not the embedded one) in a temporary folder on a free port. */

const ROOT = '/usr/lib/postgresql'
const newest = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a))[0] : undefined
const bin = newest === undefined ? '' : join(ROOT, newest, 'bin')
const isRoot = process.getuid?.() === 0

/** Whether this machine has one. Without it, the tests that need it are reported as skipped. */
export const hasInstalledPostgres =
  bin !== '' && existsSync(join(bin, 'initdb')) && (!isRoot || accountOfPostgres() !== null)

export interface InstalledPostgres {
  url: string
  stop(): Promise<void>
}

export async function installedPostgres(): Promise<InstalledPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-pg-'))
  // Postgres refuses to run as root, so use the account from its package.
  const account = isRoot ? accountOfPostgres() : null
  if (account) chownSync(folder, account.uid, account.gid)
  const as = account ?? {}
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'palimpsest', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    {
      ...as,
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
  ]
  const child = spawn(join(bin, 'postgres'), options, { ...as, cwd: folder, stdio: 'ignore' })
  const url = `postgres://palimpsest@127.0.0.1:${port}/postgres`
  await until('Postgres answers', () => answers(url, child))
  return {
    url,
    stop: async () => {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGINT') // fast shutdown
        await exited
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function accountOfPostgres(): { uid: number; gid: number } | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    return userInfo().username === 'postgres' ? null : { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}
