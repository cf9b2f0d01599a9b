import type { Command } from 'commander'
import { z } from 'zod'
import { formatInteger } from '../../domain/number-format.js'
import { connection, type Connection } from '../connection.js'
import { printJson, withJson } from '../output/json.js'
import { shellWord } from '../output/shell-word.js'
import { table } from '../output/table.js'
import { sessionPath } from './find.js'
import { noMessage, seqIn } from './message.js'

const Entry = z.object({
  kind: z.string(),
  tokens: z.number(),
  seq: z.number().optional(),
  role: z.string().optional(),
  state: z.string().optional(),
  rule: z.string(),
  reason: z.string(),
})
const Checkpoint = z.object({
  number: z.number(),
  covered: z.array(z.object({ from: z.number(), to: z.number() })),
  createdAt: z.string(),
  currentTokens: z.number(),
  originalTokens: z.number(),
})
const Explanation = z.object({
  tokens: z.number(),
  limit: z.number(),
  entries: z.array(Entry),
  out: z.array(z.object({ from: z.number(), to: z.number(), where: z.string(), reason: z.string(), read: z.string() })),
})

type Explained = z.infer<typeof Explanation>

/** `palimpsest explain SESSION`: why each entry is in the context, what is not and why; or the same for one message. */
export function addExplain(program: Command): void {
  withJson(program.command('explain <session>'))
    .description('print why each message is in the context or not, with the rule, and where to read it')
    .option('--message <n>', 'only this message')
    .action(async (name: string, options: { message?: string; json?: boolean }) => {
      const daemon = await connection()
      const path = await sessionPath(daemon, name)
      const reply = await daemon.get(`${path}/explain`)
      if (options.json && options.message === undefined) return printJson(reply)
      const explained = Explanation.parse(reply)
      if (options.message !== undefined) {
        const seq = seqIn(options.message, '--message')
        if (options.json) return printJson(inOrOut(explained, seq))
        return console.log(await messageText(daemon, { explained, path, name, seq }))
      }
      const { entries, out, tokens, limit } = explained
      const rows = entries.map((one) => [
        ...[one.seq === undefined ? '' : String(one.seq), one.role ?? one.kind, one.state ?? '', String(one.tokens)],
        ...[one.rule, one.reason],
      ])
      console.log(`${formatInteger(tokens)} of ${formatInteger(limit)} tokens in ${entries.length} entries\n`)
      console.log(table(['MESSAGE', 'KIND', 'STATE', 'TOKENS', 'RULE', 'WHY'], rows))
      if (out.length === 0) return
      const left = out.map((one) => [rangeText(one), one.where, one.reason])
      console.log(`\nNot in the context:\n${table(['MESSAGES', 'WHERE', 'WHY'], left)}`)
    })
}

/** Returns the entry of a message, or the range without entry that it is in. Throws CommandError. */
function inOrOut({ entries, out }: Explained, seq: number): Explained['entries'][number] | Explained['out'][number] {
  const found = entries.find((one) => one.seq === seq) ?? out.find(({ from, to }) => from <= seq && seq <= to)
  if (found) return found
  throw noMessage(seq, Math.max(0, ...entries.map((one) => one.seq ?? 0), ...out.map(({ to }) => to)))
}

/** Returns why a message is in the context or not, what replaced it, and how to read it. */
async function messageText(
  daemon: Connection,
  { explained, path, name, seq }: { explained: Explained; path: string; name: string; seq: number },
): Promise<string> {
  const found = inOrOut(explained, seq)
  if ('kind' in found)
    return `Message ${seq} is in the context, ${found.state ?? 'whole'}, with ${found.tokens} tokens: ${found.reason} [${found.rule}].`
  const lines = [`Message ${seq} is not in the context: ${found.reason} (${found.where}).`]
  const checkpoint = found.where.startsWith('checkpoint ') ? found.where.slice('checkpoint '.length) : undefined
  if (checkpoint !== undefined) {
    const made = Checkpoint.parse(await daemon.get(`${path}/checkpoints/${checkpoint}`))
    const ranges = { from: made.covered[0]?.from ?? seq, to: made.covered.at(-1)?.to ?? seq }
    lines.push(
      `Checkpoint ${made.number} replaced messages ${rangeText(ranges)} on ${made.createdAt}: ` +
        `${formatInteger(made.originalTokens)} → ${formatInteger(made.currentTokens)} tokens.`,
    )
  }
  return [...lines, `Read the message: palimpsest message ${shellWord(name)} ${seq}`].join('\n')
}

function rangeText({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}–${to}`
}
