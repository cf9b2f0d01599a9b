import { createHash } from 'node:crypto'

/** Keys of any length and content become short text that can be stored. Halves of surrogate pairs are escaped first: as UTF-8 they would all be
 * the same character. */
export function hashOf(key: string): string {
  return createHash('sha256')
    .update(/\p{Surrogate}/u.test(key) ? JSON.stringify(key) : key)
    .digest('hex')
}
