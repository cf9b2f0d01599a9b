import { isModelItem } from '../../domain/formats/responses.js'
import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { ElementKind, Protocol } from '../protocol.js'

/** Returns the kinds of a request's elements.
 * @param kinds those of its first elements, known from an earlier request; changed */
export async function addKinds(
  kinds: ElementKind[],
  protocol: Protocol,
  { count, valueAt }: { count: number; valueAt: (index: number) => Json },
): Promise<ElementKind[]> {
  let isHead = kinds.every((kind) => kind === 'system')
  // What follows decides what system text at the end was.
  let from = kinds.length
  while (from > 0 && (kinds[from - 1] === 'reminder' || kinds[from - 1] === 'result')) kinds[--from] = 'reminder'
  for (let index = kinds.length; index < count; index++) {
    await pauseWhenDue()
    const kind = protocol.kindOf(valueAt(index), isHead)
    isHead &&= kind === 'system'
    kinds.push(kind)
  }
  markResults(kinds, from, valueAt)
  return kinds
}

/** Some agents return results as system text: it is between two answers, or after one at the end. */
function markResults(kinds: ElementKind[], known: number, valueAt: (index: number) => Json): void {
  let end = 0
  for (let from = Math.max(known, 1); from < kinds.length; from = end + 1) {
    end = from
    while (kinds[end] === 'reminder') end += 1
    const isAfterAnswer = end > from && kinds[from - 1] === 'turn' && isOfAssistant(valueAt(from - 1))
    if (isAfterAnswer && (end === kinds.length || isModelItem(valueAt(end)))) kinds.fill('result', from, end)
  }
}

/** A call of the Responses API is no answer: its result follows. */
function isOfAssistant(value: Json): boolean {
  return isObject(value) && value.role === 'assistant'
}
