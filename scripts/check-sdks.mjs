// Uses the packages for the OpenAI Agents SDK and the Claude Agent SDK with the real SDKs: checks the types, then runs an
// agent with a scripted model against a daemon.
// Usage: node scripts/check-sdks.mjs. It installs the SDKs into a temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SDKS = [
  '@openai/agents-core@0.20.0',
  '@anthropic-ai/claude-agent-sdk@0.3.330',
  'zod@4',
  '@modelcontextprotocol/client@2',
]
const START_MS = 60_000

const AGENT = `
import assert from 'node:assert/strict'
import { Agent, Runner, Usage, setTracingDisabled, tool } from '@openai/agents-core'
import { createClient, take } from '@palimpsest/client'
import { PalimpsestSession } from '@palimpsest/openai-agents'
import { z } from 'zod'

setTracingDisabled(true)
const [baseUrl, apiKey] = process.argv.slice(2)
const client = createClient({ baseUrl, apiKey })
let calls = 0
let largest = 0
const model = {
  async getResponse({ input }) {
    largest = Math.max(largest, JSON.stringify(input).length)
    const callIds = input.filter(({ type }) => type === 'function_call').map(({ callId }) => callId)
    const resultIds = input.filter(({ type }) => type === 'function_call_result').map(({ callId }) => callId)
    assert.deepEqual(callIds, resultIds)
    const n = calls++
    const output = input.at(-1).type === 'function_call_result'
      ? { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'done ' + n }] }
      : { type: 'function_call', callId: 'call_' + n, name: 'read', status: 'completed', arguments: '{"path":"a.ts"}' }
    return { usage: new Usage(), output: [output] }
  },
}
const read = tool({
  name: 'read', description: 'Reads a file.', parameters: z.object({ path: z.string() }),
  execute: () => 'a line of the file\\n'.repeat(100),
})
const agent = new Agent({ name: 'reader', instructions: 'Read.', tools: [read] })
const runner = new Runner({ modelProvider: { getModel: () => model } })
const session = new PalimpsestSession({ client, sessionId: 'check', model: 'gpt-4o', contextSize: '4K' })
for (let turn = 0; turn < 30; turn++) {
  const { finalOutput } = await runner.run(agent, 'task ' + turn, { session })
  assert.match(finalOutput, /^done/)
}
assert.ok(largest < 3_400 * 6, 'an input of ' + largest + ' characters')
for await (const { id, messageCount } of client.sessions({ externalId: 'check' })) {
  assert.equal(messageCount, 120)
  const audit = await take(client.api.GET('/v1/sessions/{sessionId}/audit', { params: { path: { sessionId: id } } }))
  assert.equal(audit.ok, true)
}
console.log('30 runs of the OpenAI Agents SDK: the largest input had ' + largest + ' characters; 120 items are stored.')
`

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-sdks-'))
const run = (program, args) => execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
try {
  run(process.execPath, [join(ROOT, 'scripts/build-packages.mjs')])
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  // Without the programs that the Claude SDK starts, and without the engines that its own dependencies ask for.
  run('npm', ['install', '--no-audit', '--no-fund', '--omit=optional', '--legacy-peer-deps', ...SDKS])
  symlinkSync(join(ROOT, 'node_modules/@palimpsest'), join(folder, 'node_modules/@palimpsest'))
  checkTypes()
  await runAgent()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function checkTypes() {
  writeFileSync(
    join(folder, 'types.ts'),
    `import type { SessionHistoryTransactionAwareSession } from '@openai/agents-core'
    import type { SessionStore } from '@anthropic-ai/claude-agent-sdk'
    import { createClient } from '@palimpsest/client'
    import { PalimpsestSession } from '@palimpsest/openai-agents'
    import { palimpsestSessionStore } from '@palimpsest/claude-agent-sdk'
    const client = createClient({ baseUrl: 'http://127.0.0.1:9' })
    export const session: SessionHistoryTransactionAwareSession =
      new PalimpsestSession({ client, sessionId: 'a', model: 'm' })
    export const store: SessionStore = palimpsestSessionStore({ client })`,
  )
  const flags = '--noEmit --strict --skipLibCheck --module nodenext --target es2023 --preserveSymlinks'.split(' ')
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, 'types.ts'])
  console.log('The packages have the types of the SDKs.')
}

/** Runs 30 turns with a tool, in a window of 4K, and checks that the model gets a bounded input with whole pairs. */
async function runAgent() {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    ADMIN_KEY: 'key-of-the-check-only',
  }
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'ROLE']) delete env[name]
  const daemon = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(daemon, 'exit')
  let output = ''
  daemon.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  try {
    const deadline = Date.now() + START_MS
    let url
    while (!(url = /listening on (http:\S+)/.exec(output)?.[1])) {
      if (daemon.exitCode !== null || Date.now() > deadline) throw new Error(`The daemon did not start: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    writeFileSync(join(folder, 'agent.mjs'), AGENT)
    run(process.execPath, ['agent.mjs', url, env.ADMIN_KEY])
  } finally {
    daemon.kill('SIGTERM')
    await exited
  }
}
