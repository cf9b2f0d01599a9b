import { z } from 'zod'
import type { Connection } from '../connection.js'
import type { Replayed } from './replay-conversation.js'

const Audit = z.object({
  ok: z.boolean(),
  messages: z.number(),
  raw: z.number(),
  reduced: z.number(),
  covered: z.number(),
  evicted: z.number(),
})
const Checkpoints = z.object({
  checkpoints: z.array(
    z.object({
      id: z.string(),
      level: z.union([z.number(), z.string()]),
      generation: z.number(),
      summary: z.string(),
      currentTokens: z.number(),
      originalTokens: z.number(),
    }),
  ),
})
const Originals = z.object({ messages: z.array(z.unknown()) })

const LINES_SHOWN = 12

/** Prints the audit, the checkpoints, and the number of original messages behind the oldest checkpoint. */
export async function showResult(
  daemon: Connection,
  { sessionId, messages, largestContext, freeTokens, status }: Replayed,
): Promise<void> {
  const path = `/v1/sessions/${sessionId}`
  const audit = Audit.parse(await daemon.get(`${path}/audit`))
  const { checkpoints } = Checkpoints.parse(await daemon.get(`${path}/checkpoints`))
  console.log(`\n${sessionId}: ${messages} messages. ${status.display}`)
  console.log(`  largest context: ${largestContext} of ${freeTokens} tokens`)
  console.log(
    `  audit ${audit.ok ? 'ok' : 'FAILED'}: ${audit.messages} messages, of which ${audit.raw} raw, ` +
      `${audit.reduced} reduced, ${audit.covered} covered, ${audit.evicted} evicted`,
  )
  for (const { id, level, generation, currentTokens, originalTokens } of checkpoints.toReversed()) {
    console.log(`  ${id}  level ${level}, aged ${generation} times: ${originalTokens} → ${currentTokens} tokens`)
  }
  const oldest = checkpoints.at(-1)
  const newest = checkpoints[0]
  if (!oldest || !newest) return
  const originals = Originals.parse(await daemon.get(`${path}/checkpoints/${oldest.id}/messages`))
  console.log(`  ${oldest.id} replaces ${originals.messages.length} messages; all are still readable`)
  console.log(
    `  start of the newest checkpoint:\n${newest.summary
      .split('\n')
      .slice(0, LINES_SHOWN)
      .map((line) => `    ${line}`)
      .join('\n')}`,
  )
}
