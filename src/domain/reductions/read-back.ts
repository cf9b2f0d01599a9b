/** Calls that read back what was put away. Their results are never put away again: reading would lead to reading, for ever. [D1] */
import type { Json, ParsedMessage } from '../message.js'

const HANDLE = /\boff_[0-9A-Za-z]{1,60}\b/g
/** Handles looked up for one message; a call that names more is no reading of one of them. */
const MAX_HANDLES = 50
/** Longer strings in arguments are content that passes through (a file, a patch): they name nothing to be read. */
const MAX_NAMING_CHARS = 20_000
/** Values in the arguments of one call that are looked at. */
const MAX_VALUES = 1_000

/** What looks like the handle of an offload in the arguments of a message's calls; whether they are handles of the session the store knows. */
export function handlesIn({ parts }: Pick<ParsedMessage, 'parts'>): string[] {
  const found = new Set(parts.flatMap((part) => (part.type === 'tool_call' ? handles(part.args) : [])))
  return [...found].slice(0, MAX_HANDLES)
}

/** Whether arguments name one of these offloads. */
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
