import { signal } from '@preact/signals'
import { take, type PalimpsestClient } from '@palimpsest/client'

/** The apps that the key may see, by id. An admin sees all of them, other keys none: all their sessions are of one. */

export const apps = signal<ReadonlyMap<string, string>>(new Map())

const PAGE = 200

/** Reads the names of all apps. Throws what the daemon refuses. */
export async function readApps({ api }: PalimpsestClient, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let after: string | undefined; ;) {
    const query = { limit: PAGE, ...(after !== undefined && { after }) }
    const page = await take(api.GET('/v1/apps', { params: { query }, ...(signal && { signal }) }))
    for (const { id, name } of page.apps) found.set(id, name || id)
    if (page.nextAfter === null) return (apps.value = found)
    after = page.nextAfter
  }
}

/** Returns the name of an app, else its id. */
export const appName = (appId: string): string => apps.value.get(appId) ?? appId
