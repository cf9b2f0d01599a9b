import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { DomainError } from '../../domain/errors.js'
import { collect, piecesOf, type DecodeLimits } from './decoded.js'
import { unzstd } from './zstd.js'

/** Decodes request bodies with a `Content-Encoding`. Codex sends zstd; other clients may send gzip, deflate or br.
 * The decoded size has a cap, so that a small body cannot fill memory. Spec §10.4, Transport. */

/** Encodings in one header. Real clients send one; each costs a pass over the body. */
const MAX_ENCODINGS = 3
/** Bytes per decoded piece. */
const PIECE_BYTES = 65_536
const ENCODINGS = ['gzip', 'deflate', 'br', 'zstd', 'identity'] as const

/** Returns the decoded bytes of a body, or the same bytes if they are not encoded.
 * @param header value of `Content-Encoding`: names in the order in which they were applied
 * Throws unsupported_media_type, body_too_large, invalid_request, and what `growTo` throws. */
export async function decodeBody(bytes: Buffer, header: string | undefined, limits: DecodeLimits): Promise<Buffer> {
  const names = encodingsOf(header)
  let decoded = bytes
  for (const name of names.reverse()) decoded = await decodeOnce(decoded, name, limits)
  return decoded
}

function encodingsOf(header: string | undefined): string[] {
  const names = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity')
  const unknown = names.find((name) => !ENCODINGS.some((known) => known === name))
  if (unknown !== undefined || names.length > MAX_ENCODINGS) {
    const expected = `at most ${MAX_ENCODINGS} of ${ENCODINGS.join(', ')}`
    const received = JSON.stringify((header ?? '').slice(0, 80))
    throw new DomainError(
      'unsupported_media_type',
      `Content-Encoding: expected ${expected}, received ${received}.`,
      {},
      [{ path: 'Content-Encoding', expected, received }],
    )
  }
  return names
}

function decodeOnce(bytes: Buffer, name: string, limits: DecodeLimits): Promise<Buffer> {
  switch (name) {
    case 'gzip':
      return collect(piecesOf(createGunzip({ chunkSize: PIECE_BYTES }), bytes), name, limits)
    case 'br':
      return collect(piecesOf(createBrotliDecompress({ chunkSize: PIECE_BYTES }), bytes), name, limits)
    case 'deflate': {
      const inflate = hasZlibHeader(bytes) ? createInflate : createInflateRaw
      return collect(piecesOf(inflate({ chunkSize: PIECE_BYTES }), bytes), name, limits)
    }
    default:
      return unzstd(bytes, limits)
  }
}

/** Clients send `deflate` with and without the header that the standard demands. */
function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length >= 2 && (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
}
