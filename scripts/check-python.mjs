// Builds the wheel of the Python client, installs it in an empty environment with the real libraries of its adapters, checks its types,
// and runs the first program of its README and clients/python/checks against a daemon.
// Usage: node scripts/check-python.mjs. It needs Python 3.10 or newer and its registry. PYTHON names another interpreter.
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { ROOT, startOwnDaemon } from './own-daemon.mjs'

const SOURCE = join(ROOT, 'clients/python')
const CHECKS = join(SOURCE, 'checks')
const PYTHON = process.env.PYTHON ?? 'python3'
const EXTRAS = 'langchain,langgraph,llama-index,openai-agents'
const MAX_LINES = 15
const TIMEOUT_MS = 300_000

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-python-'))
const bin = (name) => join(folder, 'venv', process.platform === 'win32' ? 'Scripts' : 'bin', name)
try {
  run(PYTHON, ['-m', 'venv', join(folder, 'venv')])
  run(bin('pip'), ['install', '--quiet', 'build', 'hatchling'])
  run(bin('python'), ['-m', 'build', '--quiet', '--outdir', folder, SOURCE])
  const wheel = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.whl')),
  )
  run(bin('pip'), ['install', '--quiet', wheel])
  await firstSuccess()
  run(bin('pip'), ['install', '--quiet', `${wheel}[${EXTRAS}]`, 'mypy'])
  run(bin('mypy'), ['--strict', '--cache-dir', join(folder, 'mypy'), '-p', 'palimpsest'])
  for (const name of readdirSync(CHECKS).filter((file) => file.endsWith('.py')))
    await withDaemon(({ url, key }) => run(bin('python'), [join(CHECKS, name), url, key]))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs the first program of the README with a scripted Ollama, as someone who only installed the wheel and `ollama` does. */
async function firstSuccess() {
  const program = /```python\n([^]*?)```/.exec(readFileSync(join(SOURCE, 'README.md'), 'utf8'))[1]
  const lines = program.trimEnd().split('\n').length
  if (lines > MAX_LINES || /\bcast\(|type: ignore|\bAny\b/.test(program))
    throw new Error(`The first program has ${lines} lines or a cast.`)
  writeFileSync(join(folder, 'first.py'), program)
  run(bin('pip'), ['install', '--quiet', 'ollama', 'mypy'])
  run(bin('mypy'), ['--strict', '--cache-dir', join(folder, 'mypy'), join(folder, 'first.py')])
  const asked = []
  const ollama = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece) => (text += piece))
    request.on('end', () => {
      asked.push(JSON.parse(text))
      const message = { role: 'assistant', content: `answer ${asked.length}` }
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ model: 'm', message, done: true, prompt_eval_count: 20 }))
    })
  }).listen(0, '127.0.0.1')
  await once(ollama, 'listening')
  await withDaemon(async ({ url, key, call }) => {
    const env = {
      ...process.env,
      PALIMPSEST_URL: url,
      PALIMPSEST_KEY: key,
      OLLAMA_HOST: `http://127.0.0.1:${ollama.address().port}`,
    }
    const child = spawn(bin('python'), [join(folder, 'first.py')], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: TIMEOUT_MS,
    })
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
    child.stdin.end('Which file holds the port?\nAnd who reads it?\n')
    const [code] = await once(child, 'close')
    const { sessions } = await call('GET', '/v1/sessions?externalId=thread-1')
    const last = asked.at(-1)
    if (
      code !== 0 ||
      printed !== 'answer 1\nanswer 2\n' ||
      sessions[0]?.messageCount !== 4 ||
      last.options.num_ctx !== 8_000 ||
      last.messages.length !== 3
    )
      throw new Error(
        `The first program ended with ${code} and printed ${printed}; its last request: ${JSON.stringify(last)}`,
      )
    console.log(`The first program has ${lines} lines, passes mypy --strict, and chats.`)
  })
  ollama.closeAllConnections()
  ollama.close()
}

async function withDaemon(use) {
  const daemon = await startOwnDaemon()
  try {
    await use(daemon)
  } finally {
    await daemon.stop()
  }
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: TIMEOUT_MS,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`, { cause: error })
}
