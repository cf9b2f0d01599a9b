/** Sessions of wrapped programs share a scope by project: what a person states in one holds in the next one. */
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { personAt } from '../../src/cli/wrap/person.js'
import { projectScope, scopeFor } from '../../src/cli/wrap/project-scope.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { runCommand } from '../support/command.js'
import { testDatabase, type TestDatabase } from '../support/database.js'
import { spawnDaemon, type SpawnedDaemon } from '../support/spawned.js'

const PROGRAM = join(import.meta.dirname, '../support/wrapped-program.mjs')
const RULE = 'Never mention the project Falcon-7316 to customers.'
const Report = z.looseObject({ sessionId: z.string() })

let folder: string
let database: TestDatabase
let server: ScriptedOllama
let daemon: SpawnedDaemon
let env: Record<string, string>
beforeAll(async () => {
  ;[folder, database, server] = await Promise.all([
    mkdtemp(join(tmpdir(), 'palimpsest-scope-')),
    testDatabase(),
    scriptedOllama({ script: () => ({ text: 'Fine.' }), contextLength: 32_768 }),
  ])
  daemon = await spawnDaemon({ DATA_DIR: folder, DATABASE_URL: database.url, OLLAMA_HOST: server.url })
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/my-agent'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  await chmod(join(folder, 'bin/my-agent'), 0o755)
  await Promise.all(
    ['shop/.git', 'shop/src', 'other/shop'].map((name) => mkdir(join(folder, name), { recursive: true })),
  )
  await symlink(join(folder, 'shop'), join(folder, 'link'))
  env = {
    HOME: folder,
    DATA_DIR: folder,
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    PALIMPSEST_URL: daemon.url,
    DO: 'say',
  }
})
afterAll(async () => {
  await daemon.stop()
  await server.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Says words in a new wrapped conversation. Returns what the model was sent, and the scope of the session. */
async function say(words: string, place: string, options: string[] = []) {
  const out = join(folder, 'out.json')
  const run = await runCommand(['wrap', ...options, 'my-agent', words], { ...env, OUT: out }, join(folder, place))
  expect([run.code, run.stdout]).toEqual([0, ''])
  const { sessionId } = Report.parse(JSON.parse(await readFile(out, 'utf8')))
  const { memoryScope } = await daemon.client.call('getSession', { params: { sessionId } })
  return { sent: JSON.stringify(server.chats.at(-1)!.body), memoryScope }
}

test('[M9] what is stated in a wrapped session holds in the next one of the project, and nowhere else', async () => {
  const { memoryScope } = await say(RULE, 'shop')
  expect(memoryScope).toMatch(/^project:shop-[0-9a-f]{12}$/)
  const words = 'Good morning. What should I write today?'
  expect((await say(words, 'shop/src')).sent).toContain('Falcon-7316')
  expect((await say(words, 'link')).sent).toContain('Falcon-7316')
  expect((await say(words, 'other', ['--scope', memoryScope!])).sent).toContain('Falcon-7316')
  const [namesake, without] = [await say(words, 'other/shop'), await say(words, 'shop', ['--no-scope'])]
  expect(namesake.sent).not.toContain('Falcon-7316')
  expect(namesake.memoryScope).toMatch(/^project:shop-/)
  expect(without).toEqual({ sent: expect.not.stringContaining('Falcon-7316'), memoryScope: null })
})

test('[M9] [P14] at a daemon that others use, too, the same path of two people is two projects', async () => {
  const [ada, bob] = [join(folder, 'ada'), join(folder, 'bob')]
  const remote = 'https://palimpsest.example'
  const place = join(folder, 'shop')
  const scopeOf = async (url: string, home: string) => scopeFor(undefined, place, await personAt(url, home))
  const first = await scopeOf(remote, ada)
  expect(first).toMatch(/^project:shop-/)
  expect(await scopeOf(remote, ada)).toBe(first)
  expect(await scopeOf(remote, bob)).not.toBe(first)
  expect(await scopeOf('http://127.0.0.1:7420', ada)).toBe(await scopeOf('http://localhost:7420', bob))
})

test('[M9] a scope that no request can carry is refused before anything starts', async () => {
  await expect(scopeFor('ünï', folder, null)).rejects.toThrow('--scope: expected 1 to 200 visible ASCII characters')
  await expect(scopeFor(' ', folder, null)).rejects.toThrow('--scope')
  expect(await scopeFor(false, folder, null)).toBeNull()
  await mkdir(join(folder, 'größe & maß'))
  expect(await projectScope(join(folder, 'größe & maß'), null)).toMatch(/^project:[\w.-]+$/)
  const bad = await fetch(`${daemon.url}/in-scope/%E0%A4%A/openai/v1/chat/completions`, { method: 'POST', body: '{}' })
  expect(bad.status).toBe(400)
})
