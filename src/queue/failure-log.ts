import type { Log } from '../ports/ports.js'

/** Least milliseconds between two lines of one connection. Clients report every attempt to reconnect, several a second. */
const LOG_EVERY_MS = 30_000

/** Returns a listener that logs the failures of one connection, not more often than every 30 s.
 * @param now clock in milliseconds */
export function failureLog(
  log: Log,
  text: string,
  fields: object = {},
  now: () => number = () => performance.now(),
): (error: Error) => void {
  let loggedAt = -Infinity
  return (error) => {
    if (now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = now()
    log.warn({ ...fields, err: error }, text)
  }
}
