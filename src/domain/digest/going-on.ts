import { RUNNING_KEYS } from '../../knowledge/exit-codes.js'
import { parsedArguments } from '../source/reading.js'

/** Commands that go on after their result: a later call asks for what became of them. [V9] */

/** What a line says of a command that goes on, instead of what it printed so far. */
export const GOES_ON = 'still running'

/** Returns the id of the command that a call asks for, which an earlier call started; empty if it asks for none. */
export function idOfRunning(args: string): string {
  if (!RUNNING_KEYS.some((key) => args.includes(`"${key}"`))) return ''
  const value = parsedArguments(args)
  if (typeof value !== 'object' || value === null) return ''
  const fields: { [key: string]: unknown } = { ...value }
  const id = RUNNING_KEYS.map((key) => fields[key]).find((one) => typeof one === 'string' || typeof one === 'number')
  return id === undefined ? '' : String(id)
}
