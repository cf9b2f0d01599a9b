import { invalidRequest } from '../../domain/errors.js'
import type { Json } from '../../domain/message.js'
import { firstString, typeName } from '../../domain/json/json.js'
import type { Members } from '../protocol.js'

/** Readers of members that several protocols share. */

const MAX_MODEL_CHARS = 200

/** Throws invalid_request. */
export function modelOf(members: Members): string {
  const model = members.value('model')
  if (typeof model === 'string' && model !== '' && model.length <= MAX_MODEL_CHARS) return model
  throw invalidRequest(
    'model',
    `a name of 1 to ${MAX_MODEL_CHARS} characters`,
    typeof model === 'string' ? `${model.length} characters` : typeName(model),
  )
}

export function positive(value: Json | undefined): number | null {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : null
}

/** Returns the exact text of a member that is a list with elements; null otherwise. */
export function listText(members: Members, key: string): string | null {
  const value = members.value(key)
  return Array.isArray(value) && value.length > 0 ? members.text(key) : null
}

/** Returns the first of the members that is a text with characters. */
export function textIn(members: Members, ...names: string[]): string | null {
  const texts = names.flatMap((name) => firstString(members.value(name)) || [])
  return texts[0] ?? null
}
