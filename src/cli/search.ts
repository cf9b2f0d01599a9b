import type { Command } from 'commander'
import { z } from 'zod'
import { joinLines } from '../domain/texts.js'
import { connection } from './connection.js'
import { findSession } from './session/find.js'
import { printJson, withJson } from './output/json.js'

const SearchReply = z.object({
  hits: z.array(
    z.object({
      sessionId: z.string(),
      seq: z.number(),
      role: z.string(),
      createdAt: z.string(),
      where: z.string(),
      excerpt: z.string(),
      offloadId: z.string().nullable(),
      checkpointId: z.string().nullable(),
    }),
  ),
})

/** `palimpsest search <words...>`: prints the best hits, each with where its message is now and the exact text. */
export function addSearch(program: Command): void {
  withJson(program.command('search <words...>'))
    .description('search the messages of all sessions, or of one, offloaded originals included')
    .option('--session <id>', 'search one session')
    .option('--limit <n>', 'maximum number of hits', '10')
    .action(async (words: string[], options: { session?: string; limit: string; json?: boolean }) => {
      const daemon = await connection()
      const sessionId = options.session === undefined ? undefined : await findSession(daemon, options.session)
      const reply = await daemon.get('/v1/search', { q: words.join(' '), sessionId, limit: options.limit })
      if (options.json) return printJson(reply)
      const { hits } = SearchReply.parse(reply)
      for (const { sessionId, seq, role, createdAt, where, excerpt, offloadId, checkpointId } of hits) {
        const handles = [offloadId, checkpointId].filter((id) => id !== null)
        console.log([sessionId, `message ${seq}`, role, createdAt, where, ...handles].join('  '))
        console.log(`    ${joinLines(excerpt.trim(), '\n    ')}\n`)
      }
      if (hits.length === 0) console.log('Nothing found.')
    })
}
