import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readLog } from '../../src/importers/index.js'
import { chatter } from '../support/chatter.js'
import { migratedDatabase } from '../support/database.js'
import { freePort } from '../support/port.js'
import { until } from '../support/until.js'
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
  expect(list.stdout).toMatch(new RegExp(`${id} +default +qwen2.5:7b +6 `))
  const shown = await palimpsest(['show', id])
  expect(shown.stdout).toMatch(/messages +6, compressed 0 times/)
  expect(shown.stdout).toContain('limit 6,800')
  expect((await palimpsest(['status', id])).stdout).toMatch(
    /^# Session ses_\w+\n\n[-\dT:.]+Z · level GREEN\n\n?[^]*Context: [^]*## Hand-over\n/,
  )
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

test('[14] apps are created once per name, listed, and named beside their keys and sessions', async () => {
  const created = await palimpsest(['apps', 'create', 'support bot'])
  const appId = /app (app_\w+)/.exec(created.stdout)?.[1] ?? ''
  expect((await palimpsest(['apps'])).stdout).toMatch(new RegExp(`${appId} +support bot +20`))
  for (const again of [
    ['apps', 'create', 'support bot'],
    ['keys', 'create', '--new-app', 'support bot'],
  ]) {
    const refused = await palimpsest(again)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`--app ${appId}`)])
  }
  const key = (await palimpsest(['keys', 'create', '--app', 'support bot'])).stdout.split('\n')[0] ?? ''
  expect((await palimpsest(['keys', 'list', '--app', 'support bot'])).stdout).toContain(`support bot (${appId})`)
  await daemon.client.as(key).call('createSession', { body: { model: 'qwen2.5:7b' } })
  expect((await palimpsest(['sessions'])).stdout).toContain(`support bot (${appId})`)
  // An app's own key cannot list apps; the id of its app is enough.
  const own = await palimpsest(['sessions'], { PALIMPSEST_KEY: key })
  expect([own.code, own.stdout.includes(appId), own.stdout.includes('support bot')]).toEqual([0, true, false])
  const missing = await palimpsest(['keys', 'create', '--app', 'unheard-of'])
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('No app has the id or name unheard-of')])
})

test('[14] compact needs no daemon, and refuses a preset or a window that does not exist', async () => {
  const file = fileURLToPath(new URL('../../examples/airline-tool-calls.json', import.meta.url))
  const alone = { PALIMPSEST_URL: 'http://127.0.0.1:9', DATA_DIR: join(folder, 'none') }
  const out = join(folder, 'compacted.json')
  const done = await palimpsest(['compact', file, '--window', '8000', '--out', out], alone)
  expect([done.code, done.stderr]).toEqual([0, ''])
  expect(done.stdout).toMatch(/61 messages\n[^]*D5 +mask[^]*The result fits the limit of 6,800 tokens\./)
  const { messages } = JSON.parse(await readFile(out, 'utf8')) as { messages: unknown[] }
  const [conversation] = readLog(await readFile(file, 'utf8'), file)
  const body = {
    format: conversation!.format,
    contextSize: '8K',
    messages: conversation!.messages.map(({ value }) => value),
    systemPrompt: conversation!.system ?? null,
  }
  expect(messages).toEqual((await daemon.client.call('compact', { body })).messages)
  for (const [flags, text] of [
    [['--preset', 'tiny'], 'No preset tiny. There are: checkpointed,'],
    [['--window', '16Q'], 'contextSize: expected a label such as "16K"'],
  ] as const) {
    const refused = await palimpsest(['compact', file, ...flags], alone)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(text)])
  }
})

test('[R6] [14] export writes a session to a file or to standard output, and import restores it', async () => {
  const { id: sessionId } = await daemon.client.call('createSession', { body: { model: 'qwen2.5:7b' } })
  const params = { sessionId }
  await daemon.client.call('appendMessages', {
    params,
    body: { messages: [{ role: 'user', content: 'Ünïcode stays.' }] },
  })
  await daemon.client.call('createSnapshot', { params, body: { name: 'kept' } })
  const out = join(folder, 'session.jsonl')
  const written = await palimpsest(['export', sessionId, '--format', 'jsonl', '--out', out])
  expect([written.code, written.stderr]).toEqual([0, `Written to ${out}.\n`])
  const printed = await palimpsest(['export', sessionId, '--format', 'jsonl'])
  expect(printed.stdout.split('\n').slice(1)).toEqual((await readFile(out, 'utf8')).split('\n').slice(1))
  const imported = await palimpsest(['import', out])
  expect([imported.code, imported.stderr]).toEqual([0, ''])
  const [, copy = ''] = /^(ses_\w+): 1 message imported \(palimpsest\)/.exec(imported.stdout) ?? []
  expect(imported.stdout).toContain(`The id ${sessionId} was in use and was replaced.`)
  const { snapshots } = await daemon.client.call('listSnapshots', { params: { sessionId: copy } })
  expect(snapshots).toMatchObject([{ name: 'kept', sessionId: copy }])
  const log = await palimpsest(['import', join(ENTRIES.cli, '../../../../examples/airline-tool-calls.json')])
  expect([log.code, log.stdout]).toEqual([0, expect.stringContaining('61 messages imported')])
  const missing = await palimpsest(['import', join(folder, 'absent.json')])
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining(': there is no such file')])
  const unknown = await palimpsest(['export', 'ses_absent'])
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('No session has the id, external id or title ses_absent'),
  ])
})

test('[14] a command whose reader closes the pipe ends quietly, and a daemon goes on', async () => {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, PALIMPSEST_URL: daemon.url, DATA_DIR: folder }
  const command = spawn(process.execPath, [ENTRIES.cli, 'sessions'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  command.stdout.destroy()
  let complaint = ''
  command.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  const [code] = (await once(command, 'exit')) as [number | null]
  expect([code, complaint]).toEqual([0, ''])
  const [other, database] = await Promise.all([mkdtemp(join(tmpdir(), 'palimpsest-deaf-')), migratedDatabase()])
  const port = await freePort()
  const deaf = spawn(process.execPath, [ENTRIES.cli, 'start', '--port', String(port)], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: other, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  deaf.stdout.destroy()
  try {
    await until('the daemon', async () =>
      (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ? true : null,
    )
  } finally {
    deaf.kill('SIGTERM')
    const [status] = (await once(deaf, 'exit')) as [number | null]
    await Promise.all([database.drop(), rm(other, { recursive: true, force: true })])
    expect(status).toBe(0)
  }
})
