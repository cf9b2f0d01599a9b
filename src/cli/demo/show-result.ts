import { z } from 'zod'
import { formatInteger, pluralize } from '../../domain/number-format.js'
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
      covered: z.array(z.object({ from: z.number(), to: z.number() })),
    }),
  ),
})

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
  console.log(`  largest context sent: ${formatInteger(largestContext)} of ${formatInteger(freeTokens)} tokens`)
  console.log(
    `  audit ${audit.ok ? 'ok' : 'FAILED'}: ${audit.messages} messages, of which ${audit.raw} raw, ` +
      `${audit.reduced} reduced, ${audit.covered} covered, ${audit.evicted} evicted`,
  )
  for (const { id, level, generation, currentTokens, originalTokens } of checkpoints.toReversed()) {
    console.log(
      `  ${id}  level ${level}, aged ${pluralize(generation, 'time')}: ${tokenChange(originalTokens, currentTokens)}`,
    )
  }
  const oldest = checkpoints.at(-1)
  const newest = checkpoints[0]
  if (!oldest || !newest) return
  const replaced = oldest.covered.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  console.log(`  ${oldest.id} replaces ${pluralize(replaced, 'message')}; all are still readable`)
  console.log(
    `  start of the newest checkpoint:\n${newest.summary
      .split('\n')
      .slice(0, LINES_SHOWN)
      .map((line) => `    ${line}`)
      .join('\n')}`,
  )
}

function tokenChange(before: number, after: number): string {
  return `${formatInteger(before)} → ${formatInteger(after)} tokens`
}
