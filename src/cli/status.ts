import type { Command } from 'commander'
import { connection } from './connection.js'

/** `palimpsest status <id>`: usage, reliability, what is advised, and the hand-over to a fresh session, as Markdown. */
export function addStatus(program: Command): void {
  program
    .command('status <session>')
    .description('a session in one reading, with the hand-over to a fresh one')
    .action(async (id: string) => {
      const path = `/v1/sessions/${encodeURIComponent(id)}/status`
      console.log(String(await (await connection()).get(path, { format: 'markdown' })).trimEnd())
    })
}
