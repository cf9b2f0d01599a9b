import type { RootLog } from './log.js'

/** Resolves on the first SIGTERM or SIGINT; the second one ends the process at once. */
export function stopSignal(log: RootLog): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    const onSignal = (signal: NodeJS.Signals): void => {
      if (asked) {
        log.warn({ signal }, 'told twice to stop; leaving at once')
        process.exit(signal === 'SIGINT' ? 130 : 143)
      }
      asked = true
      log.info({ signal }, 'stopping')
      resolve(signal)
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}

/** A bug nobody caught leaves the process in an unknown state: say what it was and end. What is acknowledged is in the database. */
export function dieLoudly(log: RootLog): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught exception')
    process.exit(1)
  })
}
