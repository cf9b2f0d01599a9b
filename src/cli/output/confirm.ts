import { createInterface } from 'node:readline/promises'
import { CommandError } from '../connection.js'

/** Asks on the terminal. Throws CommandError unless the answer is yes. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError(`${question} Add --yes to do it without a terminal.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was deleted.')
}
