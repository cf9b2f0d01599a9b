// Attacks a real daemon with requests that schemathesis makes from openapi.yaml, with a key of each role and all its
// checks. For nights, not for every change: `npm test` has a short seeded run of its own, without Python.
// Usage: npm run fuzz -- [--seconds 600] [--seed N] [--roles viewer,app,admin] [--phases …] [--without CHECKS]
// [--out FOLDER]
// It needs Python 3.10 or newer and the Python registry. The same seed makes the same requests as long as the replies
// are the same. Ends with 1 if a check failed, and prints the seed, the failures, and a curl command for each.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const FUZZER = 'schemathesis==4.32.5'
const ADMIN_KEY = 'schemathesis-admin-key'
/** The schemas cannot express all rules between fields (`last` without `after`), so a request that fits its schema may be
 * refused. */
const UNFIT_CHECKS = 'positive_data_acceptance'
/** A session without a conversation has nothing to read. */
const TALK = Array.from({ length: 12 }, (_, turn) => [
  { role: 'user', content: `Question ${turn}: which port does the archive use?` },
  {
    role: 'assistant',
    content: `[DECISION] The archive uses port ${7_000 + turn} in src/archive-${turn}.ts. `.repeat(20),
  },
]).flat()

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    roles: { type: 'string', default: 'viewer,app,admin' },
    phases: { type: 'string', default: 'examples,coverage,fuzzing,stateful' },
    checks: { type: 'string', default: 'all' },
    without: { type: 'string', default: UNFIT_CHECKS },
    python: { type: 'string' },
    out: { type: 'string' },
  },
})
const roles = options.roles.split(',')
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-fuzz-'))

/** Installs the fuzzer into an environment of its own. Returns the folder of its programs. */
function installed() {
  if (options.python) return options.python
  const run = (program, args) => {
    const { status } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed.`)
  }
  run('python3', ['-m', 'venv', join(folder, 'venv')])
  const bin = join(folder, 'venv/bin')
  run(join(bin, 'pip'), ['install', '--quiet', FUZZER])
  return bin
}

/** Starts the built daemon on a port and a database of its own. */
async function startDaemon() {
  const env = {
    ...{ PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), ADMIN_KEY },
    ...{ OLLAMA_HOST: 'http://127.0.0.1:9', LOG_LEVEL: 'error' },
  }
  const child = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  let text = ''
  for await (const piece of child.stdout) {
    text += piece
    const url = /listening on (http\S+)/.exec(text)?.[1]
    if (!url) continue
    child.stdout.resume()
    const stop = async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }
    return { url, child, stop, errors: () => errors }
  }
  throw new Error(`The daemon did not start: ${errors}`)
}

async function call(url, key, method, path, body) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  return reply.json()
}

/** Makes an app with a key of a role and a session that has one of everything. Returns the key. */
async function makeWorld(url, role) {
  const { id: appId } = await call(url, ADMIN_KEY, 'POST', '/v1/apps', { name: `fuzz as ${role}` })
  const { key } = await call(url, ADMIN_KEY, 'POST', '/v1/keys', { appId, role: 'app' })
  const session = await call(url, key, 'POST', '/v1/sessions', {
    model: 'fuzz:7b',
    contextSize: '4K',
    goal: 'Be fuzzed',
  })
  const at = `/v1/sessions/${session.id}`
  await call(url, key, 'POST', `${at}/messages`, { format: 'openai', messages: TALK })
  await call(url, key, 'POST', `${at}/compress`, { strategy: 'extractive', waitMs: 20_000 })
  await call(url, key, 'POST', `${at}/snapshots`, { name: 'before' })
  if (role === 'app') return key
  if (role === 'admin') return ADMIN_KEY
  return (await call(url, ADMIN_KEY, 'POST', '/v1/keys', { appId, role })).key
}

/** Attacks with one key. Returns whether every check passed. */
async function attack(bin, url, role, key) {
  const args = ['run', join(ROOT, 'openapi.yaml'), '--url', url, '-H', `Authorization: Bearer ${key}`]
  args.push('--seed', options.seed, '--phases', options.phases, '--checks', options.checks)
  args.push('--exclude-checks', options.without)
  args.push('--max-time', String(Math.max(1, Math.floor(Number(options.seconds) / roles.length))))
  args.push('--continue-on-failure', '--generation-database', 'none', '--suppress-health-check', 'all', '--no-color')
  if (options.out) args.push('--report', 'junit', '--report-junit-path', join(options.out, `${role}.xml`))
  const child = spawn(join(bin, 'schemathesis'), args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = await once(child, 'exit')
  return status === 0
}

writeFileSync(join(folder, 'schemathesis.toml'), '')
try {
  const bin = installed()
  const daemon = await startDaemon()
  const failed = []
  try {
    for (const role of roles) {
      console.log(`\n# ${role}, seed ${options.seed}`)
      if (!(await attack(bin, daemon.url, role, await makeWorld(daemon.url, role)))) failed.push(role)
      if (daemon.child.exitCode !== null) throw new Error(`The daemon ended with ${daemon.child.exitCode}.`)
    }
  } finally {
    await daemon.stop()
    if (daemon.errors() !== '') console.error(`The daemon logged errors:\n${daemon.errors()}`)
  }
  if (failed.length > 0 || daemon.errors() !== '') process.exitCode = 1
  console.log(failed.length > 0 ? `Checks failed with the key of: ${failed.join(', ')}.` : 'All checks passed.')
  console.log(`Run again: npm run fuzz -- --seed ${options.seed}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
