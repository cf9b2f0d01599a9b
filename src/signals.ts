import type { RootLog } from './log.js'

/** One Ctrl-C may arrive twice: from the terminal, which tells the whole group, and from npm, which hands it on. */
const DUPLICATE_SIGNAL_MS = 500

/** Resolves on the first SIGTERM or SIGINT; a second one, later, ends the process at once. */
export function stopSignal(log: RootLog): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = performance.now()
      if (askedAt === undefined) {
        askedAt = now
        log.info({ signal }, 'stopping')
        resolve(signal)
      } else if (now - askedAt > DUPLICATE_SIGNAL_MS) {
        log.warn({ signal }, 'told twice to stop; leaving at once')
        process.exit(signal === 'SIGINT' ? 130 : 143)
      }
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}

/** A bug nobody caught leaves the process in an unknown state: say what it was and end. What is acknowledged is in the database. */
export function exitOnUncaught(log: RootLog): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught exception')
    process.exit(1)
  })
}
