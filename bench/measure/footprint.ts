import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchContext } from '../support/bench-context.js'
import { EntryProcess } from '../support/entry-process.js'
import { atMost, type Figure } from '../support/figures.js'
import { REPOSITORY } from '../support/repository.js'
import { textOf } from '../support/text-message.js'

const MB = 1_048_576
const SESSIONS = 2_000

/** Measures the memory of the daemon with 1, 2,000 and 4,000 sessions. Call first: processes rarely return memory. */
export async function measureMemory(bench: BenchContext): Promise<Figure[]> {
  await speak(bench, 200)
  const one = await residentMb(bench.daemon.pid)
  for (let from = 0; from < SESSIONS; from += 8) await Promise.all(Array.from({ length: 8 }, () => speak(bench, 1)))
  const many = await residentMb(bench.daemon.pid)
  for (let from = 0; from < SESSIONS; from += 8) await Promise.all(Array.from({ length: 8 }, () => speak(bench, 1)))
  const twice = await residentMb(bench.daemon.pid)
  return [
    atMost('resident memory of the daemon, 1 session', one, 300, 'MB'),
    atMost('resident memory of the daemon, 2,000 sessions', many, 300, 'MB'),
    atMost('resident memory of the daemon, 4,000 sessions', twice, 300, 'MB'),
  ]
}

async function speak(bench: BenchContext, appends: number): Promise<void> {
  const id = await bench.newSession()
  for (let i = 0; i < appends; i++) {
    await bench.call('POST', `/v1/sessions/${id}/messages`, { messages: [{ role: 'user', content: textOf(1_024, i) }] })
  }
  await bench.call('GET', `/v1/sessions/${id}/context`)
}

/** Reads the resident memory from /proc on Linux, else from ps. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  const kb =
    status === null
      ? execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
      : /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return Math.round((Number(kb) * 1_024) / MB)
}

/** Measures the time from the start of the process until it serves, with a new data folder and with an existing one. */
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
        1.2,
        's',
        `worst ${(Math.max(...later) / 1_000).toFixed(2)} s`,
      ),
    ]
  } finally {
    await daemon.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures the installed size, with and without dev dependencies. */
export function measureInstall(): Figure[] {
  // npm reports problems of the tree in its exit code. Only the paths matter here.
  const folders = (args: string[]) =>
    spawnSync('npm', ['ls', '--all', '--parseable', ...args], { cwd: REPOSITORY, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((path) => path.includes('node_modules') && existsSync(path))
  return [
    atMost('installed size without dev tools', diskMb(folders(['--omit=dev'])), 200, 'MB'),
    atMost('installed size with dev tools', diskMb([join(REPOSITORY, 'node_modules')]), 400, 'MB'),
  ]
}

/** Returns the size of folders with their contents. `du` counts files in two of them once. */
function diskMb(folders: string[]): number {
  const total = execFileSync('du', ['-skcD', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)
  return Math.round(Number(total?.split('\t')[0]) / 1_024)
}
