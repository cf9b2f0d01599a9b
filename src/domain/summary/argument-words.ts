import { ARGUMENT_DEPTH, parsedArguments } from '../source/reading.js'
import type { SourceMessage } from '../source/types.js'

/** Returns the names of the arguments of all calls, and their numbers. A model reads them, but no passage has the names, or the numbers that only
 * control a tool. */
export function argumentWords(source: readonly SourceMessage[]): ReadonlySet<string> {
  const words = new Set<string>()
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > ARGUMENT_DEPTH) return
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) words.add(name)
      if (typeof inner === 'number') words.add(String(inner))
      walk(inner, depth + 1)
    }
  }
  for (const { parts } of source)
    for (const part of parts) if (part.kind === 'call') walk(parsedArguments(part.args), 1)
  return words
}
