import type { Fault } from '../../errors.js'
import type { Format, Json } from '../../message.js'
import { faults as anthropic } from './anthropic.js'
import { faults as ollama } from './ollama.js'
import { faults as openai } from './openai.js'
import { faults as responses } from './responses.js'

const RULES: Readonly<Record<Format, (value: Json, path: string) => Fault[]>> = {
  // Its parser refuses every fault.
  native: () => [],
  openai,
  responses,
  anthropic,
  ollama,
}

/** Returns what the provider of the format would refuse in a message; empty if it is valid.
 * @param path names the message in faults (`messages[3]`) */
export function messageFaults(format: Format, value: Json, path: string): Fault[] {
  return RULES[format](value, path)
}
