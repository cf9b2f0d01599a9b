import { ensureAdminKey } from './admin-key.js'
import { safeText } from './ports/safe-error.js'
import { standingIn } from './domain/standing/find.js'
import { readConfig, type Config, type Environment } from './config.js'
import { startFailure } from './start-failure.js'
import { startupBanner } from './startup-banner.js'
import { mountDoors } from './doors/mount.js'
import { createMetricsServer } from './http/metrics-server.js'
import { createHttpServer } from './http/server.js'
import type { IdentityProvider, Ports } from './ports/ports.js'
import { makeLog } from './log.js'
import { exitOnUncaught, stopSignal, surviveClosedOutput } from './signals.js'
import { VERSION } from './version.js'
import { wire } from './wiring.js'
import { startWork } from './work.js'
import { setFlagsFromString } from 'node:v8'

/** Limit on the whole shutdown: draining, stopping and closing. Interrupted work stays pending. */
const STOP_TIMEOUT_MS = 10_000
/** The embedded database writes its memory to the disk at the end. */
const STOP_WITH_DATABASE_MS = 25_000

/** Read while the database starts, so that the patterns are compiled: the first statement of a person would hold the event loop for 70 ms on
 * a slow machine. [T1] */
const FIRST_WORDS = 'I prefer tea. Could you look at the login page? Never push to main.'

/** Runs a process configured by its environment. Exits with 0 after a clean stop, with 1 otherwise. */
export async function runProcess(env: Environment): Promise<never> {
  tuneEngine()
  let config: Config | null = null
  try {
    config = readConfig(env)
    await runDaemon(config, (text) => process.stdout.write(text))
    process.exit(0)
  } catch (error) {
    // The operator removes a known cause without a stack trace. Any other error needs one.
    process.stderr.write(`${startFailure(error, config) ?? safeText(error)}\n`)
    process.exit(1)
  }
}

/**
 * Wires the ports, starts the workers and the server, waits for a stop signal, and releases in reverse order.
 * `print` writes to the terminal of the operator.
 */
async function runDaemon(config: Config, print: (text: string) => void): Promise<void> {
  const log = makeLog(config.logLevel)
  exitOnUncaught(log)
  surviveClosedOutput()
  const stop = stopSignal(log)
  // Loaded while the database starts. A worker does not need it.
  const mount = config.role === 'worker' ? null : import('./mcp/mount.js')
  mount?.catch(() => {})
  const wiring = wire(config, log)
  if (config.role !== 'worker') standingIn(FIRST_WORDS)
  const wired = await wiring
  const release: (() => Promise<void>)[] = [() => wired.release()]
  const serving: (() => Promise<void>)[] = []
  release.push(() => allOf(serving))
  try {
    if (config.role !== 'api') {
      const work = await startWork(wired.ports, wired.startWorkers, config.model.concurrency)
      serving.push(() => work.stop())
    }
    if (mount !== null) {
      const { mcpMount } = await mount
      const adminKey = await ensureAdminKey(config.adminKey, config.dataDir)
      const server = createHttpServer(wired.ports, {
        host: config.listen.host,
        port: config.listen.port,
        auth: config.auth,
        adminKey: adminKey.key,
        issuer: await issuerOf(config.oidc, adminKey.key, wired.ports),
        corsOrigins: config.corsOrigins,
        rateLimit: config.rateLimit,
        maxBodyBytes: config.maxBodyBytes,
        metricsToken: config.metrics.token,
        version: VERSION,
        accessLog: config.accessLog,
        mounts: [mountDoors(config), mcpMount],
      })
      const { port } = await server.listen()
      serving.push(() => server.close())
      print(startupBanner(config, port, adminKey, process.stdout.isTTY === true))
    } else {
      if (config.metrics.workerPort !== null) {
        const { host } = config.listen
        const metrics = createMetricsServer(wired.ports.telemetry, {
          host,
          port: config.metrics.workerPort,
          token: config.metrics.token,
        })
        const { port } = await metrics.listen()
        release.push(() => metrics.close())
        log.info({ host, port }, 'serving metrics')
      }
      print(`Palimpsest ${VERSION} worker is running. Press Ctrl-C to stop it.\n`)
    }
    log.info({ role: config.role, version: VERSION, startMs: Math.round(process.uptime() * 1_000) }, 'started')
    await stop
  } finally {
    await releaseAll(release, config.store.kind === 'embedded' ? STOP_WITH_DATABASE_MS : STOP_TIMEOUT_MS)
  }
  log.info({}, 'stopped')
}

/** Loaded only if it is configured: the start of other daemons stays as short as it is. */
async function issuerOf(
  oidc: Config['oidc'],
  adminKey: string,
  { clock, log }: Ports,
): Promise<IdentityProvider | null> {
  if (oidc === null) return null
  const { openOidc } = await import('./oidc/open.js')
  return openOidc(oidc, { adminKey, clock, log })
}

/** Runs all at the same time: requests drain while jobs end. Throws the first failure at the end. */
async function allOf(stops: (() => Promise<void>)[]): Promise<void> {
  const outcomes = await Promise.allSettled(stops.map((stop) => stop()))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Closes in reverse order. One failure does not stop the rest. Throws the first failure at the end. */
async function releaseAll(release: (() => Promise<void>)[], timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => process.exit(1), timeoutMs)
  const failures: unknown[] = []
  for (const close of release.reverse()) await close().catch((error: unknown) => failures.push(error))
  clearTimeout(timer)
  if (failures.length > 0) throw failures[0]
}

/**
 * Percent by which the heap may grow over the live objects before V8 collects garbage.
 * By default, V8 lets garbage reach several times the live size while memory is free, and a laptop also runs a model.
 * Measured after 4,000 sessions: 224 MB resident instead of 330 MB, with no measurable loss in appends per second.
 */
const GROWTH_PERCENT = 40

/**
 * Executions on short texts after which V8 compiles a pattern to machine code. By default it does so before the second one, which takes 100 ms
 * for each of two patterns that read dates, and more than the interpreter takes for most patterns that are rarely used. V8 compiles patterns
 * for texts of 1,000 characters and more at once, whatever this says.
 */
const PATTERN_EXECUTIONS = 100

/** Limits heap growth, and compiles fewer patterns. Call once, at the start of a process, before patterns are used. */
function tuneEngine(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  setFlagsFromString(`--regexp-tier-up-ticks=${PATTERN_EXECUTIONS}`)
}
