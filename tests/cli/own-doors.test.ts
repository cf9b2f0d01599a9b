/** Commands in a shell that is set up for programs: its variables lead to the doors of the daemon. */
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutOwnDoors } from '../../src/cli/doctor/own-doors.js'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { runCommand } from '../support/command.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { freePort } from '../support/port.js'

let daemon: Daemon
let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await migratedDatabase()
  daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-doors-'))
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const shell = (more: Record<string, string>) => ({ HOME: folder, PORT: new URL(daemon.url).port, ...more })

test('[14] doctor recognizes the doors of the daemon, says so, and checks where they lead without them', async () => {
  const local = daemon.url.replace('127.0.0.1', 'localhost')
  const env = shell({ OPENAI_BASE_URL: `${daemon.url}/openai/v1`, ANTHROPIC_BASE_URL: `${local}/anthropic` })
  const ollama = await scriptedOllama({ model: 'qwen2.5:7b' })
  try {
    const both = await runCommand(['doctor', '--only', 'model,doors,port'], { ...env, OLLAMA_HOST: ollama.url })
    expect([both.code, both.stderr]).toEqual([0, ''])
    expect(both.stdout.split('\n')).toEqual([
      expect.stringMatching(/^ok +Ollama at .* with qwen2\.5:7b$/),
      'degraded  OPENAI_BASE_URL, ANTHROPIC_BASE_URL are addresses of doors of this daemon: right for programs, but the daemon does not start with them',
      `          → Unset them in the shell that starts the daemon. Checked without them: the OpenAI door leads to Ollama at ${ollama.url}, the Anthropic door leads to Ollama at ${ollama.url}`,
      expect.stringMatching(/^ok +127\.0\.0\.1:\d+ is served by a running daemon$/),
      '',
    ])
  } finally {
    await ollama.close()
  }
  // The server of summaries is not asked through a door either: it is the one the daemon would ask.
  const byOllama = await runCommand(['doctor', '--only', 'doors'], shell({ OLLAMA_HOST: `${daemon.url}/ollama` }))
  expect(byOllama.stdout).toContain('OLLAMA_HOST is the address of a door of this daemon')
  expect(byOllama.stdout).toContain('leads to Ollama at http://127.0.0.1:11434')
  const remote = { PALIMPSEST_URL: 'https://p.example', OPENAI_BASE_URL: 'https://p.example/openai/v1' }
  expect(withoutOwnDoors(remote)).toEqual({ env: { PALIMPSEST_URL: 'https://p.example' }, doors: ['OPENAI_BASE_URL'] })
})

test('[14] doctor asks the upstreams of the doors whether they answer', async () => {
  const server = createServer((_, response) => response.writeHead(401).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const upstream = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OLLAMA_HOST: '127.0.0.1:9' }
  const doctor = (more: Record<string, string>) =>
    runCommand(['doctor', '--only', 'doors'], shell({ ...upstream, ...more }))
  try {
    expect(await doctor({})).toMatchObject({
      code: 0,
      stdout: `ok        the OpenAI door leads to http://127.0.0.1:${port}/v1, the Anthropic door leads to Ollama at http://127.0.0.1:9\n`,
    })
    const dead = await doctor({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' })
    expect(dead.code).toBe(0)
    expect(dead.stdout).toMatch(
      /^degraded +.*Anthropic door leads to http:\/\/127\.0\.0\.1:9, which does not answer \(.+\)\n +→ Correct/,
    )
  } finally {
    server.close()
  }
})

test('[14] commands that need no upstream do their work in such a shell; only a daemon refuses to start', async () => {
  const env = shell({ OPENAI_BASE_URL: `${daemon.url}/openai/v1`, DATABASE_URL: database.url })
  const file = join(folder, 'backup')
  const written = await runCommand(['backup', file], env)
  expect([written.code, written.stderr]).toEqual([0, expect.stringContaining('Written to')])
  const port = String(await freePort())
  const started = await runCommand(['start'], {
    ...env,
    PORT: port,
    OPENAI_BASE_URL: `http://localhost:${port}/openai/v1`,
  })
  expect([started.code, started.stderr]).toEqual([1, expect.stringContaining('unset it where the daemon starts')])
})
