import type { Transform } from 'node:stream'
import { startsWithOne } from '../../domain/texts.js'
import { DomainError, invalidRequest } from '../../domain/errors.js'

export interface DecodeLimits {
  /** Maximum bytes of the decoded body. */
  maxBytes: number
  /** Reports how many decoded bytes are in memory so far, for the budget of bodies. May throw. */
  growTo?(bytes: number): void
}

/** Runs a decoder of Node. It works outside the event loop and yields between pieces. */
export async function* piecesOf(decoder: Transform, bytes: Buffer): AsyncGenerator<Buffer, void> {
  decoder.end(bytes)
  try {
    yield* decoder as AsyncIterable<Buffer>
  } finally {
    decoder.destroy()
  }
}

/** Joins decoded pieces. Throws body_too_large, invalid_request if a decoder fails, and what `growTo` throws. */
export async function collect(
  decoded: AsyncIterable<Buffer>,
  name: string,
  { maxBytes, growTo }: DecodeLimits,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of decoded) {
      size += piece.length
      if (size > maxBytes) throw decodedTooLarge(name, maxBytes)
      growTo?.(size)
      pieces.push(piece)
    }
  } catch (error) {
    throw isDecoderError(error) ? brokenEncoding(name) : error
  }
  return Buffer.concat(pieces, size)
}

function isDecoderError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && startsWithOne(String(error.code), ['Z_', 'ERR_', 'ZSTD_'])
}

export function decodedTooLarge(name: string, maxBytes: number): DomainError {
  return new DomainError('body_too_large', `The decoded ${name} body exceeds ${maxBytes} bytes.`, { maxBytes })
}

export function brokenEncoding(name: string): DomainError {
  const detail = `The body is not valid ${name}, as its Content-Encoding says.`
  return invalidRequest('', `a complete ${name} body`, 'bytes that cannot be decoded', detail)
}
