// Runs a daemon for a script: with a new database, without a model, and on a free port.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
const SHELL = '/usr/bin/chromium-headless-shell'
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')
const KEY = 'own-daemon-admin-key'

/** Starts the daemon. Returns its address, its admin key, a function that sends a request, and one that stops it. */
export async function startOwnDaemon() {
  const dataDir = mkdtempSync(join(tmpdir(), 'palimpsest-own-daemon-'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    ADMIN_KEY: KEY,
    PORT: '0',
    LOG_LEVEL: 'warn',
    // Checkpoints are the same on every machine without a model.
    OLLAMA_HOST: 'http://127.0.0.1:9',
    // A busy machine must not change what is recalled.
    RECALL_MS: '60000',
  }
  const main = join(ROOT, 'dist/src/main.js')
  const daemon = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => daemon.once('exit', resolve))
  const stop = async () => {
    daemon.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await addressOf(daemon.stdout)
    daemon.stdout.resume()
    return { url, key: KEY, call: (method, path, body) => call(url, method, path, body), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for the line with the address. */
async function addressOf(stdout) {
  let text = ''
  for await (const piece of stdout.iterator({ destroyOnReturn: false })) {
    text += piece
    const found = /listening on (\S+)/.exec(text)
    if (found) return found[1]
  }
  throw new Error('The daemon did not start.')
}

async function call(url, method, path, body) {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}
