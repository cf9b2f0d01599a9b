import type { Command } from 'commander'
import { connection } from './connection.js'

/** `palimpsest log <id>`: prints the session log, one line per change. */
export function addLog(program: Command): void {
  program
    .command('log <session>')
    .description('print the changes to a session, newest last')
    .option('--last <n>', 'number of events', '50')
    .action(async (id: string, { last }: { last: string }) => {
      const path = `/v1/sessions/${encodeURIComponent(id)}/log`
      console.log(String(await (await connection()).get(path, { format: 'markdown', last })).trimEnd())
    })
}
