import { finished } from 'node:stream/promises'
import type { Command } from 'commander'
import { DomainError } from '../domain/errors.js'
import type { Json } from '../domain/message.js'
import { PRESETS, type Preset } from '../domain/session/policy.js'
import type { Compacted } from '../app/reductions/compact-messages.js'
import { CommandError } from './connection.js'
import { readLogFile } from './demo/read-example.js'
import { printJson, withJson } from './output/json.js'
import { openOutput } from './output/output-file.js'
import { table } from './output/table.js'
import { windowSize } from './window-size.js'

type Conversation = Awaited<ReturnType<typeof readLogFile>>[number]

/** `palimpsest compact FILE`: applies the deterministic rules to a log, in this process, and reports each result. Needs no
 * daemon and stores nothing. */
export function addCompact(program: Command): void {
  withJson(program.command('compact <file>'))
    .description('shrink a logged conversation without a daemon or a model, and report what each rule saved')
    .option('--window <size>', 'context size to fit', '16K')
    .option('--preset <name>', 'policy preset', 'checkpointed')
    .option('--out <file>', 'write the messages to this file as JSON')
    .action(async (file: string, options: { window: string; preset: string; out?: string; json?: boolean }) => {
      const preset = PRESETS.find((name) => name === options.preset)
      if (!preset) throw new CommandError(`No preset ${options.preset}. There are: ${PRESETS.join(', ')}.`)
      const outcomes: object[] = []
      const reports: object[] = []
      for (const conversation of await readLogFile(file)) {
        const compacted = await compact(conversation, options.window, preset)
        outcomes.push({ system: compacted.system ?? undefined, messages: compacted.messages.map(parse) })
        reports.push({ title: conversation.title, ...compacted.report })
        if (options.json) continue
        process.stdout.write(
          `\n${conversation.title}: ${conversation.messages.length} messages\n${reportText(compacted)}\n`,
        )
      }
      if (options.json) printJson({ conversations: reports })
      if (options.out === undefined) return
      const out = await openOutput(options.out)
      await finished(out.end(JSON.stringify(outcomes.length === 1 ? outcomes[0] : outcomes, null, 2)))
      if (!options.json) process.stdout.write(`\nMessages written to ${options.out}.\n`)
    })
}

const parse = (text: string): unknown => JSON.parse(text)

async function compact(conversation: Conversation, window: string, preset: Preset): Promise<Compacted> {
  // Imported on demand: the other commands start faster without the encoder.
  const { compactMessages } = await import('../app/reductions/compact-messages.js')
  const { O200kTokenizer } = await import('../model/tokenizer.js')
  const { format, messages, system, tools } = conversation
  const tokenizer = new O200kTokenizer()
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
  try {
    return await compactMessages(
      { tokenizer, clock },
      {
        format,
        preset,
        contextSize: windowSize(window),
        values: messages.map(({ value }) => value as Json),
        raw: messages.map(({ value }) => JSON.stringify(value)),
        origins: messages.map(({ origin }) => origin ?? null),
        systemPrompt: system ?? null,
        tools: tools === undefined ? null : JSON.stringify(tools),
      },
    )
  } catch (error) {
    if (error instanceof DomainError) throw new CommandError(`${conversation.title}: ${error.message}`)
    throw error
  } finally {
    await tokenizer.close()
  }
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
