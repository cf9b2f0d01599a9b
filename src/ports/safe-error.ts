import { DomainError, type ErrorCode } from '../domain/errors.js'
import { ModelError } from './ports.js'

/** The parts of an error that may be logged. Parsers, databases, and runtimes quote the text they failed on.
 * A message is therefore kept only if it is known to contain no conversation text. */
export interface SafeError {
  type: string
  /** `[not shown]` if the message may quote text. */
  message: string
  code?: string
  /** Frames only, because the first line of a stack repeats the message. */
  stack?: string
  cause?: SafeError
}

/** An error of ours whose message contains ids and figures only, so that it may be logged. */
export class FiguresError extends Error {}

const NOT_SHOWN = '[not shown]'
const CAUSES_SHOWN = 4

/** Our own errors whose messages contain ids and numbers only. */
const SAFE_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'store_unavailable',
  'session_not_found',
  'compression_running',
  'version_mismatch',
  'rate_limited',
  'quota_exceeded',
  'storage_quota_exceeded',
] satisfies ErrorCode[])

/** Classes of Postgres error codes whose messages name tables, limits, and states, never values. */
const SAFE_SQL_CLASSES = new Set(['08', '23', '25', '28', '3D', '40', '42', '53', '55', '57'])

/** Runtime messages that quote no text. */
const SAFE_RUNTIME = [
  'fetch failed',
  'Invalid string length',
  'Invalid array length',
  'Maximum call stack size exceeded',
]
/** Start of a runtime message. The property name that follows may come from a conversation. */
const RUNTIME_HEAD = /^Cannot (?:read|set) properties of (?:undefined|null)/

/** A code quotes no text. */
export const ERROR_CODE = /^[\w-]{1,60}$/

/** Returns the loggable parts of an error and of its causes.
 * @param depth number of errors above this one in the chain of causes */
export function safeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: NOT_SHOWN }
  const code = codeOf(error)
  const stack = framesOf(error)
  const cause = error.cause !== undefined && depth < CAUSES_SHOWN ? safeError(error.cause, depth + 1) : undefined
  return {
    type: /^[\w.]{1,60}$/.test(error.name) ? error.name : 'Error',
    message: safeMessage(error),
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined ? {} : { cause }),
  }
}

/** Describes an error in one line without conversation text, for records and stderr. */
export function safeLine(error: unknown): string {
  const { type, message, code } = safeError(error)
  return [type, ...(code === undefined ? [] : [code]), ...(message === NOT_SHOWN ? [] : [message])].join(': ')
}

/** Returns `safeLine` followed by the stack frames. */
export function safeText(error: unknown): string {
  return [safeLine(error), safeError(error).stack].filter(Boolean).join('\n')
}

function safeMessage(error: Error): string {
  const { message } = error
  if (error instanceof DomainError) return SAFE_FAILURES.has(error.code) ? message : NOT_SHOWN
  if (error instanceof FiguresError) return message
  // The reply of the model server may quote the prompt.
  if (error instanceof ModelError) return NOT_SHOWN
  const code = codeOf(error)
  if (code !== undefined && 'severity' in error) return SAFE_SQL_CLASSES.has(code.slice(0, 2)) ? message : NOT_SHOWN
  if (code !== undefined && 'syscall' in error) return message
  if (SAFE_RUNTIME.includes(message) || error.name === 'AbortError' || error.name === 'TimeoutError') return message
  const head = RUNTIME_HEAD.exec(message)
  if (head) return head[0]
  // Plain errors come from our own code and from drivers, with ids and numbers only.
  return error.constructor === Error && error.name === 'Error' && code === undefined ? message : NOT_SHOWN
}

function codeOf(error: Error): string | undefined {
  if (error instanceof ModelError) return error.failure
  return 'code' in error && typeof error.code === 'string' && ERROR_CODE.test(error.code) ? error.code : undefined
}

function framesOf({ stack, message }: Error): string | undefined {
  if (stack === undefined) return undefined
  // The message may contain lines that look like frames, so only the text after it is searched.
  const at = stack.indexOf(message)
  if (at === -1) return undefined
  const frames = stack.slice(at + message.length).split('\n')
  return frames.filter((line) => line.startsWith('    at ')).join('\n')
}
