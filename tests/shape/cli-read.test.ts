import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { chatter } from '../support/chatter.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { ENTRIES, spawnDaemon, type SpawnedDaemon } from '../support/spawned.js'
import { until } from '../support/until.js'

const Outcome = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })
const Session = z.object({ id: z.string() })
const Checkpoints = z.object({
  checkpoints: z.array(z.object({ id: z.string(), currentTokens: z.number(), originalTokens: z.number() })),
})
const PASSWORD = 's3cret-passw0rd'

let folder: string
let database: TestDatabase
let ollama: ScriptedOllama
let daemon: SpawnedDaemon
let sessionId: string
let checkpoint: z.infer<typeof Checkpoints>['checkpoints'][number]
beforeAll(async () => {
  ;[folder, database, ollama] = await Promise.all([
    mkdtemp(join(tmpdir(), 'palimpsest-cli-')),
    migratedDatabase(),
    scriptedOllama(),
  ])
  daemon = await spawnDaemon({ DATA_DIR: folder, DATABASE_URL: database.url, OLLAMA_HOST: ollama.url })
  sessionId = Session.parse(
    await daemon.client.call('createSession', { body: { model: 'qwen2.5:7b', contextSize: '4K' } }),
  ).id
  await daemon.client.call('appendMessages', { params: { sessionId }, body: { messages: chatter(22) } })
  checkpoint = await until('a checkpoint', async () => {
    return Checkpoints.parse(await daemon.client.call('listCheckpoints', { params: { sessionId } })).checkpoints[0]
  })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function palimpsest(args: string[], env: Record<string, string> = {}): Promise<z.infer<typeof Outcome>> {
  const given = { PATH: process.env.PATH ?? '', HOME: folder, PALIMPSEST_URL: daemon.url, DATA_DIR: folder, ...env }
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [ENTRIES.cli, ...args], { env: given })) }
  } catch (error) {
    return Outcome.parse(error)
  }
}

test('[14] show lists the checkpoints of a compressed session with their tokens', async () => {
  const shown = await palimpsest(['show', sessionId])
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/messages +44, compressed [1-9]\d* times?/)
  expect(shown.stdout).toMatch(
    new RegExp(`${checkpoint.id} +3 +\\d+–\\d+ +${checkpoint.originalTokens} → ${checkpoint.currentTokens}`),
  )
})

test('[14] every other command that reads works on a compressed session', async () => {
  const file = join(folder, 'talk.json')
  await writeFile(file, JSON.stringify({ messages: chatter(3) }))
  const commands: [string[], RegExp][] = [
    [['sessions'], new RegExp(`${sessionId} +default +qwen2.5:7b +44 `)],
    [['status', sessionId], /^# Session ses_\w+\n[^]*## Hand-over\n/],
    [['log', sessionId], /^# Log of session ses_\w+\n[^]*Compress/i],
    [
      ['search', 'ERR_ROOM_3', '--session', sessionId],
      new RegExp(`^${sessionId} +message 8 +assistant .*\\n {4}.*ERR_ROOM_3`),
    ],
    [['keys', 'list'], /^KEY +APP +ROLE +CREATED/],
    [['compact', file, '--window', '4K'], /6 messages\n[^]*The result fits the limit of 3,400 tokens\./],
    [['doctor', '--only', 'node,data,database,queue,model'], /ok +Ollama at .* with qwen2\.5:7b/],
  ]
  for (const [args, expected] of commands) {
    const outcome = await palimpsest(args, { DATABASE_URL: database.url, OLLAMA_HOST: ollama.url })
    expect([args, outcome.code, outcome.stderr]).toEqual([args, 0, ''])
    expect(outcome.stdout).toMatch(expected)
  }
})

test('[14] [R1] [R2] [R3] snapshots are made, listed, restored and forked from the command line', async () => {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await palimpsest(args)
    expect([args, code, stderr]).toEqual([args, 0, ''])
    return stdout.trimEnd()
  }
  const id = await run('snapshot', sessionId, '--name', 'before the change')
  expect(id).toMatch(/^snp_\w+$/)
  expect(await run('snapshots', sessionId)).toMatch(new RegExp(`${id} +named +manual +44 .*before the change$`, 'm'))
  expect(await run('restore-snapshot', sessionId, id)).toMatch(
    /^Restored the state at message 44\. To undo: palimpsest restore-snapshot /,
  )
  const fork = await run('fork', sessionId, '--at', '10')
  expect(await run('show', fork)).toMatch(/messages +10, /)
  const refused = await palimpsest(['fork', sessionId, '--at', 'ten'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('--at must be a message number')
})

test('[13] [14] no command prints the password of an address', async () => {
  const addresses = {
    DATABASE_URL: `postgres://me:${PASSWORD}@127.0.0.1:9/${PASSWORD}`,
    REDIS_URL: `redis://me:${PASSWORD}@127.0.0.1:9`,
    OLLAMA_HOST: `http://me:${PASSWORD}@127.0.0.1:9`,
  }
  const doctor = await palimpsest(['doctor', '--only', 'database,queue,model'], addresses)
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toContain('Ollama does not answer at http://127.0.0.1:9 ')
  const refused = await palimpsest(['sessions'], { PALIMPSEST_URL: `http://me:${PASSWORD}@127.0.0.1:9` })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('PALIMPSEST_KEY')
  const unusable = await palimpsest(['doctor'], { OLLAMA_HOST: `ftp://me:${PASSWORD}@127.0.0.1:9` })
  expect(unusable.code).toBe(1)
  for (const { stdout, stderr } of [doctor, refused, unusable]) expect(stdout + stderr).not.toContain(PASSWORD)
})

test('[14] a model server behind a user name and password is used with them', async () => {
  const expected = `Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`
  const guard = createServer((asked, response) => {
    if (asked.headers.authorization !== expected) return void response.writeHead(401).end()
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ models: [{ name: 'guarded:1b' }] }))
  })
  await new Promise<void>((resolve) => guard.listen(0, '127.0.0.1', resolve))
  const address = guard.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  try {
    const outcome = await palimpsest(['doctor', '--only', 'model'], {
      OLLAMA_HOST: `http://me:${PASSWORD}@127.0.0.1:${port}`,
    })
    expect(outcome).toMatchObject({ code: 0, stdout: `ok        Ollama at http://127.0.0.1:${port} with guarded:1b\n` })
  } finally {
    await new Promise((resolve) => guard.close(resolve))
  }
})
