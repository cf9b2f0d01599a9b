import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { DomainError } from '../domain/errors.js'
import { bodySpans, type BodySpans } from '../domain/json/body-spans.js'
import { parseStored } from '../domain/json/json.js'
import { scanJson, type ScannedJson } from '../domain/json/scan-json.js'
import type { Json } from '../domain/message.js'

export interface ReadBody extends ScannedJson {
  text: string
  /** SHA-256 of the received bytes, in lower-case hex; null if not asked for. */
  digest: string | null
}

/** Decodes and parses a body. An empty body reads as `{}`. Throws invalid_request, body_too_large. */
export function readBody(bytes: Uint8Array, withDigest: boolean): ReadBody {
  const text = bytes.length === 0 ? '{}' : decode(bytes)
  return { ...scanJson(text), text, digest: withDigest ? hash('sha256', bytes, 'hex') : null }
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Decodes UTF-8. Drops a byte order mark. Refuses invalid bytes instead of replacing them. */
function decode(bytes: Uint8Array): string {
  requireUtf8(bytes)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

function requireUtf8(bytes: Uint8Array): void {
  if (!isUtf8(bytes)) {
    const [expected, received] = ['UTF-8', 'bytes that are not valid UTF-8']
    throw new DomainError('invalid_request', `body: expected ${expected}, received ${received}.`, {}, [
      { path: '', expected, received },
    ])
  }
}

/** Bodies up to this size are parsed on the event loop, in a few milliseconds. */
export const SHORT_BODY_BYTES = 1_048_576

/** Parses the body of a request to a door, and finds its members and the elements of one list as byte ranges.
 * Throws invalid_request, body_too_large. */
export function readDoorBody(bytes: Uint8Array, list: string): { value: Json } & BodySpans {
  requireUtf8(bytes)
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = body.toString('utf8')
  return { value: shortValue(text) ?? scanJson(text).value, ...bodySpans(body.toString('latin1'), list) }
}

/** Returns undefined for a long text, and for what is no JSON: the slower reader then reports the fault. */
function shortValue(text: string): Json | undefined {
  if (text.length > SHORT_BODY_BYTES) return undefined
  try {
    return parseStored(text)
  } catch {
    return undefined
  }
}
