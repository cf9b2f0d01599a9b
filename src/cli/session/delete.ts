import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { withoutLast } from '../../domain/signs.js'
import { pluralize } from '../../domain/number-format.js'
import { findApp } from '../apps.js'
import { CommandError, connection } from '../connection.js'
import { confirm } from '../output/confirm.js'
import { printJson, withJson } from '../output/json.js'
import { sessionPath } from './find.js'

const Session = z.object({ id: z.string(), externalId: z.string().nullable(), messageCount: z.number() })
const Deletion = z.object({
  id: z.string(),
  state: z.enum(['running', 'done']),
  removed: z.record(z.string(), z.number()),
})
/** Names of the counts whose name in the report is not the plural of a word. */
const COUNTED: Record<string, readonly [one: string, many: string]> = {
  searchRows: ['row of the search index', 'rows of the search index'],
  standingEntries: ['standing entry', 'standing entries'],
}
/** How long the command waits for the end of a deletion. Workers go on without it. */
const WAIT_MS = 60_000
const POLL_MS = 500
const Deleted = z.object({ sessionId: z.string(), removed: z.record(z.string(), z.number()) })

interface Options {
  user?: string
  scope?: string
  app?: string
  yes?: boolean
  json?: boolean
}

/** `palimpsest delete SESSION`, `--user ID` or `--scope SCOPE`: deletes a session, or in an app all about a person or of a memory scope, after a
 * question. */
export function addDelete(program: Command): void {
  withJson(program.command('delete [session]'))
    .description(
      'delete a session with its whole history, or everything about one user or of one memory scope; it cannot be undone',
    )
    .option('--user <id>', 'instead of a session: all sessions of this user, and what the user stated in their scopes')
    .option('--scope <scope>', 'instead of a session: all sessions of this memory scope, and its standing entries')
    .option(
      '--app <app>',
      'with --user or --scope: id or name of the app; default: that of the key, or the app default',
    )
    .option('--yes', 'do not ask')
    .action(async (name: string | undefined, options: Options) => {
      const { user, scope, app } = options
      if ([name, user, scope].filter((one) => one !== undefined).length !== 1)
        throw new CommandError('Name either a session or --user ID or --scope SCOPE: palimpsest delete thread-1')
      if (user !== undefined) return deleteAll(options, { body: { user }, what: `about user ${user}`, hint: USER_HINT })
      if (scope !== undefined)
        return deleteAll(options, { body: { memoryScope: scope }, what: `of scope ${scope}`, hint: '' })
      if (app !== undefined) throw new CommandError('--app goes with --user or --scope. A session is named by its id.')
      const daemon = await connection()
      const path = await sessionPath(daemon, name!)
      const { id, externalId, messageCount } = Session.parse(await daemon.get(path))
      const what = `session ${id}${externalId === null ? '' : ` (${externalId})`} with ${pluralize(messageCount, 'message')}`
      if (!options.yes) await confirm(`Delete ${what}? It cannot be undone.`)
      const reply = await daemon.remove(path)
      if (options.json) return printJson(reply)
      console.log(`Deleted ${what}.`)
      console.log(`Removed: ${countsText(Deleted.parse(reply).removed)}.`)
    })
}

const USER_HINT = ' A session belongs to a user by metadata.user, or by the id that its client sends to a door.'

/** Deletes the sessions of a user or scope, waits for the end, and prints the report. Throws CommandError. */
async function deleteAll(
  { app, yes, json }: Options,
  { body, what, hint }: { body: object; what: string; hint: string },
): Promise<void> {
  const appId = app === undefined ? undefined : await findApp(await connection(), app)
  const daemon = await connection(appId)
  const where = app === undefined ? 'in the app of this key' : `in app ${app}`
  if (!yes) await confirm(`Delete everything ${what} ${where}? It cannot be undone.`)
  const until = Date.now() + WAIT_MS
  let reply = await daemon.post('/v1/deletions', body)
  let deletion = Deletion.parse(reply)
  while (deletion.state === 'running' && Date.now() < until) {
    await setTimeout(POLL_MS)
    reply = await daemon.get(`/v1/deletions/${deletion.id}`)
    deletion = Deletion.parse(reply)
  }
  if (json) return printJson(reply)
  const { id, state, removed } = deletion
  if (state === 'running')
    console.log(`The deletion goes on in the daemon, and after a restart. Removed so far: ${countsText(removed)}.`)
  else if (Object.values(removed).every((count) => count === 0)) console.log(`Nothing is kept ${what} ${where}.${hint}`)
  else console.log(`Deleted everything ${what} ${where}: ${countsText(removed)}.`)
  console.log(`Report: GET /v1/deletions/${id}`)
}

function countsText(removed: Record<string, number>): string {
  const counts = Object.entries(removed).filter(([, count]) => count > 0)
  const text = ([what, count]: [string, number]) =>
    pluralize(count, ...(COUNTED[what] ?? [withoutLast(what, 's'), what]))
  return counts.map(text).join(', ') || 'no records'
}
