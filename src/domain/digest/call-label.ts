import { isMainKey } from '../outcomes/printed.js'
import { cutAtWord, withoutPartialWord, oneLine } from '../texts.js'

/** Names a call by its tool and its main arguments: `issue_credit(customer: C-48213, amount: 25)`. [V9] */

const MAX_VALUE_CHARS = 60
const MAX_ARGUMENTS = 5
const MAX_LABEL_CHARS = 220
/** Lists show so many of their items. */
const MAX_ITEMS = 3

export function callLabel(tool: string, value: unknown): string {
  const shown = argumentsOf(value, 0)
  const ordered = [...shown.filter(([key]) => isMainKey(key)), ...shown.filter(([key]) => !isMainKey(key))]
  const kept = new Set(ordered.slice(0, MAX_ARGUMENTS))
  const list = shown.flatMap((one) => (kept.has(one) ? [`${one[0]}: ${one[1]}`] : [])).join(', ')
  const label = `${tool}(${list})`
  return label.length <= MAX_LABEL_CHARS ? label : `${withoutPartialWord(label.slice(0, MAX_LABEL_CHARS))} …)`
}

/** Returns the arguments as texts, those of an inner object like its own. */
function argumentsOf(value: unknown, depth: number): [string, string][] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [['input', textOf(value)]]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): [string, string][] => {
    if (Array.isArray(inner)) {
      const items = inner.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
      return items.length === 0 ? [] : [[key, textOf(items.slice(0, MAX_ITEMS).join(', '), items.length - MAX_ITEMS)]]
    }
    if (typeof inner === 'object' && inner !== null) return depth < 2 ? argumentsOf(inner, depth + 1) : []
    const isShown = (typeof inner === 'string' && inner !== '') || typeof inner === 'number' || inner === true
    return isShown ? [[key, textOf(String(inner))]] : []
  })
}

function textOf(text: string, more = 0): string {
  const line = oneLine(text.trim()).replaceAll('`', "'")
  const cut = cutAtWord(line, MAX_VALUE_CHARS)
  return more > 0 ? `${cut} and ${more} more` : cut
}
