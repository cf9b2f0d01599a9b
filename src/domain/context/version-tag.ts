import type { Session } from '../session/session.js'

/** Returns the text that names a version of a context in ETags: `7-1f0c9a2b`, or `7` if no incarnation was recorded. */
export function versionTag({ version, incarnation }: Pick<Session, 'version' | 'incarnation'>): string {
  return incarnation === undefined ? String(version) : `${version}-${incarnation}`
}
