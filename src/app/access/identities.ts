import { DomainError } from '../../domain/errors.js'
import type { Identity, IdentityProvider, Ports } from '../../ports/ports.js'
import { recentEntries } from '../shared/recent.js'
import type { Principal } from './principal.js'
import { DEFAULT_APP_ID, requireAppCalled } from './keys.js'

/** Apps that the table of roles names. */
const MAX_APPS = 1_000

/** Returns the functions that admit people and programs for whom the issuer vouches.
 * @param checkMs time for which the app behind a name is remembered */
export function identities(
  ports: Pick<Ports, 'store'>,
  { issuer, checkMs }: { issuer: IdentityProvider | null; checkMs: number },
) {
  const apps = recentEntries<string>(MAX_APPS, checkMs)

  async function appOf(named: string): Promise<string> {
    const known = apps.get(named)
    if (known !== undefined) return known
    const { id } = await requireAppCalled(ports, named).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error
      throw new DomainError('forbidden', `Your role names the app ${named}, and there is none. ${error.message}`)
    })
    apps.set(named, id)
    return id
  }

  async function byIdentity({ name, role, app, until }: Identity): Promise<Principal> {
    const common = { name, role, credential: null, until }
    // Only the role itself makes an admin: a row without an app would otherwise see all of them. [P11]
    if (role === 'admin') return { ...common, scope: null, home: DEFAULT_APP_ID }
    if (app === null) throw new DomainError('forbidden', `Your role ${role} names no app.`)
    const id = await appOf(app)
    return { ...common, scope: id, home: id }
  }

  return {
    byIdentity,
    /** Throws unauthorized, forbidden, issuer_unavailable. */
    async byToken(token: string, kind: 'ours' | 'other'): Promise<Principal> {
      if (kind === 'ours' && issuer !== null) return byIdentity(await issuer.verify(token))
      throw new DomainError('unauthorized', 'The token is from another issuer than that of this service.')
    },
  }
}
