import { hash } from 'node:crypto'
import { DomainError } from '../../domain/errors.js'
import type { App, Key, KeyRole, NewKey, Ports } from '../../ports/ports.js'
import { auditEntry } from '../shared/audit-entry.js'
import { required } from '../shared/read-session.js'

/** Apps and their keys. A key is shown once, when it is created; only its SHA-256 is stored. */

/** The app that an admin acts as by default. It always exists. */
export const DEFAULT_APP_ID = 'default'
const KEY_PREFIX = 'pal_'

type Needs = Pick<Ports, 'store' | 'ids' | 'clock' | 'actor'>

/** Returns the lower-case hex SHA-256. A plain hash is enough: 32 random bytes cannot be found by guessing. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

export async function createApp(ports: Needs, name: string): Promise<App> {
  const app: App = { id: ports.ids.make('app'), name, createdAt: ports.clock.now() }
  const act = { action: 'app-created', appId: app.id, target: app.id, details: { name } } as const
  await ports.store.insertApp(app, auditEntry(ports, act))
  return app
}

/** Creates the default app if it is missing. Safe when several daemons start at once on one database. */
export async function ensureDefaultApp({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<void> {
  if (await store.app(DEFAULT_APP_ID)) return
  try {
    await store.insertApp({ id: DEFAULT_APP_ID, name: DEFAULT_APP_ID, createdAt: clock.now() })
  } catch (error) {
    // Another daemon may have created it first. Any other error is a real failure.
    if (!(await store.app(DEFAULT_APP_ID))) throw error
  }
}

/** Returns an app. Throws not_found if it is unknown. */
export async function requireApp({ store }: Pick<Ports, 'store'>, appId: string): Promise<App> {
  return required(await store.app(appId), 'app', appId)
}

/** Returns the app with this id, or the only one with this name. Throws not_found. */
export async function requireAppCalled({ store }: Pick<Ports, 'store'>, idOrName: string): Promise<App> {
  const [first, second] = await store.appsCalled(idOrName)
  if (!first) throw new DomainError('not_found', `No app has the id or name ${idOrName}.`, { app: idOrName })
  if (second && first.id !== idOrName)
    throw new DomainError('not_found', `Several apps are named ${idOrName}: use the id of one, such as ${first.id}.`, {
      app: idOrName,
    })
  return first
}

interface SecretOfKey {
  key: Key
  secret: string
}

/** Creates a key. `secret` is the complete key as clients send it. Throws not_found for an unknown app. */
export async function createKey(ports: Needs, { appId, role }: { appId: string; role: KeyRole }): Promise<SecretOfKey> {
  await requireApp(ports, appId)
  const key: NewKey = { id: ports.ids.make('key'), appId, role, createdAt: ports.clock.now() }
  const secret = KEY_PREFIX + ports.ids.secret()
  const act = { action: 'key-created', appId, target: key.id, details: { role } } as const
  await ports.store.insertKey(key, hashSecret(secret), auditEntry(ports, act))
  return { key: { ...key, lastUsedAt: null, previousSecretUntil: null }, secret }
}

/** Gives a key a new secret. The one before stays valid for `graceSeconds`. Throws not_found if the key is unknown. */
export async function rotateKey(
  ports: Needs,
  { id, graceSeconds }: { id: string; graceSeconds: number },
): Promise<SecretOfKey> {
  const secret = KEY_PREFIX + ports.ids.secret()
  const audit = auditEntry(ports, { action: 'key-rotated', appId: null, target: id, details: { graceSeconds } })
  const key = required(await ports.store.rotateKey(id, hashSecret(secret), graceSeconds, audit), 'key', id)
  return { key, secret }
}

/** Deletes a key. Throws not_found if it is unknown. */
export async function deleteKey(ports: Needs, id: string): Promise<void> {
  const audit = auditEntry(ports, { action: 'key-deleted', appId: null, target: id })
  if (!(await ports.store.deleteKey(id, audit))) throw new DomainError('not_found', `No key with id ${id}.`, { id })
}
