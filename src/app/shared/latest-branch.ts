import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../../ports/ports.js'

/** Returns the session with a client's name, or else with that alias. At a door, an edited history becomes a session of
 * its own that keeps the name of the conversation in its metadata: the branch that was active last is the one. Returns
 * null if there is none. */
export async function latestBranch(
  { store }: { store: Pick<Ports['store'], 'sessionByExternalId' | 'latestSessions'> },
  appId: string,
  name: string,
): Promise<Session | null> {
  const [first, [fork = null]] = await Promise.all([
    store.sessionByExternalId(appId, name),
    store.latestSessions(appId, { conversation: name }, 1),
  ])
  if (!first) return fork ?? (await store.latestSessions(appId, { alias: name }, 1))[0] ?? null
  return fork && fork.lastActivityAt > first.lastActivityAt ? fork : first
}
