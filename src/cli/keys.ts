import { Option, type Command } from 'commander'
import { z } from 'zod'
import { appLabels, chooseApp, createApp, findApp } from './apps.js'
import { CommandError, connection } from './connection.js'
import { printJson, withJson } from './output/json.js'
import { listAll } from './list-all.js'
import { table } from './output/table.js'

const NewKey = z.object({
  ...{ id: z.string(), key: z.string(), appId: z.string(), role: z.string() },
  previousSecretUntil: z.string().nullable().default(null),
})
const KeyList = z.object({
  keys: z.array(
    z.object({
      ...{ id: z.string(), appId: z.string(), role: z.string(), createdAt: z.string() },
      // A daemon of an earlier version has neither.
      lastUsedAt: z.string().nullable().default(null),
      previousSecretUntil: z.string().nullable().default(null),
    }),
  ),
})

/** `palimpsest keys create | list | rotate | delete`. A secret is shown only once. The daemon stores its hash. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('manage the keys of apps')
  withJson(keys.command('create'))
    .description('create a key of an app; it is shown only once')
    .option('--app <app>', 'id or name of the app of the key; asked for if there are several')
    .option('--new-app <name>', 'create an app with this name for the key')
    .addOption(new Option('--role <role>', 'what the key may do').choices(['admin', 'app', 'viewer']).default('app'))
    .action(async (options: { app?: string; newApp?: string; role: string; json?: boolean }) => {
      if (options.app !== undefined && options.newApp !== undefined)
        throw new CommandError('Use either --app or --new-app.')
      const daemon = await connection()
      const app =
        options.newApp === undefined ? await chooseApp(daemon, options.app) : await createApp(daemon, options.newApp)
      const created = NewKey.parse(await daemon.post('/v1/keys', { appId: app.id, role: options.role }))
      if (options.json) return printJson(created)
      console.log(`${created.key}\n`)
      const name = app.name === app.id ? app.id : `${app.name} (${app.id})`
      console.log(`Created key ${created.id} for app ${name} with role ${created.role}. It cannot be shown again.`)
    })
  withJson(keys.command('list'))
    .description('list keys (secrets omitted)')
    .option('--app <app>', 'only keys of the app with this id or name')
    .action(async (options: { app?: string; json?: boolean }) => {
      const daemon = await connection()
      const appId = options.app === undefined ? undefined : await findApp(daemon, options.app)
      const found = await listAll(daemon, '/v1/keys', (reply) => KeyList.parse(reply).keys, { appId })
      if (options.json) return printJson({ keys: found })
      const label = await appLabels(daemon)
      const rows = found.map((key) => [
        ...[key.id, label(key.appId), key.role, key.createdAt, key.lastUsedAt ?? 'never'],
        key.previousSecretUntil ?? '-',
      ])
      console.log(table(['KEY', 'APP', 'ROLE', 'CREATED', 'LAST USED', 'OLD SECRET UNTIL'], rows))
    })
  withJson(keys.command('rotate <id>'))
    .description('give a key a new secret; it is shown only once')
    .option('--grace <time>', 'how long the present secret stays valid, such as 90s, 30m, 12h or 7d', '0')
    .action(async (id: string, options: { grace: string; json?: boolean }) => {
      const graceSeconds = secondsOf(options.grace)
      const daemon = await connection()
      const rotated = NewKey.parse(await daemon.post(`/v1/keys/${encodeURIComponent(id)}/rotate`, { graceSeconds }))
      if (options.json) return printJson(rotated)
      console.log(`${rotated.key}\n`)
      const { previousSecretUntil: until } = rotated
      const end = until === null ? 'The old one is no longer valid.' : `The old one is valid until ${until}.`
      console.log(`Key ${id} has a new secret. It cannot be shown again. ${end}`)
    })
  withJson(keys.command('delete <id>'))
    .description('delete a key')
    .action(async (id: string, options: { json?: boolean }) => {
      await (await connection()).remove(`/v1/keys/${encodeURIComponent(id)}`)
      if (options.json) return printJson({ deleted: id })
      console.log(`Deleted key ${id}.`)
    })
}

const UNIT_SECONDS: Record<string, number> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 }

/** Throws CommandError. */
function secondsOf(text: string): number {
  const match = /^(\d{1,7})([smhd]?)$/.exec(text)
  if (!match) throw new CommandError(`--grace: expected a time such as 90s, 30m, 12h or 7d, received ${text}.`)
  return Number(match[1]) * UNIT_SECONDS[match[2]!]!
}
