import { createHash } from 'node:crypto'
import { canonicalMessage } from '../../domain/doors/canonical.js'
import type { Format, Json } from '../../domain/message.js'

/** Digests of a history: each covers a message and everything before it. Without a name, the system text is part of them up to the first
 * answer. From there on the words of the model identify the conversation, so that a program may change its system text with each request. */

/** Bytes of a digest. Two different histories of one app never share one in practice. */
const DIGEST_BYTES = 16

/** One place in a history. */
export interface ChainLink {
  /** Identifies the conversation up to here. */
  digest: string
  /** The same without the system text. Equal to `digest` after the first answer. */
  base: string
}

/** Returns the place before the first message. A named conversation keeps its digests when model, system text or client
 * changes; without a name, all of them are part of the conversation: equal words of two programs are two. So are those of two scopes, in any case.
 * @property caller key and program that send the request, its user, and its cache key */
export function seedLink(of: {
  appId: string
  name: string | null
  /** Absent or null: no scope. */
  scope?: string | null
  caller: readonly (string | null)[]
  model: string
  system: string | null
}): ChainLink {
  const { appId, name, scope = null, caller, model, system } = of
  const seed = (parts: readonly (string | null)[]) =>
    digestOf(JSON.stringify(scope === null ? parts : [{ scope }, ...parts]))
  if (name !== null) return { digest: seed([appId, name]), base: seed([appId, name]) }
  const parts = [appId, null, ...caller, model]
  return { digest: seed([...parts, system]), base: seed(parts) }
}

/** Returns the place after one more message. */
export function nextLink(before: ChainLink, format: Format, message: Json): ChainLink {
  const text = canonicalMessage(format, message)
  const base = digestOf(before.base + text)
  const isAnswered = before.digest === before.base || isAnswer(text)
  return { digest: isAnswered ? base : digestOf(before.digest + text), base }
}

/** Returns a digest that is equal for two forms of one message. */
export function contentDigest(format: Format, message: Json): string {
  return digestOf(canonicalMessage(format, message))
}

/** Whether a message, in its canonical form, has words or calls of the model. Reasoning is not part of that form. */
export function isAnswer(canonical: string): boolean {
  return canonical.startsWith('["assistant",')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest().subarray(0, DIGEST_BYTES).toString('hex')
}
