import { createHash } from 'node:crypto'
import { inSteps, nextSlice } from '../../app/ports/in-steps.js'
import { DomainError } from '../../domain/errors.js'
import type { Json } from '../../domain/message.js'
import type { Steps } from '../../domain/steps.js'
import { scanJson, type MemberTexts } from './json-scan.js'

/** The bytes of a body as text and value. Large bodies are read in slices of the event loop. [13] */

export interface Body {
  value: Json
  texts: MemberTexts
  /** Lower-case hex SHA-256 of the bytes as they came. */
  digest: string
}

/** Bytes hashed and decoded before other requests may run: one or two milliseconds. */
const BYTES_PER_STEP = 262_144
/** Copying so many bytes takes a millisecond or more. */
const LARGE_BYTES = 2_097_152

/** Throws invalid_request, body_too_large. A body of no bytes at all reads as `{}`. */
export async function parseBody(bytes: Buffer): Promise<Body> {
  // A copy of the whole body has just been made, and the next is made at the end of the text: each has a slice of its own.
  if (bytes.length > LARGE_BYTES) await nextSlice()
  const { text, digest } = await inSteps(textOf(bytes))
  if (bytes.length > LARGE_BYTES) await nextSlice()
  return { ...(await scanJson(bytes.length === 0 ? '{}' : text)), digest }
}

function* textOf(bytes: Buffer): Steps<{ text: string; digest: string }> {
  const hash = createHash('sha256')
  const pieces: string[] = []
  for (let from = 0; from < bytes.length;) {
    const to = characterStart(bytes, Math.min(bytes.length, from + BYTES_PER_STEP))
    const piece = bytes.subarray(from, to)
    hash.update(piece)
    pieces.push(decode(piece, from === 0))
    from = to
    if (from < bytes.length) yield
  }
  return { text: pieces.join(''), digest: hash.digest('hex') }
}

/** The same place, or the start of the character that it would split. */
function characterStart(bytes: Buffer, at: number): number {
  for (let back = 0; back < 4; back++)
    if (at - back >= bytes.length || (bytes[at - back]! & 0xc0) !== 0x80) return at - back
  return at
}

/** A byte order mark at the start of the body is dropped. Bytes that are no UTF-8 are refused, not replaced. */
function decode(piece: Buffer, isFirst: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isFirst }).decode(piece)
  } catch {
    const [expected, received] = ['UTF-8', 'bytes that are not']
    throw new DomainError('invalid_request', `body: expected ${expected}, received ${received}.`, {}, [
      { path: '', expected, received },
    ])
  }
}
