import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { connection, type Connection } from './connection.js'
import { readLogFile } from './demo/read-example.js'
import { table } from './table.js'

const Compacted = z.object({
  system: z.string().optional(),
  messages: z.array(z.unknown()),
  report: z.object({
    limit: z.number(),
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    fits: z.boolean(),
    rules: z.array(
      z.object({
        rule: z.string(),
        kind: z.string(),
        parts: z.number(),
        tokensBefore: z.number(),
        tokensAfter: z.number(),
      }),
    ),
  }),
})
type Compacted = z.infer<typeof Compacted>
type Conversation = Awaited<ReturnType<typeof readLogFile>>[number]

/** `palimpsest compact FILE`: applies the deterministic rules to a log and reports each result. Stores nothing. */
export function addCompact(program: Command): void {
  program
    .command('compact <file>')
    .description('shrink a logged conversation without a session or a model, and report what each rule saved')
    .option('--window <size>', 'context size to fit', '16K')
    .option('--preset <name>', 'policy preset', 'checkpointed')
    .option('--out <file>', 'write the messages to this file as JSON')
    .action(async (file: string, options: { window: string; preset: string; out?: string }) => {
      const daemon = await connection()
      const outcomes: Compacted[] = []
      for (const conversation of await readLogFile(file)) {
        const compacted = await compact(daemon, conversation, options)
        outcomes.push(compacted)
        process.stdout.write(
          `\n${conversation.title}: ${conversation.messages.length} messages\n${reportText(compacted)}\n`,
        )
      }
      if (options.out === undefined) return
      const contents = outcomes.map(({ system, messages }) => ({ system, messages }))
      await writeFile(options.out, JSON.stringify(contents.length === 1 ? contents[0] : contents, null, 2))
      process.stdout.write(`\nMessages written to ${options.out}.\n`)
    })
}

async function compact(
  daemon: Connection,
  conversation: Conversation,
  options: { window: string; preset: string },
): Promise<Compacted> {
  const { format, messages, system, tools } = conversation
  const body = {
    format,
    contextSize: options.window,
    preset: options.preset,
    messages: messages.map(({ value }) => value),
    origins: messages.map(({ origin }) => origin ?? null),
    systemPrompt: system ?? null,
    ...(tools === undefined ? {} : { tools }),
  }
  return Compacted.parse(await daemon.post('/v1/compact', body))
}

function reportText({ report }: Compacted): string {
  const { tokensBefore, tokensAfter, limit, fits, rules } = report
  const rows = rules.map(({ rule, kind, parts, tokensBefore: before, tokensAfter: after }) => {
    return [rule, kind, number(parts), number(before), number(after), percent(before - after, tokensBefore)]
  })
  const all = [
    'total',
    '',
    '',
    number(tokensBefore),
    number(tokensAfter),
    percent(tokensBefore - tokensAfter, tokensBefore),
  ]
  const fit = fits
    ? `The result fits the limit of ${number(limit)} tokens.`
    : `The result exceeds the limit of ${number(limit)} tokens. Use a session, which also creates checkpoints.`
  return `${table(['rule', 'kind', 'parts', 'tokens before', 'tokens after', 'saved'], [...rows, all])}\n${fit}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`
}
