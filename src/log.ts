import { destination, pino, type DestinationStream } from 'pino'
import type { Log } from './app/ports/ports.js'
import { safeError } from './app/ports/safe-error.js'
import type { LogLevel } from './config.js'

/** What one process writes: JSON lines on standard error, so that standard output stays free for what is meant for people. */
export interface RootLog extends Log {
  /** A log whose lines name the room they come from. */
  child(fields: { component: string }): RootLog
  fatal(fields: object, message: string): void
}

/** Keys and addresses with passwords must not reach a log even by accident; one level of nesting covers what is logged here. */
const SECRET_FIELDS = ['key', 'secret', 'password', 'adminKey', 'authorization', 'databaseUrl', 'redisUrl']

/** Writes synchronously: the last lines before an exit are the ones that matter. Every error is logged as `err`, and nothing else is: its
 * serializer keeps text of conversations out.
 * @param to where the lines go; standard error unless given */
export function makeLog(level: LogLevel, to: DestinationStream = destination({ fd: 2, sync: true })): RootLog {
  const redact = { paths: SECRET_FIELDS.flatMap((f) => [f, `*.${f}`]), censor: '[not shown]' }
  return pino(
    { level, base: { pid: process.pid }, redact, serializers: { err: (error: unknown) => safeError(error) } },
    to,
  )
}
