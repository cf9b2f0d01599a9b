import type { RootLog } from './log.js'

/** One Ctrl-C may arrive twice: the terminal signals the whole process group, and npm forwards its own copy. */
const DUPLICATE_SIGNAL_MS = 500

/** Resolves on the first SIGTERM or SIGINT. A second signal, more than 500 ms later, exits at once. */
export function stopSignal(log: RootLog): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstSignalAt: number | undefined
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = performance.now()
      if (firstSignalAt === undefined) {
        firstSignalAt = now
        log.info({ signal }, 'stopping')
        resolve(signal)
      } else if (now - firstSignalAt > DUPLICATE_SIGNAL_MS) {
        log.warn({ signal }, 'second stop signal; exiting now')
        process.exit(signal === 'SIGINT' ? 130 : 143)
      }
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}

/**
 * Logs an uncaught exception and exits, because the process state is unknown after one.
 * Acknowledged writes are already in the database.
 */
export function exitOnUncaught(log: RootLog): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught exception')
    process.exit(1)
  })
}

/** Lets the process go on when its standard output is closed, as `npm start | head` does. The database and
 * its clients do not depend on a terminal. Other errors of the stream stay uncaught. */
export function surviveClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
