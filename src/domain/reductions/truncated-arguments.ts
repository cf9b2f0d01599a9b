import { holdsOne } from '../texts.js'
import type { Json } from '../message.js'
import { clip, isStored, type Offloaded } from './placeholders.js'

/** Longer string arguments are replaced. Paths, names and flags are usually shorter and stay. */
const MAX_ARGUMENT_CHARACTERS = 200
/** Keys of arguments that name a location. It must stay readable, so it may be longer. */
const isLocation = (key: string): boolean =>
  holdsOne(key, ['path', 'file', 'dir', 'url', 'uri']) || ['name', 'id'].some((end) => key.toLowerCase().endsWith(end))
const MAX_LOCATION_CHARACTERS = 1_000
/** Characters of all arguments that stay, and what each takes beside its name and text. To write and count an object of 120,000 names
 * whole held the event loop for a quarter of a second. [T1] */
const MAX_ARGUMENTS_CHARACTERS = 65_536
const VALUE_CHARACTERS = 16

/** Returns arguments with their long strings replaced, as JSON text of the same shape. Arguments that name a location
 * stay whole. Of very many arguments the first stay. [D3] */
export function truncatedArguments({ id, tokens, confirmed, reader }: Offloaded, args: Json): string {
  const stored = reader === null ? `stored as offload ${id}` : `read it as offload ${id}`
  const where = isStored(id) ? stored : `the caller has the original, ${id}`
  const state = confirmed === undefined ? '' : confirmed ? ', executed' : ', execution not confirmed'
  let left = MAX_ARGUMENTS_CHARACTERS
  /** Takes values while characters are left. Returns a text that counts the others; null: there are none. */
  const takeEach = <T>(values: readonly T[], take: (value: T) => void): string | null => {
    let taken = 0
    for (; taken < values.length && left > 0; taken++) take(values[taken]!)
    const others = values.length - taken
    return others === 0 ? null : `[${others} more of a call of ${tokens} tokens${state}; ${where}]`
  }
  const shorten = (value: Json, key: string): Json => {
    left -= key.length + VALUE_CHARACTERS
    if (typeof value === 'string') {
      const text = shortenText(value, key)
      left -= text.length
      return text
    }
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) {
      const items: Json[] = []
      const others = takeEach(value, (item) => items.push(shorten(item, key)))
      return others === null ? items : [...items, others]
    }
    const members: [string, Json][] = []
    const others = takeEach(Object.keys(value), (inner) => members.push([inner, shorten(value[inner]!, inner)]))
    if (others !== null) members.push(['…', others])
    // fromEntries defines its keys, so that a key named __proto__ stays a key.
    return Object.fromEntries(members)
  }
  const shortenText = (text: string, key: string): string => {
    if (text.length <= (isLocation(key) ? MAX_LOCATION_CHARACTERS : MAX_ARGUMENT_CHARACTERS)) return text
    const lines = text.split('\n').length
    return `[${lines} ${lines === 1 ? 'line' : 'lines'}, ${text.length} characters of a call of ${tokens} tokens${state}; ${where}. It begins: ${clip(firstLine(text), 60)}]`
  }
  const shortened = shorten(args, '')
  // Arguments must be an object in every format. Other values, such as broken JSON text, become one field.
  const isObject = shortened !== null && typeof shortened === 'object' && !Array.isArray(shortened)
  return JSON.stringify(isObject ? shortened : { input: shortened })
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]!
}
