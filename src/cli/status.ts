import type { Command } from 'commander'
import { connection } from './connection.js'

/** `palimpsest status <id>`: prints usage, reliability, recommendations and the handover text, as Markdown. */
export function addStatus(program: Command): void {
  program
    .command('status <session>')
    .description('print the status of a session, with a handover text for a fresh one')
    .action(async (id: string) => {
      const path = `/v1/sessions/${encodeURIComponent(id)}/status`
      console.log(String(await (await connection()).get(path, { format: 'markdown' })).trimEnd())
    })
}
