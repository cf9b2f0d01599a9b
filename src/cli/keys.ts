import type { Command } from 'commander'
import { z } from 'zod'
import { appLabels, createApp, findApp } from './apps.js'
import { connection } from './connection.js'
import { listAll } from './list-all.js'
import { table } from './table.js'

const NewKey = z.object({ id: z.string(), key: z.string(), appId: z.string(), role: z.string() })
const KeyList = z.object({
  keys: z.array(z.object({ id: z.string(), appId: z.string(), role: z.string(), createdAt: z.string() })),
})

/** `palimpsest keys create | list | delete`. A key is shown only once, at creation. The daemon stores its hash. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('manage the keys of apps')
  keys
    .command('create')
    .description('create a key; it is shown only once')
    .option('--app <app>', 'id or name of the app of the key', 'default')
    .option('--new-app <name>', 'create an app with this name for the key')
    .option('--role <role>', 'admin, app or viewer', 'app')
    .action(async (options: { app: string; newApp?: string; role: string }) => {
      const daemon = await connection()
      const appId =
        options.newApp === undefined ? await findApp(daemon, options.app) : (await createApp(daemon, options.newApp)).id
      const created = NewKey.parse(await daemon.post('/v1/keys', { appId, role: options.role }))
      console.log(`${created.key}\n`)
      console.log(
        `Created key ${created.id} for app ${created.appId} with role ${created.role}. It cannot be shown again.`,
      )
    })
  keys
    .command('list')
    .description('list keys (secrets omitted)')
    .option('--app <app>', 'only keys of the app with this id or name')
    .action(async (options: { app?: string }) => {
      const daemon = await connection()
      const appId = options.app === undefined ? undefined : await findApp(daemon, options.app)
      const label = await appLabels(daemon)
      const found = await listAll(daemon, '/v1/keys', (reply) => KeyList.parse(reply).keys, { appId })
      const rows = found.map((key) => [key.id, label(key.appId), key.role, key.createdAt])
      console.log(table(['KEY', 'APP', 'ROLE', 'CREATED'], rows))
    })
  keys
    .command('delete <id>')
    .description('delete a key')
    .action(async (id: string) => {
      await (await connection()).remove(`/v1/keys/${encodeURIComponent(id)}`)
      console.log(`Deleted key ${id}.`)
    })
}
