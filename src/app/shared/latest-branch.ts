import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'

/** Branches of a conversation that are considered: the newest ones. */
const BRANCHES = 50

/** Returns the session with a client's name, or else with that alias. At a door, an edited history becomes a session of
 * its own that keeps the name of the conversation in its metadata: the branch that was active last is the one. Returns
 * null if there is none. */
export async function latestBranch(
  { store }: { store: Pick<Ports['store'], 'sessionByExternalId' | 'sessions'> },
  appId: string,
  name: string,
): Promise<Session | null> {
  const [first, forks] = await Promise.all([
    store.sessionByExternalId(appId, name),
    store.sessions(appId, { limit: BRANCHES, metadata: { conversation: name } }),
  ])
  const named = first ? [first, ...forks] : forks
  const branches =
    named.length > 0 ? named : await store.sessions(appId, { limit: BRANCHES, metadata: { alias: name } })
  return branches.reduce<Session | null>(
    (latest, one) => (latest && latest.lastActivityAt >= one.lastActivityAt ? latest : one),
    null,
  )
}
