/** The first program of a TypeScript developer: the archive of the client in an empty folder, and the loop of its README, compiled with
 * `strict` and run against a daemon. Nothing comes from the registry: the dependencies are those of this repository. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'packages/client')
const INSTALLED = [
  'openapi-fetch',
  'openapi-typescript-helpers',
  'ollama',
  'whatwg-fetch',
  '@types/node',
  'undici-types',
]
const MAX_LINES = 15
const Packed = z.array(z.object({ filename: z.string() })).length(1)

let daemon: Daemon
let folder: string
beforeAll(async () => {
  ;[daemon, folder] = await Promise.all([startDaemon(), mkdtemp(join(tmpdir(), 'palimpsest-first-'))])
})
afterAll(async () => {
  await daemon.stop()
  await rm(folder, { recursive: true, force: true })
})

async function installClient(): Promise<void> {
  await run(process.execPath, [join(ROOT, 'scripts/build-packages.mjs'), '--if-changed'])
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: CLIENT })
  const [archive] = Packed.parse(JSON.parse(packed.stdout))
  const target = join(folder, 'node_modules/@palimpsest/client')
  await mkdir(target, { recursive: true })
  await run('tar', ['-xzf', join(folder, archive!.filename), '-C', target, '--strip-components=1'])
  for (const name of INSTALLED)
    await cp(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
}

test('[10.4] the first program of the README has at most 15 lines and no cast, compiles from the archive, and chats', async () => {
  const program = /```ts\n([^]*?)```/.exec(await readFile(join(CLIENT, 'README.md'), 'utf8'))![1]!
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES)
  expect(program).not.toMatch(/\bas\s+(?!const\b)\w|\bany\b|@ts-|<\w+>\(/)
  await installClient()
  await writeFile(join(folder, 'chat.ts'), program)
  const flags = '--strict --skipLibCheck --module nodenext --target es2023 --types node'.split(' ')
  await run(process.execPath, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), ...flags, 'chat.ts'], {
    cwd: folder,
  })

  const ollama = await scriptedOllama({ model: 'qwen2.5:7b' })
  const env = { PATH: process.env.PATH, PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: ADMIN_KEY, OLLAMA_HOST: ollama.url }
  const child = spawn(process.execPath, ['chat.js'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stdin.end('Which file holds the port?\nAnd who reads it?\n')
  const [code] = (await once(child, 'close')) as [number]
  await ollama.close()

  expect(code).toBe(0)
  expect(printed.trim().split('\n').length).toBeGreaterThanOrEqual(2)
  const chats = ollama.requests.filter(({ path }) => path === '/api/chat')
  expect(chats.at(-1)?.body).toMatchObject({ model: 'qwen2.5:7b', options: { num_ctx: 8_000 } })
  const { sessions } = await daemon.client.call('listSessions', { query: { externalId: 'thread-1' } })
  const { messages } = await daemon.client.call('readHistory', { params: { sessionId: sessions[0]!.id } })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
}, 240_000)
