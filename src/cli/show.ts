import type { Command } from 'commander'
import { z } from 'zod'
import { formatInteger, pluralize } from '../domain/number-format.js'
import { appLabels } from './apps.js'
import { connection } from './connection.js'
import { sessionPath } from './session/find.js'
import { printJson, withJson } from './output/json.js'
import { listAll } from './list-all.js'
import { table } from './output/table.js'

const Session = z.object({
  id: z.string(),
  appId: z.string(),
  model: z.string(),
  limit: z.number(),
  tier: z.string(),
  window: z.union([z.number(), z.string()]),
  preset: z.string(),
  messageCount: z.number(),
  compressionCount: z.number(),
  createdAt: z.string(),
  lastActivityAt: z.string(),
  contextStatus: z.object({
    display: z.string(),
    untilCompression: z.number().nullable(),
    breakdown: z.record(z.string(), z.number()),
    compressor: z.object({ state: z.string(), reason: z.string().optional() }),
    degraded: z.array(z.string()),
  }),
})
const Checkpoints = z.object({
  checkpoints: z.array(
    z.object({
      id: z.string(),
      level: z.number(),
      range: z.object({ from: z.number(), to: z.number() }),
      currentTokens: z.number(),
      originalTokens: z.number(),
    }),
  ),
})

/** `palimpsest show <id>`: prints one session without the content of its messages. */
export function addShow(program: Command): void {
  withJson(program.command('show <session>'))
    .description('show a session: its budget, token usage and checkpoints')
    .action(async (name: string, options: { json?: boolean }) => {
      const daemon = await connection()
      const path = await sessionPath(daemon, name)
      const reply = await daemon.get(path)
      const checkpoints = await listAll(daemon, `${path}/checkpoints`, (reply) => Checkpoints.parse(reply).checkpoints)
      if (options.json) return printJson({ session: reply, checkpoints })
      const session = Session.parse(reply)
      const label = await appLabels(daemon)
      console.log(describeSession(session, label(session.appId)))
      if (checkpoints.length === 0) return
      const rows = checkpoints.map((c) => [
        c.id,
        String(c.level),
        `${c.range.from}–${c.range.to}`,
        `${c.originalTokens} → ${c.currentTokens}`,
      ])
      console.log(`\n${table(['CHECKPOINT', 'LEVEL', 'MESSAGES', 'TOKENS'], rows)}`)
    })
}

function describeSession(session: z.infer<typeof Session>, app: string): string {
  const status = session.contextStatus
  const parts = Object.entries(status.breakdown).filter(([, tokens]) => tokens > 0)
  const compressor =
    status.compressor.reason === undefined
      ? status.compressor.state
      : `${status.compressor.state} (${status.compressor.reason})`
  const rows = [
    ['session', `${session.id} of app ${app}`],
    [
      'model',
      `${session.model}, window ${session.window}, limit ${formatInteger(session.limit)} (${session.tier}), preset ${session.preset}`,
    ],
    ['messages', `${session.messageCount}, compressed ${pluralize(session.compressionCount, 'time')}`],
    ['context', status.display],
    ['tokens by type', parts.map(([type, tokens]) => `${type} ${formatInteger(tokens)}`).join(', ') || 'none'],
    [
      'next compression',
      status.untilCompression === null ? 'never' : `in ${pluralize(status.untilCompression, 'token')}`,
    ],
    ['compressor', compressor],
    ['created', `${session.createdAt}, last activity ${session.lastActivityAt}`],
  ]
  if (status.degraded.length > 0) rows.push(['degraded', status.degraded.join('; ')])
  return rows.map(([name, value]) => `${(name ?? '').padEnd(18)}${value}`).join('\n')
}
