import type { Command } from 'commander'
import { z } from 'zod'
import { formatInteger } from '../../domain/number-format.js'
import { CommandError, connection } from '../connection.js'
import { printJson, withJson } from '../output/json.js'
import { table } from '../output/table.js'
import { sessionPath } from './find.js'

const Entry = z.object({
  kind: z.string(),
  tokens: z.number(),
  seq: z.number().optional(),
  role: z.string().optional(),
  state: z.string().optional(),
  rule: z.string(),
  reason: z.string(),
})
const Explanation = z.object({
  tokens: z.number(),
  limit: z.number(),
  entries: z.array(Entry),
  out: z.array(z.object({ from: z.number(), to: z.number(), where: z.string(), reason: z.string(), read: z.string() })),
})

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
      if (options.message !== undefined) return printMessage(explained, path, options.message, options.json === true)
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

/** Throws CommandError. */
function printMessage(
  { entries, out }: z.infer<typeof Explanation>,
  path: string,
  text: string,
  isJson: boolean,
): void {
  const seq = /^\d{1,9}$/.test(text) ? Number(text) : 0
  const entry = entries.find((one) => one.seq === seq)
  const left = out.find(({ from, to }) => from <= seq && seq <= to)
  if (!entry && !left) throw new CommandError(`No message ${text} is in this session.`)
  if (isJson) return printJson(entry ?? left)
  if (entry)
    return console.log(
      `Message ${seq} is in the context, ${entry.state ?? 'whole'}, with ${entry.tokens} tokens: ${entry.reason} [${entry.rule}].`,
    )
  console.log(`Message ${seq} is not in the context: ${left!.reason} (${left!.where}).`)
  console.log(`Read it: GET ${path}/messages?from=${seq}&to=${seq}`)
}

function rangeText({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}–${to}`
}
