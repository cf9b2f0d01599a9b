import { DomainError, type ErrorCode } from '../../domain/errors.js'
import type { Protocol } from '../protocol.js'
import type { DoorRequest } from '../request/read-request.js'
import { spliceBody } from '../request/splice-body.js'

/** What happens while the store is unavailable: requests pass through. */

/** Failures that the client can remedy. Any other is ours, and must not cost an answer. */
const FOR_THE_CLIENT: readonly ErrorCode[] = [
  'invalid_request',
  'session_not_found',
  'system_prompt_exceeds_window',
  'message_exceeds_window',
  'window_exceeded',
  'quota_exceeded',
  'storage_quota_exceeded',
]

export function mustBypass(error: unknown): boolean {
  return !(error instanceof DomainError && FOR_THE_CLIENT.includes(error.code))
}

/** Returns the client's own bytes, without reasoning if it is bound to a prefix: it may have been made after a cut, and
 * what is sent now has none.
 * @param numCtx window for the upstream; null: as the client has it */
export function bypassBody(
  protocol: Protocol,
  { body, kinds, facts, quirk }: DoorRequest,
  numCtx: number | null,
): Buffer {
  const { withoutReasoning } = protocol
  if (!withoutReasoning || (quirk !== null && quirk !== 'compaction'))
    return spliceBody(protocol, { body, kinds, facts, plan: null, numCtx })
  const changed = body.elements.map(({ from, to }, index) => {
    const raw = body.bytes.toString('utf8', from, to)
    return { index, raw, without: kinds[index] === 'turn' ? withoutReasoning(raw) : raw }
  })
  if (changed.every(({ raw, without }) => raw === without)) return body.bytes
  const items = changed.flatMap(({ index, without }) =>
    kinds[index] === 'system' ? [] : [{ kind: 'kept' as const, raw: without, index, bound: 'intact' as const }],
  )
  return spliceBody(protocol, { body, kinds, facts, plan: { items, dropped: [] }, numCtx: null })
}

/** Throws if the work takes longer. It goes on, and its result is not waited for. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The store did not answer within ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
