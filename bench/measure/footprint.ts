import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchContext } from '../support/bench-room.js'
import { EntryProcess } from '../support/entry-process.js'
import { atMost, type Figure } from '../support/figures.js'
import { REPOSITORY } from '../support/repository.js'
import { textOf } from '../support/text-message.js'

const MB = 1_048_576
const SESSIONS = 2_000

/** Memory of the daemon's process with one session and with two thousand. Call it first: memory once taken is seldom given back. */
export async function measureMemory(room: BenchContext): Promise<Figure[]> {
  await speak(room, 200)
  const one = await residentMb(room.daemon.pid)
  for (let from = 0; from < SESSIONS; from += 8) await Promise.all(Array.from({ length: 8 }, () => speak(room, 1)))
  const many = await residentMb(room.daemon.pid)
  for (let from = 0; from < SESSIONS; from += 8) await Promise.all(Array.from({ length: 8 }, () => speak(room, 1)))
  const twice = await residentMb(room.daemon.pid)
  return [
    atMost('resident memory of the daemon, 1 session', one, 300, 'MB'),
    atMost('resident memory of the daemon, 2,000 sessions', many, 300, 'MB'),
    atMost('resident memory of the daemon, 4,000 sessions', twice, 300, 'MB'),
  ]
}

async function speak(room: BenchContext, appends: number): Promise<void> {
  const id = await room.newSession()
  for (let i = 0; i < appends; i++) {
    await room.call('POST', `/v1/sessions/${id}/messages`, { messages: [{ role: 'user', content: textOf(1_024, i) }] })
  }
  await room.call('GET', `/v1/sessions/${id}/context`)
}

/** Linux tells it in /proc; elsewhere ps does. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  const kb =
    status === null
      ? execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
      : /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return Math.round((Number(kb) * 1_024) / MB)
}

/** From the start of the process to the first line that says it serves, on a new folder and on one that exists. */
export async function measureStart(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
  const daemon = new EntryProcess('daemon', { DATA_DIR: folder, PORT: '0', OLLAMA_HOST: 'http://127.0.0.1:9' })
  try {
    await daemon.start()
    const first = daemon.startMs
    const later: number[] = []
    for (let i = 0; i < 3; i++) {
      await daemon.end('SIGTERM')
      await daemon.start()
      later.push(daemon.startMs)
    }
    const fastest = Math.min(...later)
    return [
      atMost('ready after the first start, new database', first / 1_000, 4, 's'),
      atMost(
        'ready after a later start, best of 3',
        fastest / 1_000,
        1.5,
        's',
        `worst ${(Math.max(...later) / 1_000).toFixed(2)} s`,
      ),
    ]
  } finally {
    await daemon.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

/** What npm put on the disk, with and without the tools of developers. */
export function measureInstall(): Figure[] {
  // npm also says with its exit code what it thinks of the tree; only the paths are asked for.
  const folders = (args: string[]) =>
    spawnSync('npm', ['ls', '--all', '--parseable', ...args], { cwd: REPOSITORY, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((path) => path.includes('node_modules') && existsSync(path))
  return [
    atMost('installed size without dev tools', diskMb(folders(['--omit=dev'])), 200, 'MB'),
    atMost('installed size with dev tools', diskMb([join(REPOSITORY, 'node_modules')]), 400, 'MB'),
  ]
}

/** Of folders and all that is in them; `du` counts what lies in two of them once. */
function diskMb(folders: string[]): number {
  const total = execFileSync('du', ['-skcD', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)
  return Math.round(Number(total?.split('\t')[0]) / 1_024)
}
