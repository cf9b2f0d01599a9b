import type { Session } from '../session/session.js'

/** Scope of a session that recalls from itself only. */
export const OWN_SCOPE = 'session'

/** Returns the name that a session shares with those it recalls from; null: it recalls from itself only. [M9] */
export function scopeOf({ policy }: Pick<Session, 'policy'>): string | null {
  const { scope } = policy.recall
  return scope === OWN_SCOPE ? null : scope
}
