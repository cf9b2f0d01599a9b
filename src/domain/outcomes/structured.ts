import { isRecord } from '../json/json.js'
import { hasLetter } from '../texts.js'
import { CODE_KEYS, CODE_KEYS_BESIDE_OUTPUT, OUTPUT_KEYS } from '../../knowledge/exit-codes.js'
import { envelopeOf, type Envelope } from './envelope.js'

/** Reads results that are data: `{"success": false}`, `{"exit_code": 1, "output": "…"}`. [V9] */

export interface Structured {
  /** Exit code; null if there is none. */
  code: number | null
  /** What the flags say; null if nothing. */
  flag: 'passed' | 'failed' | null
  /** The message of the error; empty if there is none. */
  message: string
  /** The text that a command printed; null if the data holds none. */
  output: string | null
}

export type Fields = Readonly<Record<string, unknown>>

const MAX_CHARS = 200_000
const DEPTH = 3
const FAILS = [
  ...['error', 'errored', 'fail', 'failed', 'failure', 'denied', 'rejected', 'timeout', 'timed_out', 'unauthorized'],
  ...['forbidden', 'not_found', 'invalid'],
]
const PASSES = ['success', 'succeeded', 'successful', 'ok', 'okay', 'completed', 'done', 'passed']
/** Values of a key for errors that name none. */
const NO_ERROR = ['', 'none', 'null', 'no', 'false', 'ok', '0', '(none)']
const PASS_KEYS = ['success', 'ok', 'succeeded', 'successful', 'is_success', 'isSuccess', 'passed']
const FAIL_KEYS = ['is_error', 'isError', 'failed', 'has_error', 'hasError', 'is_failure']
const ERROR_KEYS = ['error', 'errors', 'error_message', 'errorMessage', 'exception', 'err', 'fault']
const STATUS_KEYS = ['status', 'state', 'outcome', 'result', 'type']
const HTTP_KEYS = ['status', 'statusCode', 'status_code', 'code', 'http_status']
const WRAPPERS = ['metadata', 'result', 'response', 'data', 'structuredContent', 'meta']

/** Returns what a result says by its data; null if it is no data.
 * @param isLook whether the call only looked: then a state is one of what it looked at */
export function structuredOf(text: string, isLook = false): Structured | null {
  const envelope = envelopeOf(text)
  if (envelope) return within(envelope, isLook)
  const fields = objectIn(text.trim())
  return fields === null ? null : read(fields, isLook, DEPTH)
}

/** Returns what the output below the facts of an agent says, with the code that the agent wrote. */
function within({ code, output }: Envelope, isLook: boolean): Structured {
  const fields = objectIn(output.trim())
  const inner = fields === null ? null : read(fields, isLook, DEPTH)
  return {
    code: code ?? inner?.code ?? null,
    flag: inner?.flag ?? null,
    message: inner?.message ?? '',
    output: inner?.output ?? output,
  }
}

function read(fields: Fields, isLook: boolean, depth: number): Structured {
  const inner = WRAPPERS.flatMap((key) => {
    const value = fields[key]
    return depth > 0 && isRecord(value) ? [read(value, isLook, depth - 1)] : []
  })
  const output = OUTPUT_KEYS.flatMap((key) => (typeof fields[key] === 'string' ? [fields[key]] : []))
  const keys = output.length > 0 ? [...CODE_KEYS, ...CODE_KEYS_BESIDE_OUTPUT] : CODE_KEYS
  const code = keys.map((key) => fields[key]).find((value) => Number.isInteger(value)) as number | undefined
  const states = isLook && Object.keys(fields).some((key) => key.toLowerCase().endsWith('id')) ? [] : STATUS_KEYS
  const failed = hasFailed(fields) || states.some((key) => isText(fields[key], FAILS))
  const passed = PASS_KEYS.some((key) => fields[key] === true) || states.some((key) => isText(fields[key], PASSES))
  const inside = inner.find(({ flag }) => flag !== null)?.flag ?? null
  return {
    code: code ?? inner.find((one) => one.code !== null)?.code ?? null,
    flag: failed || inside === 'failed' ? 'failed' : passed ? 'passed' : inside,
    message: messageOf(fields) || (inner.find(({ message }) => message !== '')?.message ?? ''),
    output: output.length > 0 ? output.join('\n') : (inner.find((one) => one.output !== null)?.output ?? null),
  }
}

function hasFailed(fields: Fields): boolean {
  return (
    PASS_KEYS.some((key) => fields[key] === false) ||
    FAIL_KEYS.some((key) => fields[key] === true) ||
    ERROR_KEYS.some((key) => isError(fields[key])) ||
    (isMany(fields['failed']) && typeof fields['passed'] === 'number') ||
    HTTP_KEYS.some((key) => isHttpError(fields[key], fields))
  )
}

/** Whether the value of a key for errors names one: null, 0, false, and empty ones do not. */
function isError(value: unknown): boolean {
  if (typeof value === 'string') return !NO_ERROR.includes(value.trim().toLowerCase())
  if (Array.isArray(value)) return value.length > 0
  return value === true || (isRecord(value) && Object.keys(value).length > 0)
}

function isHttpError(value: unknown, fields: Fields): boolean {
  const code = typeof value === 'string' ? Number(value) : value
  return (
    typeof code === 'number' &&
    code >= 400 &&
    code < 600 &&
    ('message' in fields || 'error' in fields || 'detail' in fields || Object.keys(fields).length <= 3)
  )
}

function isMany(value: unknown): boolean {
  return typeof value === 'number' && value > 0
}

function isText(value: unknown, words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value.toLowerCase())
}

function messageOf(fields: Fields): string {
  const keys = [...ERROR_KEYS, 'message', 'detail', 'reason', 'error_description', 'msg']
  for (const key of keys) {
    const value = fields[key]
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string' && hasLetter(first)) return first
    if (isRecord(first)) {
      const inner = messageOf(first)
      if (inner !== '') return inner
      if (typeof first['code'] === 'string') return first['code']
    }
  }
  return ''
}

/** Returns the object that a text is: JSON, or a dictionary as Python prints it. */
export function objectIn(text: string): Fields | null {
  if (!/^\{\s{0,40}["'}]/.test(text) || text.length > MAX_CHARS || !text.endsWith('}')) return null
  const parsed = parse(text) ?? parse(asJson(text))
  return isRecord(parsed) ? parsed : null
}

/** Returns the objects of a text that is a list of at least two; null if it is none. */
export function recordsIn(text: string): readonly Fields[] | null {
  if (!/^\[\s{0,40}\{/.test(text) || text.length > MAX_CHARS || !text.endsWith(']')) return null
  const parsed = parse(text)
  return Array.isArray(parsed) && parsed.length > 1 && parsed.every(isRecord) ? parsed : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const PYTHON = { True: 'true', False: 'false', None: 'null' } as const

function asJson(text: string): string {
  if (!text.startsWith("{'") || text.length > 20_000) return ''
  return text
    .replace(/'((?:[^'\\\n]|\\.){0,2000})'(?=\s{0,4}[:,\]}])/g, (_, inner: string) =>
      JSON.stringify(inner.replaceAll("\\'", "'")),
    )
    .replace(/\b(True|False|None)\b(?=\s{0,4}[,\]}])/g, (word) => PYTHON[word as keyof typeof PYTHON])
}
