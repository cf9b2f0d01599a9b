import type { StoredUse } from '../../domain/quota.js'

/** Returns what messages take of the quotas of their app. @param raw exact JSON texts */
export function placeFor(raw: readonly string[]): Partial<StoredUse> {
  return { messages: raw.length, bytes: raw.reduce((sum, text) => sum + Buffer.byteLength(text), 0) }
}
