import type { Command } from 'commander'
import { z } from 'zod'
import { CommandError, connection, type Connection } from './connection.js'
import { ask } from './output/confirm.js'
import { printJson, withJson } from './output/json.js'
import { listAll } from './list-all.js'
import { table } from './output/table.js'

const App = z.object({ id: z.string(), name: z.string(), createdAt: z.string() })
const Apps = z.object({ apps: z.array(App) })
type App = z.infer<typeof App>

/** `palimpsest apps list | create | quotas`: apps are programs with their own keys and sessions. */
export function addApps(program: Command): void {
  const apps = program.command('apps').description('list or create apps, which have their own keys and sessions')
  withJson(apps.command('list', { isDefault: true }))
    .description('list all apps')
    .action(async (options: { json?: boolean }) => {
      const found = await listApps(await connection())
      if (options.json) return printJson({ apps: found })
      const rows = found.map(({ id, name, createdAt }) => [id, name, createdAt])
      console.log(table(['APP', 'NAME', 'CREATED'], rows))
    })
  withJson(apps.command('create <name>'))
    .description('create an app; create its keys with: palimpsest keys create --app <name>')
    .action(async (name: string, options: { json?: boolean }) => {
      const created = await createApp(await connection(), name)
      if (options.json) return printJson(created)
      const { id } = created
      console.log(`Created app ${id} with the name ${name}.`)
    })
  withJson(apps.command('quotas <app> [limits...]'))
    .description(
      'show what an app uses of its quotas, or set some: palimpsest apps quotas chat messages=10000 bytes=none',
    )
    .action(async (app: string, limits: string[], options: { json?: boolean }) => {
      const daemon = await connection()
      const path = `/v1/apps/${await findApp(daemon, app)}`
      const reply =
        limits.length === 0 ? await daemon.get(path) : await daemon.patch(path, { quotas: quotasIn(limits) })
      const { quotas } = Quotas.parse(reply)
      if (options.json) return printJson({ quotas })
      const rows = Object.entries(quotas).map(([name, { used, limit }]) => [
        name,
        String(used),
        String(limit ?? 'none'),
      ])
      console.log(table(['QUOTA', 'USED', 'LIMIT'], rows))
    })
}

const Quotas = z.object({ quotas: z.record(z.string(), z.object({ used: z.number(), limit: z.number().nullable() })) })

/** Parses `messages=10000`. Throws CommandError. */
function quotasIn(limits: readonly string[]): Record<string, number | null> {
  const entries = limits.map((text): [string, number | null] => {
    const [, name, value] = /^(\w+)=(\d{1,15}|none)$/.exec(text) ?? []
    if (name === undefined) throw new CommandError(`${text}: expected a quota and a number or none: messages=10000`)
    return [name, value === 'none' ? null : Number(value)]
  })
  return Object.fromEntries(entries)
}

export function listApps(daemon: Connection): Promise<App[]> {
  return listAll(daemon, '/v1/apps', (reply) => Apps.parse(reply).apps)
}

/** Creates an app. Throws CommandError if its name is in use: one name must mean one app. */
export async function createApp(daemon: Connection, name: string): Promise<App> {
  const same = (await listApps(daemon)).find((app) => app.name === name)
  if (same) throw new CommandError(`App ${same.id} has the name ${name} already. Use it with: --app ${same.id}`)
  return App.parse(await daemon.post('/v1/apps', { name }))
}

/** Returns the app with this id or name; without one the only app there is, or the one that a person at the terminal names.
 * Throws CommandError. */
export async function chooseApp(daemon: Connection, idOrName: string | undefined): Promise<App> {
  const apps = await listApps(daemon)
  const [only] = apps
  if (idOrName === undefined && apps.length === 1 && only) return only
  const names = apps
    .map(({ name }) => name)
    .sort()
    .join(', ')
  const named = idOrName ?? (await ask(`App of the key (${names}):`))
  if (named === null)
    throw new CommandError(`There are several apps: ${names}. Name one with --app, or make one with --new-app.`)
  const id = await findApp(daemon, named)
  return apps.find((app) => app.id === id)!
}

/** Returns the id of the app with this id or name. Throws CommandError if there is none, or more than one. */
export async function findApp(daemon: Connection, idOrName: string): Promise<string> {
  const apps = await listApps(daemon)
  const found = apps.find(({ id }) => id === idOrName) ?? apps.filter(({ name }) => name === idOrName)
  const [one, ...others] = Array.isArray(found) ? found : [found]
  if (!one) throw new CommandError(`No app has the id or name ${idOrName}. List them with: palimpsest apps`)
  if (others.length === 0) return one.id
  const ids = [one, ...others].map(({ id }) => id).join(', ')
  throw new CommandError(`${others.length + 1} apps have the name ${idOrName}. Use an id: ${ids}`)
}

/** Returns a function that adds its name to the id of an app. Only an admin key can read names; others see their own app
 * only, and its id is enough. */
export async function appLabels(daemon: Connection): Promise<(id: string) => string> {
  const apps = await listApps(daemon).catch((error: unknown) => {
    if (error instanceof CommandError && error.status === 403) return []
    throw error
  })
  const names = new Map(apps.map(({ id, name }) => [id, name]))
  return (id) => {
    const name = names.get(id)
    return name === undefined || name === id ? id : `${name} (${id})`
  }
}
