import type { Command } from 'commander'
import { connection } from './connection.js'
import { sessionPath } from './session/find.js'
import { printJson, withJson } from './output/json.js'

/** `palimpsest status <id>`: prints usage, reliability, recommendations and the handover text, as Markdown. */
export function addStatus(program: Command): void {
  withJson(program.command('status <session>'))
    .description('print the status of a session, with a handover text for a fresh one')
    .action(async (name: string, options: { json?: boolean }) => {
      const daemon = await connection()
      const path = `${await sessionPath(daemon, name)}/status`
      if (options.json) return printJson(await daemon.get(path, { format: 'json' }))
      console.log(String(await daemon.get(path, { format: 'markdown' })).trimEnd())
    })
}
