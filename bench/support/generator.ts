import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { percentile } from './figures.js'
import { runLoad } from './load.js'
import { REPOSITORY } from './repository.js'
import { WORDS } from './text-message.js'

/** Appends over HTTP by a program that takes little processor time itself: a client in JavaScript takes as much as the server,
 * slows each server alike, and so makes a slow one look close to a fast one. */

export interface GeneratorJob {
  /** Address of the API or of a handler with the same path. */
  url: string
  key: string
  /** One client appends to each, one message at a time. */
  sessions: readonly string[]
  seconds: number
  bytes: number
}

export interface Generated {
  appends: number
  perSecond: number
  /** Durations of an append in ms. */
  p50: number
  p99: number
}

interface Generator {
  name: string
  run(job: GeneratorJob): Promise<Generated>
}

/** Returns `wrk` if it is installed, else a process of Node, which is named in the figures. */
export function findGenerator(): Generator {
  const found = spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined
  return found ? { name: 'wrk', run: runWrk } : { name: 'a client in Node: install wrk', run: runNode }
}

async function runWrk({ url, key, sessions, seconds, bytes }: GeneratorJob): Promise<Generated> {
  const clients = String(sessions.length)
  const script = join(REPOSITORY, 'bench/support/append.lua')
  const load = ['-t', clients, '-c', clients, '-d', `${seconds}s`, '--timeout', '30s', '-s', script, `${url}/`]
  const { stdout } = await promisify(execFile)('wrk', [...load, '--', key, String(bytes), WORDS, ...sessions], {
    timeout: seconds * 1_000 + 60_000,
  })
  const last: { appends: number; us: number; p50: number; p99: number; errors: number } = JSON.parse(
    stdout.trimEnd().split('\n').at(-1) ?? '',
  )
  if (last.errors > 0 || last.appends === 0) throw new Error(`wrk: ${last.errors} of ${last.appends} appends failed`)
  return { appends: last.appends, perSecond: (last.appends * 1e6) / last.us, p50: last.p50, p99: last.p99 }
}

/** Appends a node client makes in a second, at least: the job has a number of appends, not seconds. */
const NODE_PER_SECOND = 30

async function runNode({ url, key, sessions, seconds, bytes }: GeneratorJob): Promise<Generated> {
  const appends = seconds * NODE_PER_SECOND
  const result = await runLoad({ through: 'http', url, key, sessions: [...sessions], appends, bytes })
  return {
    appends: result.samples.length,
    perSecond: result.perSecond,
    p50: percentile(result.samples, 0.5),
    p99: percentile(result.samples, 0.99),
  }
}
