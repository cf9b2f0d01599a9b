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

/** Where everything is now: the audit, the checkpoints, and the originals behind the oldest of them. */
export async function showResult(
  daemon: Connection,
  { sessionId, messages, largestContext, freeTokens, status }: Replayed,
): Promise<void> {
  const path = `/v1/sessions/${sessionId}`
  const audit = Audit.parse(await daemon.get(`${path}/audit`))
  const { checkpoints } = Checkpoints.parse(await daemon.get(`${path}/checkpoints`))
  console.log(`\n${sessionId}: ${messages} messages. ${status.display}`)
  console.log(`  largest context handed out: ${largestContext} of ${freeTokens} tokens`)
  console.log(
    `  audit ${audit.ok ? 'ok' : 'NOT OK'}: of ${audit.messages} messages ${audit.raw} are raw, ${audit.reduced} reduced, ${audit.covered} behind checkpoints, ${audit.evicted} set aside`,
  )
  for (const { id, level, generation, currentTokens, originalTokens } of checkpoints.toReversed()) {
    console.log(`  ${id}  level ${level}, aged ${generation} times: ${originalTokens} → ${currentTokens} tokens`)
  }
  const oldest = checkpoints.at(-1)
  const newest = checkpoints[0]
  if (!oldest || !newest) return
  const originals = Originals.parse(await daemon.get(`${path}/checkpoints/${oldest.id}/messages`))
  console.log(`  behind ${oldest.id}: ${originals.messages.length} original messages, readable one by one`)
  console.log(
    `  the newest checkpoint begins:\n${newest.summary
      .split('\n')
      .slice(0, LINES_SHOWN)
      .map((line) => `    ${line}`)
      .join('\n')}`,
  )
}
