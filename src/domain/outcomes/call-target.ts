import { withBorders } from '../../knowledge/read.js'
import { isRecord } from '../json/json.js'
import { wordSet } from '../texts.js'

/** Says what a call is about, so that the call of a failure is known when it is made again with other arguments. [V5] [V9] */

export interface CallTarget {
  tool: string
  /** Ids and names by their keys. */
  ids: ReadonlyMap<string, string>
}

/** Last words of keys whose values say what a call is about. */
const ID_WORDS = wordSet('id number key name email url')

/** @param value parsed arguments */
export function targetOf(tool: string, value: unknown): CallTarget {
  const entries = isRecord(value) ? Object.entries(value) : []
  const ids = entries.flatMap(([key, one]): [string, string][] => {
    const last = withBorders(key).toLowerCase().split('_').at(-1)!
    return ID_WORDS.has(last) && (typeof one === 'string' || typeof one === 'number') ? [[key, String(one)]] : []
  })
  return { tool, ids: new Map(ids) }
}

/** Whether two calls of a tool are about the same: they share ids, and none of them differs. */
export function isSameTarget(one: CallTarget | null, other: CallTarget | null): boolean {
  if (one === null || other === null || one.tool !== other.tool) return false
  const shared = [...one.ids].filter(([key]) => other.ids.has(key))
  return shared.length > 0 && shared.every(([key, id]) => other.ids.get(key) === id)
}
