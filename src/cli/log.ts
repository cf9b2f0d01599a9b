import type { Command } from 'commander'
import { connection } from './connection.js'
import { sessionPath } from './session/find.js'
import { printJson, withJson } from './output/json.js'

/** `palimpsest log <id>`: prints the session log, one line per change. */
export function addLog(program: Command): void {
  withJson(program.command('log <session>'))
    .description('print the changes to a session, newest last')
    .option('--last <n>', 'number of events', '50')
    .action(async (name: string, { last, json }: { last: string; json?: boolean }) => {
      const daemon = await connection()
      const path = `${await sessionPath(daemon, name)}/log`
      if (json) return printJson(await daemon.get(path, { format: 'json', last }))
      console.log(String(await daemon.get(path, { format: 'markdown', last })).trimEnd())
    })
}
