// Uses the packages for the OpenAI Agents SDK and the Claude Agent SDK, and the example for Mastra, with the real SDKs: checks the
// types, then runs agents with a scripted model against a daemon.
// Usage: node scripts/check-sdks.mjs. It installs the SDKs into a temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AGENT, MASTRA } from './sdk-programs.mjs'

const ROOT = join(import.meta.dirname, '..')
const SDKS = [
  '@openai/agents-core@0.20.0',
  '@anthropic-ai/claude-agent-sdk@0.3.330',
  '@mastra/core@1.71.0',
  'zod@4',
  '@modelcontextprotocol/client@2',
]
const START_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-sdks-'))
const run = (program, args) => execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
try {
  run(process.execPath, [join(ROOT, 'scripts/build-packages.mjs')])
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  // Without the programs that the Claude SDK starts, and without the engines that its own dependencies ask for.
  run('npm', ['install', '--no-audit', '--no-fund', '--omit=optional', '--legacy-peer-deps', ...SDKS])
  symlinkSync(join(ROOT, 'node_modules/@palimpsest'), join(folder, 'node_modules/@palimpsest'))
  checkTypes()
  await runAgents()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function checkTypes() {
  writeFileSync(
    join(folder, 'types.ts'),
    `import type { CallModelInputFilter, SessionHistoryTransactionAwareSession } from '@openai/agents-core'
    import type { SessionStore } from '@anthropic-ai/claude-agent-sdk'
    import { createClient } from '@palimpsest/client'
    import { PalimpsestSession } from '@palimpsest/openai-agents'
    import { palimpsestSessionStore } from '@palimpsest/claude-agent-sdk'
    const client = createClient({ baseUrl: 'http://127.0.0.1:9' })
    const own = new PalimpsestSession({ client, sessionId: 'a', model: 'm' })
    export const session: SessionHistoryTransactionAwareSession = own
    export const callModelInputFilter: CallModelInputFilter = own.inputFilter
    export const store: SessionStore = palimpsestSessionStore({ client })`,
  )
  const flags = '--noEmit --strict --skipLibCheck --module nodenext --target es2023 --preserveSymlinks'.split(' ')
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, 'types.ts'])
  console.log('The packages have the types of the SDKs.')
}

/** Runs turns with a tool, in a window of 4K, and checks that the model gets a bounded input with whole pairs. */
async function runAgents() {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    ADMIN_KEY: 'key-of-the-check-only',
    // A busy machine must not change what is recalled.
    RECALL_MS: '60000',
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
    for (const name of ['mastra.mjs', 'shared'])
      cpSync(join(ROOT, 'examples', name), join(folder, 'examples', name), { recursive: true })
    for (const [name, program] of Object.entries({ 'agent.mjs': AGENT, 'mastra-agent.mjs': MASTRA })) {
      writeFileSync(join(folder, name), program)
      run(process.execPath, [name, url, env.ADMIN_KEY])
    }
  } finally {
    daemon.kill('SIGTERM')
    await exited
  }
}
