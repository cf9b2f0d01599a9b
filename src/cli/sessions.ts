import type { Command } from 'commander'
import { z } from 'zod'
import { appLabels } from './apps.js'
import { connection } from './connection.js'
import { printJson, withJson } from './output/json.js'
import { table } from './output/table.js'

const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      appId: z.string(),
      model: z.string(),
      title: z.string().nullish(),
      messageCount: z.number(),
      lastActivityAt: z.string(),
      contextStatus: z.object({ display: z.string(), compressor: z.object({ state: z.string() }) }),
    }),
  ),
  nextAfter: z.string().nullable(),
})

/** `palimpsest sessions`: lists sessions, newest first, one line each. */
export function addSessions(program: Command): void {
  withJson(program.command('sessions'))
    .description('list the sessions visible to the key, newest first')
    .option('--limit <n>', 'maximum number of sessions', '20')
    .option('--after <id>', 'start after this session')
    .action(async (options: { limit: string; after?: string; json?: boolean }) => {
      const daemon = await connection()
      const reply = await daemon.get('/v1/sessions', { limit: options.limit, after: options.after })
      if (options.json) return printJson(reply)
      const { sessions, nextAfter } = SessionList.parse(reply)
      const label = await appLabels(daemon)
      const rows = sessions.map((s) => [
        s.id,
        label(s.appId),
        s.model,
        String(s.messageCount),
        s.contextStatus.compressor.state,
        s.lastActivityAt,
        s.contextStatus.display,
        s.title ?? '',
      ])
      console.log(
        table(['SESSION', 'APP', 'MODEL', 'MESSAGES', 'COMPRESSOR', 'LAST ACTIVITY', 'CONTEXT', 'TITLE'], rows),
      )
      if (nextAfter !== null) console.log(`\nMore sessions may follow: --after ${nextAfter}`)
    })
}
