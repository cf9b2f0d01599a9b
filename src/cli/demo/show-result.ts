import { z } from 'zod'
import { formatInteger, pluralize } from '../../domain/number-format.js'
import type { Connection } from '../connection.js'
import { clipped } from '../watch/frame.js'
import type { Replayed } from './replay-conversation.js'
import { DEFAULT_COLUMNS, wrapped, type Terminal } from './screen.js'

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

/** Prints the audit, the checkpoints, and the number of original messages behind the oldest checkpoint, in lines that the
 * terminal does not wrap. */
export async function showResult(
  daemon: Connection,
  { sessionId, title, messages, largestContext, freeTokens, status }: Replayed,
  output: Terminal = process.stdout,
): Promise<void> {
  const path = `/v1/sessions/${sessionId}`
  const audit = Audit.parse(await daemon.get(`${path}/audit`))
  const { checkpoints } = Checkpoints.parse(await daemon.get(`${path}/checkpoints`))
  const columns = (output.columns ?? DEFAULT_COLUMNS) - 1
  const print = (text: string, indent = '    ') => output.write(`${wrapped(text, columns, indent).join('\n')}\n`)
  print(`\n${title}: ${pluralize(messages, 'message')}, session ${sessionId}`)
  print(`  ${status.display}`)
  print(`  largest context sent: ${formatInteger(largestContext)} of ${pluralize(freeTokens, 'token')}`)
  print(
    `  audit ${audit.ok ? 'ok' : 'FAILED'}: ${pluralize(audit.messages, 'message')}, of which ${audit.raw} raw, ` +
      `${audit.reduced} reduced, ${audit.covered} covered, ${audit.evicted} evicted`,
  )
  for (const { id, level, generation, currentTokens, originalTokens } of checkpoints.toReversed()) {
    const aged = `level ${level}, aged ${pluralize(generation, 'time')}`
    print(`  ${id}  ${aged}: ${tokenChange(originalTokens, currentTokens)}`)
  }
  const oldest = checkpoints.at(-1)
  const newest = checkpoints[0]
  if (!oldest || !newest) return
  const replaced = oldest.covered.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  print(`  ${oldest.id} replaces ${pluralize(replaced, 'message')}; all are still readable`)
  print('  start of the newest checkpoint:')
  for (const line of newest.summary.split('\n').slice(0, LINES_SHOWN))
    output.write(`${clipped(`    ${line}`, columns)}\n`)
}

function tokenChange(before: number, after: number): string {
  return `${formatInteger(before)} → ${formatInteger(after)} tokens`
}
