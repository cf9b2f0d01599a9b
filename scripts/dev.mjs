// The daily loop: `npm run dev`. Runs a daemon with a scripted model server and a data folder of its own. A saved source file is
// compiled, and the daemon starts again. What cannot be compiled or loaded is reported, and the daemon of before goes on.
// PORT chooses the port (default 7421). Ctrl-C ends everything. Remove .palimpsest/dev to begin with empty data.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CODE, FOLDERS, ROOT, buildDashboard, compile } from './dev-compile.mjs'
import { DevDaemon } from './dev-daemon.mjs'
import { addDemoData } from './dev-demo.mjs'
import { SourceWatch } from './dev-watch.mjs'

const DATA_DIR = join(ROOT, '.palimpsest/dev')
/** Editors save a file in several steps. */
const SETTLE_MS = 50

const stopped = new AbortController()
const isStopped = () => stopped.signal.aborted
let isChanged = false
let wake = () => {}
function onChange() {
  isChanged = true
  setTimeout(() => wake(), SETTLE_MS)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopped.abort()
    wake()
    daemon?.interrupt()
  })

/** Resolves after a change, or when this program has to end. */
function change() {
  return new Promise((resolve) => {
    wake = resolve
    if (isStopped()) resolve()
    else if (isChanged) onChange()
  })
}

/** Compiles what changed. Returns whether the daemon can start with it. */
async function build() {
  isChanged = false
  sources.look()
  const { count, faults } = await compile()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) console.error('Not compiled. Save the file again when it is corrected.')
  return { count, isGood: faults.length === 0 }
}

let model
let daemon
// Watched before the first build, so that a file saved during it counts.
const sources = new SourceWatch(onChange)
try {
  await buildDashboard()
  while (!(await build()).isGood && !isStopped()) await change()
  const loaded = (path) => import(pathToFileURL(join(CODE, path)).href)
  const { scriptedModelServer } = await loaded('testing/scripted-model-server.js')
  const { readAdminKey } = await loaded('src/admin-key.js')
  model = await scriptedModelServer({ window: 32_768 })
  daemon = new DevDaemon({
    // The settings of the user stay, except for those that lead to data, keys and servers of the user.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^SUMMARY_|_FILE$/.test(name))),
    DATA_DIR,
    DATABASE_URL: '',
    REDIS_URL: '',
    ADMIN_KEY: '',
    AUTH: 'on',
    ROLE: 'all',
    HOST: '127.0.0.1',
    PORT: process.env.PORT ?? '7421',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    SUMMARY_PROVIDER: 'openai',
    SUMMARY_BASE_URL: model.base,
    SUMMARY_MODEL: model.models[0].id,
  })
  let isShown = false
  for (let startedAt = Date.now(); !isStopped(); startedAt = Date.now()) {
    if (await daemon.replace()) {
      // The scripted server keeps each request that it received.
      model.requests.length = 0
      const key = await readAdminKey(DATA_DIR)
      console.log(`Ready after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s: ${daemon.url}/#key=${key}`)
      if (!isShown) console.log(`Admin key: ${key}   Model server: ${model.base}   Watching ${FOLDERS.join(', ')}.`)
      isShown = true
      void addDemoData({ dataDir: DATA_DIR, url: daemon.url, key, signal: stopped.signal })
    }
    await nextBuild()
  }
} finally {
  sources.close()
  await daemon?.stop()
  await model?.close()
}
process.exit(0)

/** Waits for a change that can be compiled. */
async function nextBuild() {
  while (!isStopped()) {
    await change()
    if (isStopped()) return
    const { count, isGood } = await build()
    if (!isGood || count === 0) continue
    console.log(`Compiled ${count} ${count === 1 ? 'file' : 'files'}.`)
    return
  }
}
