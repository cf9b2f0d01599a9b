import { destination, pino, type DestinationStream } from 'pino'
import type { Log } from './app/ports.js'
import type { LogLevel } from './config.js'

/** What one process writes: JSON lines on standard error, so that standard output stays free for what is meant for people. */
export interface RootLog extends Log {
  /** A log whose lines name the room they come from. */
  child(fields: { room: string }): RootLog
  fatal(fields: object, message: string): void
}

/** Keys and addresses with passwords must not reach a log even by accident; one level of nesting covers what is logged here. */
const SECRET_FIELDS = ['key', 'secret', 'password', 'adminKey', 'authorization', 'databaseUrl', 'redisUrl']

/** Writes synchronously by default: the last lines before an exit are the ones that matter. */
export function makeLog(level: LogLevel, to: DestinationStream = destination({ fd: 2, sync: true })): RootLog {
  return pino(
    { level, base: { pid: process.pid }, redact: { paths: SECRET_FIELDS.flatMap((f) => [f, `*.${f}`]), censor: '[not shown]' } },
    to,
  )
}
