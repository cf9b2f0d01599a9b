import { Option, type Command } from 'commander'
import { z } from 'zod'
import { FORMATS } from '../../domain/message.js'
import { connection } from '../connection.js'
import { printJson } from '../output/json.js'
import { sessionPath } from './find.js'

const Read = z.object({
  system: z.string().optional(),
  messages: z.array(z.unknown()),
  tools: z.array(z.unknown()).optional(),
})

/** `palimpsest context SESSION`: prints what the model is sent, as the body that its API takes. */
export function addContext(program: Command): void {
  program
    .command('context <session>')
    .description('print what the model is sent, as JSON in the format of its API')
    .addOption(new Option('--format <name>', 'format of the messages').choices(FORMATS).default('openai'))
    .option('--at <n>', 'the context as it was when this message was the newest')
    .option('--json', 'print the whole reply, with tokens, limit and status')
    .action(async (name: string, options: { format: string; at?: string; json?: boolean }) => {
      const daemon = await connection()
      const path = `${await sessionPath(daemon, name)}/context`
      const reply = await daemon.get(path, { format: options.format, at: options.at })
      if (options.json) return printJson(reply)
      const { system, messages, tools } = Read.parse(reply)
      printJson({ ...(system !== undefined && { system }), messages, ...(tools && { tools }) })
    })
}
