import { DomainError } from '../../domain/errors.js'
import { endCompression, isFree } from './lifecycle.js'
import type { Ports, Subject } from '../ports/ports.js'
import { safeLine } from '../ports/safe-error.js'
import { stopwatch } from './stage-times.js'

/** Ends a claimed compression that could not start, and records the reason. Otherwise the store would pick the same one forever and every
 * other app would wait behind it. [P9] [P11] Throws store_unavailable. */
export async function failClaimed(ports: Ports, subject: Subject, error: unknown): Promise<void> {
  if (isFailure(error, 'store_unavailable')) throw error
  if (isFailure(error, 'session_not_found')) return
  ports.log.error({ ...subject, err: error }, 'compression could not start')
  const detail = safeLine(error)
  try {
    await ports.store.change(subject.sessionId, null, async (tx) => {
      const compression = await tx.compression(subject.compressionId)
      if (!compression || !isFree(compression, tx.now)) return
      await endCompression(tx, ports, compression, stopwatch(ports.clock), {
        status: 'failed',
        reason: 'internal',
        detail,
      })
    })
  } catch (again) {
    if (isFailure(again, 'store_unavailable')) throw again
    if (isFailure(again, 'session_not_found')) return
    // The session itself is unreadable: end its compression by columns alone.
    await ports.store.failUnread(subject, { reason: 'internal', detail })
  }
}

function isFailure(error: unknown, code: DomainError['code']): boolean {
  return error instanceof DomainError && error.code === code
}
