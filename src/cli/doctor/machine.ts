import { createServer } from 'node:net'
import type { Config } from '../../config.js'
import { CHECK_TIMEOUT_MS, ok, missing, degraded, type Finding } from './finding.js'

/** Minimum Node version, as in package.json: major, minor. */
const NODE_FROM = [20, 19]

export function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const enough = major > NODE_FROM[0]! || (major === NODE_FROM[0] && minor >= NODE_FROM[1]!)
  if (enough) return ok(`Node ${version}`)
  return missing(`Node ${version} is too old`, `Install Node ${NODE_FROM.join('.')} or newer: https://nodejs.org`)
}

export async function port({ listen, role }: Config): Promise<Finding> {
  if (role === 'worker') return ok('no port needed (ROLE=worker)')
  const address = `${listen.host}:${listen.port}`
  const failure = await tryToListen(listen.host, listen.port)
  if (failure === null) return ok(`${address} is free`)
  if (failure === 'EADDRINUSE') {
    if (await isOurDaemon(address)) return ok(`${address} is served by a running daemon`)
    return missing(`${address} is in use by another program`, 'Stop that program, or set PORT to another port')
  }
  return degraded(
    `cannot listen on ${address} (${failure})`,
    'Set HOST and PORT to an address of this machine and a port above 1023',
  )
}

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

async function isOurDaemon(address: string): Promise<boolean> {
  const response = await fetch(`http://${address}/healthz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).catch(
    () => null,
  )
  return response?.ok ?? false
}
