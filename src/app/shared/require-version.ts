import { DomainError } from '../../domain/errors.js'
import type { Session } from '../../domain/session/session.js'

/** A version that a request expects, from `If-Match`. */
export interface VersionTag {
  version: number
  /** Incarnation of the event log in which the version was made; null: any. */
  incarnation: string | null
}

/** Throws version_mismatch unless the session has the expected version. A version of another incarnation has the same
 * number and another content. */
export function requireVersion(session: Pick<Session, 'version' | 'incarnation'>, expected?: VersionTag): void {
  if (!expected) return
  const { version } = session
  if (expected.version !== version)
    throw new DomainError('version_mismatch', `The context is at version ${version}, not ${expected.version}.`, {
      expected: expected.version,
      version,
    })
  if (expected.incarnation !== null && expected.incarnation !== (session.incarnation ?? ''))
    throw new DomainError(
      'version_mismatch',
      `The context is at another version ${version}: the database was restored since. Read the context again.`,
      { expected: version, version },
    )
}
