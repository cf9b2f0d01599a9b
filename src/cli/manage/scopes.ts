import { Option, type Command } from 'commander'
import { z } from 'zod'
import { pluralize } from '../../domain/number-format.js'
import { STANDING_KINDS } from '../../domain/standing/entry.js'
import { connection } from '../connection.js'
import { listAll } from '../list-all.js'
import { printJson, withJson } from '../output/json.js'
import { shellWord } from '../output/shell-word.js'
import { table } from '../output/table.js'
import { confirm } from '../output/confirm.js'

const Entry = z.looseObject({ id: z.string(), kind: z.string(), text: z.string(), state: z.string(), at: z.string() })
const Entries = z.object({ entries: z.array(Entry) })
const Deleted = z.object({ entries: z.number(), sessions: z.number(), keptSessions: z.number() })

const Scopes = z.object({
  scopes: z.array(z.looseObject({ scope: z.string(), openEntries: z.number(), newestSession: z.string().nullable() })),
})

const pathOf = (scope: string) => `/v1/scopes/${encodeURIComponent(scope)}`

/** `palimpsest scopes show | add | end | delete`: what people stated for all sessions of a memory scope. [M11] */
export function addScopes(program: Command): void {
  const scopes = program.command('scopes').description('read and change what holds in all sessions of a memory scope')
  withJson(scopes.command('list'))
    .description('list the scopes that have sessions')
    .action(async ({ json }: { json?: boolean }) => {
      const daemon = await connection()
      const found = await listAll(daemon, '/v1/scopes', (reply) => Scopes.parse(reply).scopes)
      if (json) return printJson({ scopes: found })
      if (found.length === 0) return console.log('No session has a memory scope.')
      console.log(
        table(
          ['SCOPE', 'OPEN', 'NEWEST SESSION'],
          found.map((one) => [one.scope, String(one.openEntries), one.newestSession ?? '-']),
        ),
      )
    })
  withJson(scopes.command('show <scope>'))
    .description(
      'list the rules, preferences, decisions and facts of a scope, newest first; or everything that is kept of it',
    )
    .option('--page', 'everything that is kept: entries, sessions, and counts, as Markdown')
    .addOption(new Option('--state <state>', 'only entries in this state').choices(['open', 'superseded', 'ended']))
    .action(async (scope: string, { state, json, page }: { state?: string; json?: boolean; page?: boolean }) => {
      const daemon = await connection()
      if (page) {
        if (json) return printJson(await daemon.get(pathOf(scope)))
        return console.log(String(await daemon.get(pathOf(scope), { format: 'markdown' })).trimEnd())
      }
      const itemsOf = (reply: unknown) => Entries.parse(reply).entries
      const entries = await listAll(daemon, `${pathOf(scope)}/entries`, itemsOf, { state })
      if (json) return printJson({ scope, entries })
      if (entries.length === 0) return console.log(`Nothing is stated for ${scope}.`)
      const rows = entries.map((one) => [one.id, one.kind, one.state, one.at.slice(0, 10), one.text])
      console.log(table(['ENTRY', 'KIND', 'STATE', 'DATE', 'WORDS'], rows))
    })
  withJson(scopes.command('add <scope> <text>'))
    .description('add an entry; a newer one on the same subject supersedes an older one')
    .addOption(new Option('--kind <kind>', 'kind of the entry').choices(STANDING_KINDS).default('fact'))
    .action(async (scope: string, text: string, { kind, json }: { kind: string; json?: boolean }) => {
      const reply = await (await connection()).post(`${pathOf(scope)}/entries`, { kind, text })
      if (json) return printJson(reply)
      console.log(Entry.parse(reply).id)
    })
  withJson(scopes.command('end <scope> <entry>'))
    .description('end an entry: it no longer holds, and stays readable')
    .action(async (scope: string, entry: string, { json }: { json?: boolean }) => {
      const path = `${pathOf(scope)}/entries/${encodeURIComponent(entry)}`
      const reply = await (await connection()).patch(path, { state: 'ended' })
      if (json) return printJson(reply)
      console.log(`Ended ${entry}.`)
    })
  withJson(scopes.command('delete <scope>'))
    .description(
      'delete all entries of a scope and what its sessions recalled from each other, not their messages; it cannot be undone',
    )
    .option('--yes', 'do not ask')
    .action(async (scope: string, { yes, json }: { yes?: boolean; json?: boolean }) => {
      if (!yes) await confirm(`Delete the scope ${scope}? It cannot be undone.`)
      const reply = await (await connection()).remove(pathOf(scope))
      if (json) return printJson(reply)
      console.log(deletedText(scope, Deleted.parse(reply)))
    })
}

/** Says what was deleted, and how to delete what is kept. */
function deletedText(scope: string, { entries, sessions, keptSessions }: z.infer<typeof Deleted>): string {
  const deleted = `Deleted ${pluralize(entries, 'standing entry', 'standing entries')} of ${scope}, and what ${pluralize(sessions, 'context')} showed of it.`
  if (keptSessions === 0) return deleted
  const name = shellWord(scope)
  return (
    `${deleted}\n${pluralize(keptSessions, 'session')} of the scope still ${keptSessions === 1 ? 'has its' : 'have their'} messages. ` +
    `List: palimpsest scopes show --page ${name}. Delete: palimpsest delete --scope ${name}`
  )
}
