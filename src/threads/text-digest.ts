import { hash } from 'node:crypto'

/** Returns the lower-case hex SHA-256 of a text as UTF-8. */
export function textDigest(text: string): string {
  return hash('sha256', text, 'hex')
}
