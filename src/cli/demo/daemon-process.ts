import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { CommandError } from '../connection.js'
import { DAEMON_PROGRAM } from '../root.js'

const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 15_000
const LAST_LINES_KEPT = 20
export interface DaemonProcess {
  url: string
  /** Resolves with the exit code when the daemon exits; null if a signal ended it. */
  exited: Promise<number | null>
  stop(): Promise<void>
}

/** Starts the daemon as a separate process, as `npm start` does, and waits until it is ready. Throws CommandError. */
export async function startDaemon(environment: Record<string, string>): Promise<DaemonProcess> {
  const port = await freePort(Number(process.env.PORT ?? 7420))
  const env = { LOG_LEVEL: 'warn', ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1', ROLE: 'all' }
  const child = spawn(process.execPath, [DAEMON_PROGRAM], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      lines.splice(0, lines.length - LAST_LINES_KEPT)
    })
  }
  // The daemon must not outlive this command.
  process.once('exit', () => child.kill('SIGTERM'))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await exited
    clearTimeout(forced)
  }
  const exitedEarly = exited.then((code) => {
    throw new CommandError(`The daemon exited with code ${code} before it was ready:\n${lines.join('\n')}`)
  })
  const waitAbort = new AbortController()
  // Once the daemon is ready, the caller watches `exited`. This rejection must not count as unhandled.
  exitedEarly.catch(() => waitAbort.abort())
  await Promise.race([ready(url, waitAbort.signal), exitedEarly])
  return { url, exited, stop }
}

async function ready(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && !signal.aborted) {
    const reply = await fetch(`${url}/readyz`).catch(() => null)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new CommandError(`The daemon was not ready within ${READY_WITHIN_MS / 1_000} seconds.`)
}

/** Returns the preferred port if it is free, else any free port. */
async function freePort(preferred: number): Promise<number> {
  for (const port of [preferred, 0]) {
    const found = await new Promise<number | null>((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(null))
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null))
      })
    })
    if (found !== null) return found
  }
  throw new CommandError('No free port on 127.0.0.1.')
}
