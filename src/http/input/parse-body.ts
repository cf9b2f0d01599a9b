import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { inSteps, nextSlice } from '../../app/ports/in-steps.js'
import { DomainError } from '../../domain/errors.js'
import type { Json } from '../../domain/message.js'
import type { Steps } from '../../domain/steps.js'
import { scanJson, type MemberTexts } from './json-scan.js'

/** Decodes and parses the bytes of a body. Large bodies are processed in steps that yield to the event loop. [13] */

export interface Body {
  value: Json
  texts: MemberTexts
  /** SHA-256 of the received bytes, in lower-case hex; null if not asked for. */
  digest: string | null
}

/** Bytes hashed and decoded per step. Takes 1 to 2 ms. */
const BYTES_PER_STEP = 262_144
/** Copying so many bytes takes a millisecond or more. */
const LARGE_BYTES = 2_097_152

/** Parses a body. An empty body reads as `{}`. Throws invalid_request, body_too_large. */
export async function parseBody(bytes: Buffer, withDigest: boolean): Promise<Body> {
  // A copy of the whole body has just been made, and the next is made at the end of the text: each has a slice of its own.
  if (bytes.length > LARGE_BYTES) await nextSlice()
  const { text, digest } = await inSteps(textOf(bytes, withDigest))
  if (bytes.length > LARGE_BYTES) await nextSlice()
  return { ...(await scanJson(bytes.length === 0 ? '{}' : text)), digest }
}

function* textOf(bytes: Buffer, withDigest: boolean): Steps<{ text: string; digest: string | null }> {
  const hash = withDigest ? createHash('sha256') : null
  const pieces: string[] = []
  for (let from = 0; from < bytes.length;) {
    const to = characterStart(bytes, Math.min(bytes.length, from + BYTES_PER_STEP))
    const piece = bytes.subarray(from, to)
    hash?.update(piece)
    pieces.push(decode(piece, from === 0))
    from = to
    if (from < bytes.length) yield
  }
  return { text: pieces.join(''), digest: hash?.digest('hex') ?? null }
}

/** Returns `at`, or the start of the UTF-8 character that a cut at `at` would split. */
function characterStart(bytes: Buffer, at: number): number {
  for (let back = 0; back < 4; back++)
    if (at - back >= bytes.length || (bytes[at - back]! & 0xc0) !== 0x80) return at - back
  return at
}

/** Decodes UTF-8. Drops a byte order mark at the start of the body. Refuses invalid bytes instead of replacing them. */
function decode(piece: Buffer, isFirst: boolean): string {
  if (!isUtf8(piece)) {
    const [expected, received] = ['UTF-8', 'bytes that are not valid UTF-8']
    throw new DomainError('invalid_request', `body: expected ${expected}, received ${received}.`, {}, [
      { path: '', expected, received },
    ])
  }
  const text = piece.toString('utf8')
  return isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

const BYTE_ORDER_MARK = '\uFEFF'
