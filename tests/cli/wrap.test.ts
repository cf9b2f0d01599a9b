/** `palimpsest wrap` runs a program with the settings of the doors, and starts and stops the daemon for it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runCommand } from '../support/command.js'
import { testDatabase, type TestDatabase } from '../support/database.js'
import { freePort } from '../support/port.js'
import { ENTRIES, spawnDaemon, type SpawnedDaemon } from '../support/spawned.js'
import { until } from '../support/until.js'

const PROGRAM = join(import.meta.dirname, '../support/wrapped-program.mjs')
const Report = z.looseObject({
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  pid: z.number(),
  sessionId: z.string().optional(),
  keys: z.number().optional(),
})

let folder: string
let database: TestDatabase
let daemon: SpawnedDaemon
let env: Record<string, string>
beforeAll(async () => {
  ;[folder, database] = await Promise.all([mkdtemp(join(tmpdir(), 'palimpsest-wrap-')), testDatabase()])
  daemon = await spawnDaemon({ DATA_DIR: folder, DATABASE_URL: database.url, OLLAMA_HOST: 'http://127.0.0.1:9' })
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const name of ['claude', 'my-agent']) {
    await writeFile(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
    await chmod(join(bin, name), 0o755)
  }
  env = {
    HOME: folder,
    DATA_DIR: folder,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    PALIMPSEST_URL: daemon.url,
  }
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const reported = async (file: string) => Report.parse(JSON.parse(await readFile(file, 'utf8')))
const written = (file: string) => until(`${file} is written`, () => reported(file).catch(() => null))
const isAnswering = (url: string) =>
  fetch(`${url}/healthz`).then(
    (reply) => reply.ok,
    () => false,
  )

test('[10.4] wrap runs a program with the environment of the doors, and prints what its sessions saved', async () => {
  const out = join(folder, 'talk.json')
  const run = await runCommand(['wrap', 'claude', '-p', 'hello', '--model', 'x'], { ...env, OUT: out, DO: 'talk' })
  expect([run.code, run.stdout]).toEqual([7, 'the answer\n'])
  const { args, env: given, sessionId, keys } = await reported(out)
  expect(args.slice(2)).toEqual(['-p', 'hello', '--model', 'x'])
  const id = /^--session-id=([0-9a-f-]{36})$/.exec(args[0] ?? '')?.[1]
  expect(given).toMatchObject({
    ANTHROPIC_BASE_URL: expect.stringMatching(`^${daemon.url}/in-scope/project:[\\w.-]+/anthropic$`),
    DISABLE_AUTO_COMPACT: '1',
    ANTHROPIC_CUSTOM_HEADERS: `X-Palimpsest-Key: ${given.PALIMPSEST_KEY}`,
    PALIMPSEST_SESSION: id,
  })
  // The key opens sessions, and nothing of the admin.
  expect([keys, given.PALIMPSEST_KEY === daemon.key]).toEqual([403, false])
  expect(args.join(' ')).not.toContain(given.PALIMPSEST_KEY)
  const savings = await daemon.client.call('readSavings', { params: { sessionId: sessionId! } })
  expect(savings.saved).toBeGreaterThan(0)
  expect(run.stderr).toMatch(/^Palimpsest saved [\d,]+ tokens in \d+ cuts?, with 0 model calls \(\d+ spared\)\.\n/)
  expect(run.stderr).toContain(`${sessionId} (${id}): 24 messages, `)
})

test('[10.4] the key of wrapped programs is created once, and only its owner can read it', async () => {
  const keysBefore = (await daemon.client.call('listKeys', { query: {} })).keys.length
  const keys = new Set<string | undefined>()
  for (const name of ['one', 'two']) {
    const out = join(folder, `${name}.json`)
    const run = await runCommand(['wrap', '--json', '--no-scope', 'my-agent'], { ...env, OUT: out, DO: 'end' })
    expect([run.code, run.stdout, JSON.parse(run.stderr)]).toEqual([0, '', { url: daemon.url, sessions: [] }])
    const { env: given } = await reported(out)
    expect(given).toMatchObject({
      OPENAI_BASE_URL: `${daemon.url}/openai/v1`,
      ANTHROPIC_BASE_URL: `${daemon.url}/anthropic`,
      OLLAMA_HOST: `${daemon.url}/with-key/${given.PALIMPSEST_KEY}/ollama`,
    })
    keys.add(given.OPENAI_API_KEY)
  }
  expect(keys.size).toBe(1)
  expect((await daemon.client.call('listKeys', { query: {} })).keys.length).toBeLessThanOrEqual(keysBefore + 1)
  expect((await stat(join(folder, 'wrap-keys.json'))).mode & 0o777).toBe(0o600)
  const own = await runCommand(['wrap', '--print', '--json', 'my-agent'], { ...env, PALIMPSEST_KEY: [...keys][0]! })
  expect(JSON.parse(own.stdout)).toMatchObject({ env: { PALIMPSEST_KEY: [...keys][0] }, program: 'my-agent', args: [] })
})

test('[10.4] signals reach the program, and its end is the end of wrap', async () => {
  const out = join(folder, 'trap.json')
  const child = spawn(process.execPath, [ENTRIES.cli, 'wrap', 'my-agent'], {
    env: { ...env, OUT: out, DO: 'trap' },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await written(out)
  child.kill('SIGTERM')
  expect(await ended).toEqual([42, null])
  const killed = await runCommand(['wrap', 'my-agent'], { ...env, OUT: join(folder, 'die.json'), DO: 'die' })
  expect(killed.code).toBe(137)
  const missing = await runCommand(['wrap', 'no-such-program'], env)
  expect([missing.code, missing.stderr]).toEqual([127, 'No program no-such-program in PATH.\n'])
  expect(await readdir(join(folder, 'wraps'))).toEqual([])
})

test('[10.4] --print runs nothing and prints what a shell can evaluate', async () => {
  const out = join(folder, 'print.json')
  const run = await runCommand(['wrap', '--print', '--no-scope', '--session', "it's", 'claude'], {
    ...env,
    OUT: out,
    DO: 'end',
  })
  expect([run.code, run.stderr]).toEqual([0, ''])
  const shell = spawn(
    '/bin/sh',
    ['-c', `eval "$0"; printf '%s|%s' "$PALIMPSEST_SESSION" "$ANTHROPIC_BASE_URL"`, run.stdout],
    {
      env: { PATH: env.PATH },
    },
  )
  let printed = ''
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  await once(shell, 'close')
  expect(printed).toBe(`it's|${daemon.url}/anthropic`)
  await expect(stat(out)).rejects.toThrow()
  const absent = { ...env, PALIMPSEST_URL: 'http://127.0.0.1:9' }
  expect((await runCommand(['wrap', '--print', 'claude'], absent)).stderr).toMatch(/^No daemon answers at .*start\n$/)
  const remote = await runCommand(['wrap', 'claude'], { ...env, PALIMPSEST_URL: 'http://palimpsest.invalid:1' })
  expect([remote.code, remote.stderr]).toEqual([1, expect.stringContaining('only a daemon on this machine')])
  const window = await runCommand(['wrap', '--window', 'huge', 'claude'], env)
  expect([window.code, window.stderr]).toEqual([1, '--window: expected a size such as 32K or 32768, received huge.\n'])
})

test('[10.4] wrap starts a daemon if none answers, and the last program stops it', async () => {
  const data = join(folder, 'own')
  const own = await testDatabase()
  const url = `http://127.0.0.1:${await freePort()}`
  // As in a shell that is set up for programs, by any name of this machine.
  const doors = { OLLAMA_HOST: `${url}/ollama`, OPENAI_BASE_URL: `${url.replace('127.0.0.1', 'localhost')}/openai/v1` }
  const alone = { ...env, DATA_DIR: data, DATABASE_URL: own.url, PALIMPSEST_URL: url, ...doors }
  const outs = ['first', 'second'].map((name) => join(folder, `${name}.json`))
  const start = (out: string | undefined) => {
    const child = spawn(process.execPath, [ENTRIES.cli, 'wrap', 'my-agent'], {
      env: { ...alone, OUT: out, DO: 'trap' },
      stdio: 'ignore',
    })
    return { child, ended: once(child, 'exit') }
  }
  const first = start(outs[0])
  await written(outs[0]!)
  const second = start(outs[1])
  await written(outs[1]!)
  expect((await stat(join(data, 'wrap-daemon.log'))).mode & 0o777).toBe(0o600)
  first.child.kill('SIGTERM')
  expect(await first.ended).toEqual([42, null])
  expect(await isAnswering(url)).toBe(true)
  second.child.kill('SIGTERM')
  expect(await second.ended).toEqual([42, null])
  expect(await isAnswering(url)).toBe(false)
  await own.drop()
})

test('[10.4] the exit code is that of the program, also if the daemon has died', async () => {
  const own = await testDatabase()
  const url = `http://127.0.0.1:${await freePort()}`
  const data = join(folder, 'dying')
  const alone = { ...env, DATA_DIR: data, DATABASE_URL: own.url, PALIMPSEST_URL: url, OLLAMA_HOST: `${url}/ollama` }
  for (const [options, said] of [
    [[], /^Palimpsest: No daemon answers at /],
    [['--json'], /^\{"url":"[^"]+","error":"No daemon answers at /],
  ] as const) {
    const run = await runCommand(['wrap', ...options, 'my-agent'], { ...alone, OUT: join(folder, 'k'), DO: 'kill' })
    expect([run.code, run.stderr]).toEqual([5, expect.stringMatching(said)])
  }
  await own.drop()
})
