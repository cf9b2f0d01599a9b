import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { scriptedAgent, type ScriptedAgent } from './scripted-agent.js'

/** Runs each example as a user would, against a scripted model. */

const ROOT = join(import.meta.dirname, '../..')
const hasPackages = ['ai', 'langchain'].every((name) => existsSync(join(ROOT, 'examples/node_modules', name)))

let daemon: Daemon
let model: ScriptedAgent | null = null
beforeAll(async () => {
  // Examples import the package as it is published.
  execFileSync(process.execPath, ['scripts/build-packages.mjs', '--if-changed'], { cwd: ROOT })
  daemon = await startDaemon({ works: true })
})
afterEach(() => {
  model?.close()
  model = null
})
afterAll(() => daemon.stop())

async function runExample(name: string, args: string[], env: Record<string, string>, lines: string[] = []) {
  const child = spawn(process.execPath, [join(ROOT, 'examples', name), ...args], {
    env: { PATH: process.env.PATH, PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: ADMIN_KEY, MODEL: 'gpt-4o:7b', ...env },
    timeout: 100_000,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, stdout, stderr }
}

async function newestHistory() {
  const { sessions } = await daemon.client.call('listSessions', { query: { limit: 1 } })
  const params = { sessionId: sessions[0]!.id }
  const audit = await daemon.client.call('auditSession', { params })
  const { messages } = await daemon.client.call('readHistory', { params, query: { limit: 1_000 } })
  return { audit, messages }
}

const wordsOf = (chat: { content?: unknown }[]) => JSON.stringify(chat).length

test('[10.4] chat-loop.mjs holds a conversation with Ollama and stores every turn', async () => {
  const ollama = await scriptedOllama({ model: 'gpt-4o:7b' })
  const run = await runExample('chat-loop.mjs', ['thread'], { OLLAMA_HOST: ollama.url }, ['hello', '', 'and now?'])
  await ollama.close()
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/Context: [\d,]+\/6,800/)
  const { messages, audit } = await newestHistory()
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(audit.ok).toBe(true)
  const chats = ollama.requests.filter(({ path }) => path === '/api/chat')
  expect(chats.at(-1)?.body.options).toMatchObject({ num_ctx: 8_000 })
})

test('[10.4] coding-agent.mjs reads files with tools, refuses paths outside, and reads an offload back', async () => {
  const call = (name: string, args: object) => ({ content: '', tool_calls: [{ function: { name, arguments: args } }] })
  model = await scriptedAgent((step, messages) => {
    if (step === 0) return call('list_files', { path: '.' })
    if (step === 1) return call('read_file', { path: '../secret' })
    if (step === 2) return call('read_file', { path: 'package-lock.json' })
    const handle = /off_\w+/.exec(JSON.stringify(messages))?.[0]
    if (step === 3 && handle) return call('read_offload', { id: handle, fromLine: 2, toLine: 2 })
    return { content: `done ${handle}` }
  })
  const run = await runExample('coding-agent.mjs', [ROOT, 'Which', 'license?'], { OLLAMA_HOST: model.url })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/^list_files [^]*done off_\w+\nContext: /)
  const { messages } = await newestHistory()
  expect(messages.at(-2)?.message).toMatchObject({ tool_name: 'read_offload', content: expect.stringContaining('"name": "palimpsest"') as string })
  const texts = JSON.stringify(messages)
  expect(texts).toContain('package.json')
  expect(texts).toMatch(/Error: (The path is outside the folder|ENOENT)/)
})

test('[11] dashboard.mjs shows a bar for each session from the event log', async () => {
  const session = await daemon.openSession()
  await session.append([{ role: 'user', content: 'x '.repeat(3_000) }])
  await session.eventsWith('budget-updated')
  const run = await runExample('dashboard.mjs', ['--once'], {})
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const line = run.stdout.split('\n').find((text) => text.startsWith(session.id))
  expect(line).toMatch(/█+░+ {2}\d+\/13600 \w+ +0 compressions/)
})

test.skipIf(!hasPackages).each(['ai-sdk.mjs', 'langchain.mjs'])(
  '[P3] %s sends a bounded prompt while the conversation grows',
  async (name) => {
    model = await scriptedAgent((call) => ({ content: `answer ${call} ${'word '.repeat(300)}` }))
    const turns = Array.from({ length: 12 }, (_, n) => `question ${n}`)
    const run = await runExample(name, turns, { OLLAMA_HOST: model.url, CONTEXT_SIZE: '2K' })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout.match(/answer \d+/g)).toHaveLength(12)
    expect(model.chats).toHaveLength(12)
    expect(model.chats[1]).toHaveLength(4)
    for (const chat of model.chats) {
      expect(wordsOf(chat)).toBeLessThan(1_700 * 5)
      expect(JSON.stringify(chat[0])).toContain('Be terse.')
      expect(JSON.stringify(chat.at(-1))).toContain('question')
    }
    const { messages, audit } = await newestHistory()
    // The last answer is stored with the next question.
    expect(messages).toHaveLength(23)
    expect(audit.ok).toBe(true)
  },
  120_000,
)

test.each(['ai-sdk.mjs', 'chat-loop.mjs', 'coding-agent.mjs', 'dashboard.mjs', 'langchain.mjs', 'mastra.mjs'])(
  '[10.4] %s without its packages ends with one sentence that says what to run',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-examples-'))
    await cp(join(ROOT, 'examples'), folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
    const child = spawn(process.execPath, [join(folder, name), '.', 'hello'], { timeout: 100_000 })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const [code] = (await once(child, 'exit')) as [number | null]
    await rm(folder, { recursive: true, force: true })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^This example needs the package \S+\. Run: npm [^\n]+\n$/)
  },
)

test('[10.4] an example without a daemon or a key ends with one sentence', async () => {
  const env = { PALIMPSEST_URL: 'http://127.0.0.1:1', DATA_DIR: tmpdir(), OLLAMA_HOST: 'http://127.0.0.1:1' }
  expect(await runExample('coding-agent.mjs', ['.', 'hello'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No daemon answers at http:\/\/127\.0\.0\.1:1[^\n]*\n$/) as string,
  })
  const chat = await runExample('chat-loop.mjs', [], { OLLAMA_HOST: env.OLLAMA_HOST }, ['hello'])
  expect(chat.code).toBe(1)
  expect(chat.stderr).toMatch(/^No answer from Ollama at [^\n]+ Start it with: ollama serve, or set OLLAMA_HOST\.\n$/)
})
