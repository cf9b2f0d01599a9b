import { destination, pino, type DestinationStream } from 'pino'
import type { Log } from './ports/ports.js'
import { safeError } from './ports/safe-error.js'
import type { LogLevel } from './config.js'

/** The log of a process: JSON lines on standard error. Standard output is for people. */
export interface RootLog extends Log {
  /** Returns a log that adds these fields to every line. */
  child(fields: { component: string }): RootLog
  fatal(fields: object, message: string): void
}

/** Redacted so that no key or URL with a password reaches the log. One level of nesting covers all our log calls. */
const SECRET_FIELDS = ['key', 'secret', 'password', 'adminKey', 'authorization', 'databaseUrl', 'redisUrl']

/**
 * Creates the root log. It writes synchronously, because the last lines before an exit matter most.
 * Log errors only under the field `err`: its serializer removes conversation text.
 * @param to destination of the lines; default standard error
 */
export function makeLog(level: LogLevel, to: DestinationStream = destination({ fd: 2, sync: true })): RootLog {
  const redact = { paths: SECRET_FIELDS.flatMap((f) => [f, `*.${f}`]), censor: '[not shown]' }
  return pino(
    { level, base: { pid: process.pid }, redact, serializers: { err: (error: unknown) => safeError(error) } },
    to,
  )
}
