import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of a key as hex, so that a key of any length and content can be stored.
 * Escapes lone surrogates first: UTF-8 encodes all of them as the same character.
 */
export function hashOf(key: string): string {
  return createHash('sha256')
    .update(/\p{Surrogate}/u.test(key) ? JSON.stringify(key) : key)
    .digest('hex')
}
