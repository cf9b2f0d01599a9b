import type { Command } from 'commander'
import { z } from 'zod'
import { sessionName } from '../../packages/client/src/index.js'
import { formatInteger } from '../domain/number-format.js'
import { appLabels } from './apps.js'
import { connection } from './connection.js'
import { printJson, withJson } from './output/json.js'
import { table } from './output/table.js'
import { Named } from './session/name.js'

const SessionList = z.object({
  sessions: z.array(
    Named.extend({
      id: z.string(),
      appId: z.string(),
      model: z.string(),
      messageCount: z.number(),
      lastActivityAt: z.string(),
      contextStatus: z.object({
        limit: z.number(),
        used: z.number(),
        compressions: z.number(),
        compressor: z.object({ state: z.string() }),
      }),
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
      const rows = sessions.map((session) => {
        const { limit, used, compressions, compressor } = session.contextStatus
        return [
          ...[session.id, label(session.appId), session.model, String(session.messageCount)],
          `${formatInteger(used)}/${formatInteger(limit)} (${Math.round((used / limit) * 100)}%)`,
          ...[String(compressions), compressor.state, `${session.lastActivityAt.slice(0, 16).replace('T', ' ')}Z`],
          sessionName(session) ?? '',
        ]
      })
      const headings = ['SESSION', 'APP', 'MODEL', 'MESSAGES', 'TOKENS', 'COMPRESSIONS', 'COMPRESSOR', 'ACTIVE', 'NAME']
      console.log(table(headings, rows))
      if (nextAfter !== null) console.log(`\nMore sessions may follow: --after ${nextAfter}`)
    })
}
