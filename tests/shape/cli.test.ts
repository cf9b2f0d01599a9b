import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { chatter } from '../support/chatter.js'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { ENTRIES, spawnDaemon, type SpawnedDaemon } from '../support/spawned.js'

const Outcome = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })
const Session = z.object({ id: z.string() })

let folder: string
let daemon: SpawnedDaemon
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-cli-'))
  daemon = await spawnDaemon({ DATA_DIR: folder, OLLAMA_HOST: 'http://127.0.0.1:9' })
})
afterAll(async () => {
  await daemon.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command as a person would, with nothing set but what is given. */
async function palimpsest(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const given = { PATH: process.env.PATH ?? '', HOME: folder, PALIMPSEST_URL: daemon.url, DATA_DIR: folder, ...env }
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [ENTRIES.cli, ...args], { env: given })) }
  } catch (error) {
    return Outcome.parse(error)
  }
}

test('[14] sessions and show read a daemon with the admin key of the data folder', async () => {
  const { id } = Session.parse(
    await daemon.client.call('createSession', { body: { model: 'qwen2.5:7b', contextSize: '8K' } }),
  )
  await daemon.client.call('appendMessages', { params: { sessionId: id }, body: { messages: chatter(3) } })
  const list = await palimpsest(['sessions'])
  expect(list).toMatchObject({ code: 0, stderr: '' })
  expect(list.stdout).toMatch(new RegExp(`${id} +qwen2.5:7b +6 `))
  const shown = await palimpsest(['show', id])
  expect(shown.stdout).toMatch(/messages +6, compressed 0 times/)
  expect(shown.stdout).toContain('limit 6800')
  expect((await palimpsest(['status', id])).stdout).toMatch(/^# Session ses_\w+\n\nContext: [^]*## Hand-over\n/)
  expect((await palimpsest(['log', id, '--last', '5'])).stdout).toMatch(
    /^# Log of session ses_\w+\n\n- [-\d: ]+ · Opened for qwen2\.5:7b: limit 6,800 tokens/,
  )
})

test('[14] keys are made, listed without their secrets, and ended; a viewer’s key reads and no more', async () => {
  const made = await palimpsest(['keys', 'create', '--new-app', 'dashboard', '--role', 'viewer'])
  expect(made.code).toBe(0)
  const secret = made.stdout.split('\n')[0] ?? ''
  const id = /key (key_\w+)/.exec(made.stdout)?.[1] ?? ''
  const listed = await palimpsest(['keys', 'list'])
  expect(listed.stdout).toContain(id)
  expect(listed.stdout).not.toContain(secret)
  expect((await palimpsest(['sessions'], { PALIMPSEST_KEY: secret })).code).toBe(0)
  expect(await palimpsest(['keys', 'list'], { PALIMPSEST_KEY: secret })).toMatchObject({ code: 1, stdout: '' })
  expect((await palimpsest(['keys', 'delete', id])).code).toBe(0)
  expect((await palimpsest(['keys', 'delete', id])).code).toBe(1)
})

test('[14] what cannot be done is said in one line, with what to do', async () => {
  const refused = await palimpsest(['sessions'], { PALIMPSEST_URL: 'http://127.0.0.1:9' })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^No daemon answers at http:\/\/127\.0\.0\.1:9 .*palimpsest start\n$/)
  const unknown = await palimpsest(['show', 'ses_00000000000000000000000000'])
  expect(unknown.stderr).toMatch(/404/)
  expect(unknown.stderr.trim().split('\n')).toHaveLength(1)
})

test('[14] doctor names what is missing and how to get it, and distinguishes a running daemon from a stranger on the port', async () => {
  const port = new URL(daemon.url).port
  const here = await palimpsest(['doctor'], { PORT: port, OLLAMA_HOST: '127.0.0.1:9' })
  expect(here.code).toBe(0)
  expect(here.stdout).toMatch(/ok +Node \d/)
  expect(here.stdout).toMatch(/ok +embedded Postgres/)
  expect(here.stdout).toMatch(/ok +127\.0\.0\.1:\d+ is served by a running daemon/)
  expect(here.stdout).toMatch(/degraded +Ollama does not answer[\s\S]*→ Install Ollama/)

  const broken = await palimpsest(['doctor', '--only', 'database,queue'], {
    DATABASE_URL: 'postgres://127.0.0.1:9/x',
    REDIS_URL: 'redis://127.0.0.1:9',
  })
  expect(broken.code).toBe(1)
  expect(broken.stdout).toMatch(/MISSING +Postgres does not answer/)
  expect(broken.stdout).toMatch(/MISSING +Redis does not answer/)
})

test('[14] [Q3] doctor says when the model that is to embed is not there', async () => {
  const ollama = await scriptedOllama({ model: 'qwen2.5:7b', others: ['nomic-embed-text:latest'] })
  try {
    const asked = (env: Record<string, string>) =>
      palimpsest(['doctor', '--only', 'model'], { OLLAMA_HOST: ollama.url, ...env })
    expect((await asked({ EMBED_MODEL: 'nomic-embed-text' })).stdout).toMatch(
      /ok +Ollama at .* with qwen2\.5:7b, nomic-embed-text:latest/,
    )
    const without = await asked({ EMBED_MODEL: 'bge-m3' })
    expect(without.code).toBe(0)
    expect(without.stdout).toMatch(
      /degraded +Ollama at .* does not have EMBED_MODEL bge-m3[^]*→ Run: ollama pull bge-m3\. Until then, drift detection uses word overlap/,
    )
  } finally {
    await ollama.close()
  }
})
