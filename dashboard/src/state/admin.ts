import { take, type components, type PalimpsestClient } from '@palimpsest/client'

/** What an admin key manages: apps with their settings, and their keys. */

export type App = components['schemas']['AppDetails']
export type Key = components['schemas']['Key']
export type Role = Key['role']

const PAGE = 200
/** Apps whose settings are read. Each is one request. */
export const APPS_MAX = 100

export async function readAdmin(
  { api }: PalimpsestClient,
  signal: AbortSignal,
): Promise<{ apps: App[]; isMore: boolean }> {
  const page = await take(api.GET('/v1/apps', { params: { query: { limit: APPS_MAX } }, signal }))
  const apps: App[] = []
  for (const { id: appId } of page.apps)
    apps.push(await take(api.GET('/v1/apps/{appId}', { params: { path: { appId } }, signal })))
  return { apps, isMore: page.nextAfter !== null }
}

/** Returns every key, newest last. */
export async function readKeys({ api }: PalimpsestClient, signal: AbortSignal): Promise<Key[]> {
  const all: Key[] = []
  for (let after: string | null | undefined; after !== null;) {
    const query = { limit: PAGE, ...(after !== undefined && { after }) }
    const page = await take(api.GET('/v1/keys', { params: { query }, signal }))
    all.push(...(page.keys as Key[]))
    after = page.nextAfter
  }
  return all
}

export async function createApp({ api }: PalimpsestClient, name: string): Promise<void> {
  await take(api.POST('/v1/apps', { body: { name } }))
}

/** Returns the secret, which the service does not keep. */
export async function createKey({ api }: PalimpsestClient, body: { appId: string; role: Role }): Promise<string> {
  return (await take(api.POST('/v1/keys', { body }))).key
}

/** Gives a key a new secret. The present one stays valid for so many seconds. Returns the new one. */
export async function rotateKey({ api }: PalimpsestClient, keyId: string, graceSeconds: number): Promise<string> {
  const params = { path: { keyId } }
  return (await take(api.POST('/v1/keys/{keyId}/rotate', { params, body: { graceSeconds } }))).key
}

export async function deleteKey({ api }: PalimpsestClient, keyId: string): Promise<void> {
  await take(api.DELETE('/v1/keys/{keyId}', { params: { path: { keyId } } }))
}

type Change = components['schemas']['UpdateApp']

export async function updateApp({ api }: PalimpsestClient, appId: string, change: Change): Promise<void> {
  await take(api.PATCH('/v1/apps/{appId}', { params: { path: { appId } }, body: change }))
}
