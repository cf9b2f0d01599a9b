import { canonicalMessage } from '../../domain/doors/canonical.js'
import { isModelItem } from '../../domain/formats/responses.js'
import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'

/** Returns what a request adds to the response that it names, as exact text. Some clients, such as LiveKit Agents, send the answer of that response
 * once more before what is new. Stored twice, its calls would have no results.
 * @param before items up to the end of the answer @param own items of the request */
export function withoutRepeatedAnswer(before: readonly string[], own: readonly string[]): readonly string[] {
  const repeated = modelItems(own)
  if (repeated.length === 0) return own
  const answer = modelItems(before.toReversed()).reverse()
  let at = 0
  for (const item of repeated) {
    // A client may leave out parts of the answer, such as its reasoning.
    while (at < answer.length && !isSame(answer[at]!, item)) at += 1
    if (at === answer.length) return own
    at += 1
  }
  return own.slice(repeated.length)
}

/** Returns the items before the first that is not of the model. */
function modelItems(items: readonly string[]): Json[] {
  const found: Json[] = []
  for (const item of items) {
    const value: Json = JSON.parse(item)
    if (!isModelItem(value)) break
    found.push(value)
  }
  return found
}

function isSame(one: Json, other: Json): boolean {
  if (!isObject(one) || !isObject(other) || one.call_id !== other.call_id) return false
  return canonicalMessage('responses', one) === canonicalMessage('responses', other)
}
