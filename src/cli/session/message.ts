import type { Command } from 'commander'
import { z } from 'zod'
import { isNumeral } from '../../domain/texts.js'
import { pluralize } from '../../domain/number-format.js'
import { CommandError, connection } from '../connection.js'
import { printJson, withJson } from '../output/json.js'
import { sessionPath } from './find.js'

const Part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  name: z.string().optional(),
  args: z.unknown().optional(),
  content: z.unknown().optional(),
})
const Stored = z.looseObject({
  seq: z.number(),
  role: z.string(),
  tokens: z.number(),
  state: z.string(),
  createdAt: z.string(),
  rendered: z.array(z.looseObject({ parts: z.array(Part) })),
})
const Page = z.object({ messages: z.array(Stored) })
const Counted = z.object({ messageCount: z.number() })

/** `palimpsest message SESSION N`: one message as it was received, wherever it is now. */
export function addMessage(program: Command): void {
  withJson(program.command('message <session> <n>'))
    .description('print one message as it was received, also if it has left the context')
    .action(async (name: string, text: string, options: { json?: boolean }) => {
      const seq = seqIn(text, 'message')
      const daemon = await connection()
      const path = await sessionPath(daemon, name)
      const reply = await daemon.get(`${path}/messages`, { from: text, to: text, format: 'native' })
      const [message] = Page.parse(reply).messages
      if (!message) throw noMessage(seq, Counted.parse(await daemon.get(path)).messageCount)
      if (options.json) return printJson(message)
      const { role, tokens, state, createdAt, rendered } = message
      console.log(`message ${seq}  ${role}  ${tokens} tokens  ${state}  ${createdAt}\n`)
      for (const part of rendered.flatMap(({ parts }) => parts)) console.log(partText(part))
    })
}

/** Returns the error of a number beyond the newest message. @param count messages of the session */
export const noMessage = (seq: number, count: number): CommandError =>
  new CommandError(`No message ${seq} is in this session: it has ${pluralize(count, 'message')}.`)

/** Returns the number of a message. Throws CommandError. @param what name of the argument or option */
export function seqIn(text: string, what: string): number {
  if (!isNumeral(text) || text.startsWith('0'))
    throw new CommandError(`${what}: expected the number of a message, such as 214, received ${text}.`)
  return Number(text)
}

function partText({ type, text, name, args, content }: z.infer<typeof Part>): string {
  if (text !== undefined) return text
  if (type === 'tool_call') return `${name ?? ''}(${JSON.stringify(args)})`
  if (content !== undefined) return typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  return `[${type}]`
}
