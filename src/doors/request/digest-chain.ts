import { createHash } from 'node:crypto'
import { canonicalMessage } from '../../domain/doors/canonical.js'
import type { Format, Json } from '../../domain/message.js'

/** Digests of a history: each covers a message and everything before it. */

/** Bytes of a digest. Two different histories of one app never share one in practice. */
const DIGEST_BYTES = 16

/** Returns the digest before the first message. A named conversation keeps its digests when model, system text or client
 * changes; without a name, all of them are part of the conversation: equal words of two programs are two. So are those of two scopes, in any case.
 * @property caller key and program that send the request */
export function seedDigest(of: {
  appId: string
  name: string | null
  /** Absent or null: no scope. */
  scope?: string | null
  caller: readonly (string | null)[]
  model: string
  system: string | null
}): string {
  const { appId, name, scope = null, caller, model, system } = of
  const parts = name === null ? [appId, null, ...caller, model, system] : [appId, name]
  return digestOf(JSON.stringify(scope === null ? parts : [{ scope }, ...parts]))
}

/** Returns the digest of a history with one more message. */
export function nextDigest(before: string, format: Format, message: Json): string {
  return digestOf(before + canonicalMessage(format, message))
}

function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest().subarray(0, DIGEST_BYTES).toString('hex')
}
