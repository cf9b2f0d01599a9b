import { createInterface } from 'node:readline/promises'
import { CommandError } from '../connection.js'

/** Asks on the terminal. Throws CommandError unless the answer is yes. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError(`${question} Add --yes to do it without a terminal.`)
  const answer = await ask(`${question} [y/N]`)
  if (!['y', 'yes'].includes((answer ?? '').toLowerCase())) throw new CommandError('Nothing was deleted.')
}

/** Returns the answer of the person at the terminal; null without a terminal. The question is not in the output. */
export async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} `)
  terminal.close()
  return answer.trim()
}
