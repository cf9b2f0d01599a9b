import type { Command } from 'commander'
import { connection } from './connection.js'

/** `palimpsest log <id>`: what was done to a session, a line for each act. */
export function addLog(program: Command): void {
  program
    .command('log <session>')
    .description('what was done to a session, newest last')
    .option('--last <n>', 'how many events', '50')
    .action(async (id: string, { last }: { last: string }) => {
      const path = `/v1/sessions/${encodeURIComponent(id)}/log`
      console.log(String(await (await connection()).get(path, { format: 'markdown', last })).trimEnd())
    })
}
