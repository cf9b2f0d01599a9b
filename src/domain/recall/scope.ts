import { isObject } from '../json/json.js'
import type { Json } from '../message.js'
import type { Session } from '../session/session.js'
import { hasControl } from '../texts.js'

/** Scope of a session that recalls from itself only. */
export const OWN_SCOPE = 'session'

/** Returns the name that a session shares with those it recalls from; null: it recalls from itself only. [M9] */
export function scopeOf({ policy }: Pick<Session, 'policy'>): string | null {
  const { scope } = policy.recall
  // A name with an open place is of no session: it would be shared by all users.
  return scope === OWN_SCOPE || PLACE.test(scope) ? null : scope
}

/** Whether a scope can be named in a path, where people read and delete what it keeps. Clients resolve dots. */
export function isAddressable(scope: string): boolean {
  return !hasControl(scope) && scope !== '.' && scope !== '..'
}

/** A member of the metadata in a scope: `user:{user}`. */
const PLACE = /\{(\w{1,64})\}/
const MAX_SCOPE_CHARS = 200

/** Returns a scope with the members of the metadata that it names; `session` if one of them is no text, or the name gets too long.
 * @param metadata exact JSON text of an object */
export function filledScope(scope: string, metadata: string): string {
  if (!PLACE.test(scope)) return scope
  const given = JSON.parse(metadata) as Json
  let isWhole = true
  const name = scope.replace(new RegExp(PLACE, 'g'), (_, member: string) => {
    const value = isObject(given) ? given[member] : undefined
    const isName = typeof value === 'string' && value.trim() !== '' && !/[{}\p{Cc}]/u.test(value)
    isWhole &&= isName
    return isName ? value.trim() : ''
  })
  return isWhole && name.length <= MAX_SCOPE_CHARS && isAddressable(name) ? name : OWN_SCOPE
}
