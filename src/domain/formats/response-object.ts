import type { Format, Json, PartPath } from '../message.js'
import { isObject, type JsonObject } from '../json/json.js'

/** Response objects of providers. An app may append one as it came from the model server. [13] */

export interface ResponseObject {
  format: Format
  /** Where the message is in the object; `keys` names the members that make up the message. */
  message: { at: PartPath } | { keys: readonly string[] } | { items: string }
  /** Prompt tokens that the server counted; null if it reports none. */
  promptTokens: number | null
}

/** Returns how a value contains its message; null if the value is not a response object. */
export function responseObject(value: Json): ResponseObject | null {
  if (!isObject(value)) return null
  const usage = isObject(value.usage) ? value.usage : {}
  const [choice] = Array.isArray(value.choices) ? value.choices : []
  if (isObject(choice) && isObject(choice.message))
    return {
      format: 'openai',
      message: { at: ['choices', 0, 'message'] },
      promptTokens: sumOf(usage, ['prompt_tokens']),
    }
  if (value.object === 'response' && Array.isArray(value.output))
    return { format: 'responses', message: { items: 'output' }, promptTokens: sumOf(usage, ['input_tokens']) }
  if (value.type === 'message' && Array.isArray(value.content) && isAnthropic(value))
    return {
      format: 'anthropic',
      message: { keys: ['role', 'content'] },
      promptTokens: sumOf(usage, ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']),
    }
  if (isObject(value.message) && typeof value.done === 'boolean')
    return { format: 'ollama', message: { at: ['message'] }, promptTokens: sumOf(value, ['prompt_eval_count']) }
  return null
}

/** An item of the Responses API also has the type `message`, but neither of these keys. */
function isAnthropic(value: JsonObject): boolean {
  return value.stop_reason !== undefined || isObject(value.usage)
}

function sumOf(counts: JsonObject, keys: readonly string[]): number | null {
  const sum = keys.reduce((total, key) => total + (typeof counts[key] === 'number' ? counts[key] : 0), 0)
  return Number.isInteger(sum) && sum > 0 ? sum : null
}
