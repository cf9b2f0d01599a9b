import type { Command } from 'commander'
import { z } from 'zod'
import { connection } from './connection.js'
import { table } from './table.js'

const NewKey = z.object({ id: z.string(), key: z.string(), appId: z.string(), role: z.string() })
const KeyList = z.object({
  keys: z.array(z.object({ id: z.string(), appId: z.string(), role: z.string(), createdAt: z.string() })),
})
const NewApp = z.object({ id: z.string() })

/** `palimpsest keys create | list | delete`. A key is shown once, when it is made; the daemon keeps its hash. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('keys of apps')
  keys
    .command('create')
    .description('make a key; it is shown this once')
    .option('--app <id>', 'app the key belongs to', 'default')
    .option('--new-app <name>', 'make an app of this name first, and the key for it')
    .option('--role <role>', 'admin, app or viewer', 'app')
    .action(async (options: { app: string; newApp?: string; role: string }) => {
      const daemon = await connection()
      const appId =
        options.newApp === undefined
          ? options.app
          : NewApp.parse(await daemon.post('/v1/apps', { name: options.newApp })).id
      const created = NewKey.parse(await daemon.post('/v1/keys', { appId, role: options.role }))
      console.log(`${created.key}\n`)
      console.log(`Key ${created.id} of app ${created.appId}, role ${created.role}. It cannot be shown again.`)
    })
  keys
    .command('list')
    .description('keys there are, without their secrets')
    .option('--app <id>', 'only those of this app')
    .action(async (options: { app?: string }) => {
      const { keys: found } = KeyList.parse(
        await (await connection()).get('/v1/keys', { appId: options.app, limit: '100' }),
      )
      console.log(
        table(
          ['KEY', 'APP', 'ROLE', 'MADE'],
          found.map((key) => [key.id, key.appId, key.role, key.createdAt]),
        ),
      )
    })
  keys
    .command('delete <id>')
    .description('end a key at once')
    .action(async (id: string) => {
      await (await connection()).remove(`/v1/keys/${encodeURIComponent(id)}`)
      console.log(`Key ${id} is gone.`)
    })
}
