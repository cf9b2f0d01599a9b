import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { take, type PalimpsestClient } from '@palimpsest/client'
import { faultOf } from './connection.js'
import { useHealing } from './healing.js'
import { sessions } from './sessions.js'

/** Names of the apps that the key may see, by id. An admin sees all; other keys none, because their sessions are of one. */

export const apps = signal<ReadonlyMap<string, string>>(new Map())

const PAGE = 200

/** Reads the apps for an admin, once. @param client null: the key may not see them
 * @returns why they cannot be read, until they are */
export function useApps(client: PalimpsestClient | null): { fault: string | null; reload: () => void } {
  const [fault, setFault] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const reload = () => setTries((count) => count + 1)
  // An app that was made later.
  const unknown = client && sessions.value.rows.find((row) => !apps.value.has(row.appId))?.appId
  useEffect(() => {
    if (client === null || (!unknown && tries === 0 && apps.value.size > 0)) return
    const ended = new AbortController()
    readApps(client, ended.signal).then(
      (found) => {
        apps.value = found
        setFault(null)
      },
      (error: unknown) => !ended.signal.aborted && setFault(faultOf(error)),
    )
    return () => ended.abort()
  }, [client, tries, unknown])
  useHealing(fault, reload)
  return { fault, reload }
}

async function readApps({ api }: PalimpsestClient, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let after: string | undefined; ;) {
    const query = { limit: PAGE, ...(after !== undefined && { after }) }
    const page = await take(api.GET('/v1/apps', { params: { query }, signal }))
    for (const { id, name } of page.apps) found.set(id, name || id)
    if (page.nextAfter === null) return found
    after = page.nextAfter
  }
}

/** Returns the name of an app, else its id. */
export const appName = (appId: string): string => apps.value.get(appId) ?? appId

/** Returns what addresses call an app: its name, or its id if another app has the same name. */
export function appAddress(appId: string): string {
  const name = appName(appId)
  return [...apps.value.values()].filter((one) => one === name).length > 1 ? appId : name
}

/** Returns the id of an app by its name or id; undefined if there is none. */
export const appByAddress = (text: string): string | undefined =>
  apps.value.has(text) ? text : [...apps.value].find(([, name]) => name === text)?.[0]
