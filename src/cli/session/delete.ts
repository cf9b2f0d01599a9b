import type { Command } from 'commander'
import { z } from 'zod'
import { pluralize } from '../../domain/number-format.js'
import { connection } from '../connection.js'
import { confirm } from '../output/confirm.js'
import { printJson, withJson } from '../output/json.js'
import { sessionPath } from './find.js'

const Session = z.object({ id: z.string(), externalId: z.string().nullable(), messageCount: z.number() })
const Deleted = z.object({ sessionId: z.string(), removed: z.record(z.string(), z.number()) })

/** `palimpsest delete SESSION`: deletes a session with its whole history, after a question. */
export function addDelete(program: Command): void {
  withJson(program.command('delete <session>'))
    .description('delete a session with its whole history; it cannot be undone')
    .option('--yes', 'do not ask')
    .action(async (name: string, options: { yes?: boolean; json?: boolean }) => {
      const daemon = await connection()
      const path = await sessionPath(daemon, name)
      const { id, externalId, messageCount } = Session.parse(await daemon.get(path))
      const what = `session ${id}${externalId === null ? '' : ` (${externalId})`} with ${pluralize(messageCount, 'message')}`
      if (!options.yes) await confirm(`Delete ${what}? It cannot be undone.`)
      const reply = await daemon.remove(path)
      if (options.json) return printJson(reply)
      const { removed } = Deleted.parse(reply)
      const counts = Object.entries(removed).filter(([, count]) => count > 0)
      console.log(`Deleted ${what}.`)
      console.log(`Removed: ${counts.map(([what, count]) => `${count} ${what}`).join(', ') || 'no records'}.`)
    })
}
