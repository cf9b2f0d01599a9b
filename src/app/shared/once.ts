import { DomainError } from '../../domain/errors.js'
import type { SessionTx } from '../../ports/ports.js'

/** The `Idempotency-Key` of a request, and the digest of its body. */
export interface Idempotency {
  key: string
  bodyDigest: string
}

/** Makes a change of a session once per `Idempotency-Key`: a repeated request gets the result of the first and changes
 * nothing. Throws idempotency_conflict if the key was used with another body or for something else.
 * @param what names the change and its subject
 * @param work returns a value that survives JSON */
export async function once<T extends object>(
  tx: SessionTx,
  { idempotency, what }: { idempotency: Idempotency | undefined; what: string },
  work: () => Promise<T>,
): Promise<T> {
  if (!idempotency) return work()
  const bodyDigest = `${what} ${idempotency.bodyDigest}`
  const earlier = await earlierReply<T>(tx, { ...idempotency, bodyDigest })
  if (earlier) return earlier
  const result = await work()
  await tx.rememberReply(idempotency.key, bodyDigest, JSON.stringify(result))
  return result
}

/** Returns the reply to an earlier request with this key; null: there is none. Throws idempotency_conflict if its digest differs. */
export async function earlierReply<T>(
  tx: SessionTx,
  idempotency: Idempotency | undefined,
  differs: 'body' | 'request' = 'request',
): Promise<T | null> {
  const earlier = idempotency && (await tx.rememberedReply(idempotency.key))
  if (!earlier) return null
  const { key, bodyDigest } = idempotency
  if (earlier.bodyDigest === bodyDigest) return JSON.parse(earlier.reply) as T
  throw new DomainError('idempotency_conflict', `This Idempotency-Key was used with a different ${differs}.`, { key })
}
