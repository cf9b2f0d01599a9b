import { createHash } from 'node:crypto'
import { DomainError } from '../../domain/errors.js'
import type { App, Key, KeyRole, Ports } from '../ports/ports.js'
import { required } from '../shared/read-session.js'

/** Apps and their keys. A key is shown once, when it is made; what is kept is its SHA-256. */

/** The app an admin acts as when none is named; it always exists. */
export const DEFAULT_APP_ID = 'default'
const KEY_PREFIX = 'pal_'

/** Lower-case hex SHA-256. Keys and tickets are 32 random bytes, so a plain hash cannot be searched backwards. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

export async function createApp(
  { store, ids, clock }: Pick<Ports, 'store' | 'ids' | 'clock'>,
  name: string,
): Promise<App> {
  const app: App = { id: ids.make('app'), name, createdAt: clock.now() }
  await store.insertApp(app)
  return app
}

/** Idempotent, also when several daemons start at once on one database. */
export async function ensureDefaultApp({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<void> {
  if (await store.app(DEFAULT_APP_ID)) return
  try {
    await store.insertApp({ id: DEFAULT_APP_ID, name: DEFAULT_APP_ID, createdAt: clock.now() })
  } catch (error) {
    // Another daemon may have been quicker; anything else is a real failure.
    if (!(await store.app(DEFAULT_APP_ID))) throw error
  }
}

/** Throws not_found for an unknown app. */
export async function requireApp({ store }: Pick<Ports, 'store'>, appId: string): Promise<App> {
  return required(await store.app(appId), 'app', appId)
}

/** Throws not_found for an unknown app. `secret` is the whole key as a client sends it. */
export async function createKey(
  ports: Pick<Ports, 'store' | 'ids' | 'clock'>,
  { appId, role }: { appId: string; role: KeyRole },
): Promise<{ key: Key; secret: string }> {
  await requireApp(ports, appId)
  const key: Key = { id: ports.ids.make('key'), appId, role, createdAt: ports.clock.now() }
  const secret = KEY_PREFIX + ports.ids.secret()
  await ports.store.insertKey(key, hashSecret(secret))
  return { key, secret }
}

/** Throws not_found. */
export async function deleteKey({ store }: Pick<Ports, 'store'>, id: string): Promise<void> {
  if (!(await store.deleteKey(id))) throw new DomainError('not_found', `There is no key ${id}.`, { id })
}
