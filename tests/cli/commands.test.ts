/** `--json` on every command that prints, completion, and what doctor says about clients. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo } from '../../src/cli/connection.js'
import { showResult } from '../../src/cli/demo/show-result.js'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { chatter } from '../support/chatter.js'
import { runCommand } from '../support/command.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { ENTRIES } from '../support/spawned.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
let session: TestSession
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-commands-'))
  session = await daemon.openSession()
  await session.append(chatter(3))
  env = { HOME: folder, DATA_DIR: folder, PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: ADMIN_KEY }
})
afterAll(async () => {
  await daemon.stop()
  await rm(folder, { recursive: true, force: true })
})

test('[10.4] every command that prints has --json, with the names of the API', async () => {
  const file = join(folder, 'talk.json')
  await writeFile(file, JSON.stringify({ messages: chatter(3) }))
  const { id } = session
  const commands: [string[], object][] = [
    [['sessions'], { sessions: [{ id, contextStatus: { limit: 13_600 } }], nextAfter: null }],
    [['show', id], { session: { id, messageCount: 6 }, checkpoints: [] }],
    [['status', id], { sessionId: id }],
    [['log', id, '--last', '5'], { lines: [{ type: 'session-created' }] }],
    [['search', 'ERR_ROOM_0', '--session', id], { hits: expect.any(Array), nextAfter: null }],
    [['search', 'ERR_ROOM_0', 'callback', '--session', id], { hits: expect.any(Array), nextAfter: null }],
    [['snapshot', id, '--name', 'before'], { name: 'before', seq: 6 }],
    [['snapshots', id], { snapshots: [{ name: 'before', seq: 6, messageCount: 6 }] }],
    [['fork', id, '--at', '4'], { id: expect.any(String), messageCount: 4 }],
    [['apps'], { apps: [{ id: 'default' }] }],
    [['apps', 'create', 'json app'], { name: 'json app' }],
    [['keys', 'create', '--app', 'json app'], { key: expect.any(String), role: 'app' }],
    [['keys', 'list', '--app', 'json app'], { keys: [{ role: 'app' }] }],
    [['compact', file], { conversations: [{ fits: true, limit: 13_600 }] }],
    [['replay', file], { replayed: [{ messages: 6 }] }],
    [['import', file, '--model', 'm'], { imported: 6, format: 'openai' }],
    [['doctor', '--only', 'node'], { findings: [{ state: 'ok', advice: null }] }],
  ]
  for (const [args, expected] of commands) {
    const { code, stdout, stderr } = await runCommand([...args, '--json'], env)
    expect([args, code, stderr]).toEqual([args, 0, ''])
    expect(JSON.parse(stdout), args.join(' ')).toMatchObject(expected)
  }
})

test('[13] a command without a key, or with a wrong one, says where a key comes from', async () => {
  const empty = { ...env, DATA_DIR: join(folder, 'empty') }
  for (const PALIMPSEST_KEY of ['', 'pal_of_another_daemon']) {
    const { code, stderr } = await runCommand(['sessions'], { ...empty, PALIMPSEST_KEY })
    expect(code).toBe(1)
    expect(stderr).toContain('401')
    expect(stderr).toContain('Set PALIMPSEST_KEY to a key of this daemon, or DATA_DIR to its data folder')
  }
})

test('[13] a file that cannot be written is named in one line, not in a stack', async () => {
  const out = join(folder, 'absent', 'file')
  const talk = join(folder, 'short.json')
  await writeFile(talk, JSON.stringify({ messages: chatter(1) }))
  const commands = [
    ['export', session.id, '--out', out],
    ['backup', out],
    ['compact', talk, '--out', out],
  ]
  for (const args of commands) {
    const { code, stderr } = await runCommand(args, env)
    expect([args[0], code, stderr]).toEqual([
      args[0],
      1,
      expect.stringMatching(/^Cannot write .*file \(ENOENT\): .*\n$/),
    ])
  }
})

test('[13] a replay counts every message that its oldest checkpoint replaces, not the first page of them', async () => {
  const long = await daemon.openSession({ contextSize: '128K', policy: { tail: { tokens: 2_048, messages: 5 } } })
  await long.append(chatter(150))
  expect(await long.compress({ strategy: 'extractive' })).toMatchObject({ status: 'completed' })
  const { checkpoints } = await long.call('listCheckpoints', {})
  const replaced = (checkpoints[0]?.covered ?? []).reduce((sum, { from, to }) => sum + to - from + 1, 0)
  expect(replaced).toBeGreaterThan(100)
  const printed: string[] = []
  const status = { ...(await long.context()).contextStatus, display: '' }
  const sizes = { messages: 300, contexts: 1, largestContext: 90_210, freeTokens: 107_800 }
  const facts = { sessionId: long.id, title: 'a log', ...sizes, status }
  const output = { columns: 80, write: (text: string) => printed.push(...text.split('\n')) }
  await showResult(connectTo(daemon.url, ADMIN_KEY), facts, output)
  expect(printed.filter((line) => line.length >= 80)).toEqual([])
  expect(printed).toContain(`  ${checkpoints[0]?.id} replaces ${replaced} messages; all are still readable`)
  expect(printed).toContain('  largest context sent: 90,210 of 107,800 tokens')
  expect(printed.join('\n')).toMatch(/level 3, aged 0 times: \d+,\d{3} → /)
})

/** Returns what bash would offer at the end of a line. */
async function offered(script: string, ...words: string[]): Promise<string[]> {
  const run = `source /dev/stdin <<'SCRIPT'\n${script}\nSCRIPT
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _palimpsest; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', run, 'bash', 'palimpsest', ...words])
  return stdout.split('\n').filter((word) => word !== '')
}

test('[10.4] completion offers the commands, options and values of the command itself', async () => {
  const scripts = Object.fromEntries(
    await Promise.all(
      ['bash', 'zsh', 'fish'].map(
        async (shell) => [shell, (await runCommand(['completion', shell], {})).stdout] as const,
      ),
    ),
  )
  const bash = scripts.bash!
  expect(await offered(bash, 'ke')).toEqual(['keys'])
  expect(await offered(bash, 'keys', '')).toEqual(expect.arrayContaining(['create', 'list', 'delete']))
  expect(await offered(bash, 'keys', 'create', '--r')).toEqual(['--role'])
  expect(await offered(bash, 'export', 'ses_x', '--format', '')).toEqual(['json', 'jsonl', 'markdown'])
  expect(await offered(bash, 'watch', '--j')).toEqual(['--json'])
  expect(await offered(bash, 'import', join(folder, 'ta'))).toEqual([join(folder, 'talk.json')])
  // No command is missing anywhere.
  const { stdout: help } = await runCommand(['--help'], {})
  // A terminal of 80 columns breaks no line of it.
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
  const names = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!).filter((name) => name !== 'help')
  expect(names.length).toBeGreaterThan(15)
  for (const name of names)
    for (const [shell, script] of Object.entries(scripts))
      expect([shell, name, script.includes(name)]).toEqual([shell, name, true])
  const unknown = await runCommand(['completion', 'tcsh'], {})
  expect([unknown.code, unknown.stdout]).toEqual([1, ''])
})

test('[14] doctor says which window Claude Code needs, and whether a local model has it', async () => {
  const bin = join(folder, 'claude')
  await writeFile(bin, '#!/bin/sh\n')
  await chmod(bin, 0o755)
  const [small, large] = await Promise.all(
    [8_192, 65_536].map((contextLength) => scriptedOllama({ model: 'qwen2.5:7b', contextLength })),
  )
  const doctor = async (more: Record<string, string>) => {
    const args = [ENTRIES.cli, 'doctor', '--only', 'clients']
    return (await promisify(execFile)(process.execPath, args, { env: { ...env, ...more } })).stdout
  }
  expect(await doctor({ PATH: '/nonexistent' })).toMatch(
    /^ok +no coding agent in PATH; Claude Code .* smallest window is 24K/,
  )
  const short = await doctor({ PATH: folder, OLLAMA_HOST: small!.url })
  expect(short).toMatch(
    /^degraded +claude in PATH; Claude Code sends 11,000 to 25,000 tokens .*\(qwen2\.5:7b 8,192\)\n +→ Use/,
  )
  expect(await doctor({ PATH: folder, OLLAMA_HOST: large!.url })).toMatch(
    /^ok +claude in PATH; Claude Code sends 11,000/,
  )
  await Promise.all([small!.close(), large!.close()])
})
