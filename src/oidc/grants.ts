import { isRecord } from '../domain/json/json.js'
import { hasControl } from '../domain/texts.js'
import { DomainError } from '../domain/errors.js'
import type { Identity } from '../ports/ports.js'
import { type JsonObject } from './fetch-json.js'
import type { OidcConfig, RoleRow } from './settings.js'

/** Values of one claim that are read. */
const MAX_VALUES = 1_000
const MAX_NAME = 120

/** Returns the values of the claim of roles: a text, or a list of texts. A token without it has none. */
export function valuesOf(claims: JsonObject, path: string): string[] {
  const found = at(claims, path)
  const values = Array.isArray(found) ? found.slice(0, MAX_VALUES) : [found]
  return values.filter((value) => typeof value === 'string')
}

/** Returns what the bearer may do: the first row of the table that matches. Throws forbidden. */
export function grantOf(values: readonly string[], rows: readonly RoleRow[]): Pick<Identity, 'role' | 'app'> {
  const row = rows.find(({ value }) => values.includes(value))
  if (row) return { role: row.role, app: row.app }
  throw new DomainError('forbidden', 'Your account has no role in this service. Its operator maps roles in OIDC_ROLES.')
}

/** Returns the name of the bearer for the audit log. Throws unauthorized. */
export function nameOf(claims: JsonObject, { nameClaim }: Pick<OidcConfig, 'nameClaim'>): string {
  const name = at(claims, nameClaim)
  // An address that its owner did not prove may be that of someone else.
  const isProven = nameClaim !== 'email' || claims.email_verified !== false
  if (typeof name === 'string' && isProven && name !== '' && !hasControl(name)) return `oidc:${name.slice(0, MAX_NAME)}`
  throw new DomainError('unauthorized', `The token does not name its bearer in the claim ${nameClaim}.`)
}

/** Returns a member by its name, which may contain dots, else by the path that the dots make. */
function at(claims: JsonObject, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const name of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}
