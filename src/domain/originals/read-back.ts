/** Detects calls that read back an offload. Their results are never reduced again, because the model would read them
 * again endlessly. [D1] */
import type { Json, ParsedMessage } from '../message.js'

const HANDLE = /\boff_[0-9A-Za-z]{1,60}\b/g
/** Maximum number of handles looked up for one message. A call that names more does not read one of them back. */
const MAX_HANDLES = 50
/** Characters searched in each string. Longer strings are content such as a file or a patch. */
const MAX_NAMING_CHARS = 20_000
/** Maximum number of values searched in the arguments of one call. */
const MAX_VALUES = 1_000

/** Returns the strings in the arguments of a message's calls that look like handles of offloads. The store decides
 * whether they belong to the session. */
export function handlesIn({ parts }: Pick<ParsedMessage, 'parts'>): string[] {
  const found = new Set(parts.flatMap((part) => (part.type === 'tool_call' ? handles(part.args) : [])))
  return [...found].slice(0, MAX_HANDLES)
}

/** Whether the arguments name one of these offloads. */
export function readsBack(args: Json, offloads: ReadonlySet<string>): boolean {
  return offloads.size > 0 && handles(args).some((handle) => offloads.has(handle))
}

function handles(args: Json): string[] {
  const found: string[] = []
  let remaining = MAX_VALUES
  const look = (value: Json): void => {
    if (remaining-- <= 0) return
    if (typeof value === 'string') found.push(...(value.slice(0, MAX_NAMING_CHARS).match(HANDLE) ?? []))
    else if (Array.isArray(value)) for (const item of value.slice(0, remaining)) look(item)
    else if (value !== null && typeof value === 'object') {
      for (const key in value) {
        if (remaining <= 0) return
        look(key)
        look(value[key] ?? null)
      }
    }
  }
  look(args)
  return found
}
