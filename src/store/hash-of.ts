import { createHash } from 'node:crypto'

/** Keys of any length and content become short text that can be stored. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
