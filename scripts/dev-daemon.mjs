// The daemon of `npm run dev`. As a program, it loads the compiled daemon, reports that, and runs it when the parent agrees.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CODE } from './dev-compile.mjs'

const STOP_WITHIN_MS = 30_000
const START_WITHIN_MS = 120_000

/** One daemon at a time. The next is loaded while the one before serves, so that what cannot be loaded changes nothing. */
export class DevDaemon {
  #child = null
  /** Not yet ready. */
  #next = null
  #env
  url = ''

  /** @param env of each daemon; after the first start, its port is kept */
  constructor(env) {
    this.#env = env
  }

  /** Loads the compiled code, stops the running daemon, and serves. Returns whether the new daemon serves. */
  async replace() {
    const next = (this.#next = fork(import.meta.filename, {
      env: this.#env,
      execArgv: ['--enable-source-maps'],
      // A process group of its own: Ctrl-C reaches only the parent, which stops the daemon once.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }))
    const exited = once(next, 'exit').then(() => null)
    if (!(await Promise.race([once(next, 'message'), exited]))) {
      console.error(this.#child ? 'Not loaded. The previous daemon runs on.' : 'Not loaded.')
      return false
    }
    await this.stop()
    this.#child = next
    next.once('exit', (code) => {
      if (this.#child !== next) return
      this.#child = null
      console.error(`The daemon exited with code ${code}. It starts again after the next change.`)
    })
    next.send('run')
    const address = await Promise.race([addressOf(next.stdout), exited])
    this.#next = null
    if (address === null) return false
    this.url = address
    this.#env = { ...this.#env, PORT: new URL(address).port }
    return true
  }

  /** Ends a daemon that is not yet ready, so that nothing waits for it. */
  interrupt() {
    this.#next?.kill('SIGTERM')
  }

  /** Stops the daemon and its database. */
  async stop() {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await exited
    clearTimeout(late)
  }
}

/** Returns the address that the daemon prints, or null when it does not print one in time. Reads on, so that the daemon can print. */
function addressOf(stdout) {
  return new Promise((resolve) => {
    let text = ''
    const late = setTimeout(() => resolve(null), START_WITHIN_MS)
    stdout.setEncoding('utf8').on('data', (piece) => {
      if (text === null) return
      text += piece
      const found = /listening on (\S+)/.exec(text)
      if (!found) return
      text = null
      clearTimeout(late)
      resolve(found[1])
    })
  })
}

if (process.argv[1] === import.meta.filename) {
  const { runProcess } = await import(pathToFileURL(join(CODE, 'src/daemon.js')).href)
  // The daemon must not outlive its parent, however that ended.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.send('loaded')
  await once(process, 'message')
  await runProcess(process.env)
}
