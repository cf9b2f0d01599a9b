import type { Command } from 'commander'
import { z } from 'zod'
import { isNumeral } from '../../domain/texts.js'
import { pluralize } from '../../domain/number-format.js'
import { findApp } from '../apps.js'
import { CommandError, connection, type Connection } from '../connection.js'
import { printJson, withJson } from '../output/json.js'

const App = z.object({ id: z.string(), retentionDays: z.number().nullable() })

/** `palimpsest retention APP [DAYS]`: shows or sets how long an app keeps idle sessions. */
export function addRetention(program: Command): void {
  withJson(program.command('retention [app] [days]'))
    .description('show or set after how many idle days the sessions of an app are deleted; none: they stay')
    .action(async (app = 'default', days: string | undefined, options: { json?: boolean }) => {
      const daemon = await connection()
      const path = `/v1/apps/${encodeURIComponent(await appIdOf(daemon, app))}`
      const reply =
        days === undefined ? await daemon.get(path) : await daemon.patch(path, { retentionDays: daysIn(days) })
      const { id, retentionDays } = App.parse(reply)
      if (options.json) return printJson({ appId: id, retentionDays })
      const rule =
        retentionDays === null
          ? 'Idle sessions stay.'
          : `Sessions without activity for ${pluralize(retentionDays, 'day')} are named by session-expiring and deleted a day later.`
      console.log(`App ${id}: ${rule}`)
    })
}

/** Only an admin key lists apps. Another one names its own by the id. */
function appIdOf(daemon: Connection, app: string): Promise<string> {
  return findApp(daemon, app).catch((error: unknown) => {
    if (error instanceof CommandError && error.status === 403) return app
    throw error
  })
}

/** Throws CommandError. */
function daysIn(text: string): number | null {
  if (text === 'none') return null
  if (!isNumeral(text) || text.startsWith('0') || text.length > 5)
    throw new CommandError(`retention: expected a number of days or none, received ${text}.`)
  return Number(text)
}
