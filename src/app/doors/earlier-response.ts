import { split } from '../../domain/formats/responses.js'
import { sliceValue } from '../../domain/formats/slice.js'
import { inSteps } from '../ports/in-steps.js'
import type { Ports } from '../ports/ports.js'

/** Characters of items that are read for one request. */
const MAX_CHARS = 64 * 1_048_576
const PAGE = 500

/** Returns the items of a response that a client names, as exact text: those of the request it answered and its own.
 * Null: the response is unknown, or the session does not have exactly these items. */
export async function earlierItems(
  { store }: Pick<Ports, 'store'>,
  appId: string,
  responseId: string,
): Promise<string[] | null> {
  const response = await store.doorResponse(appId, responseId)
  if (!response || response.length > MAX_CHARS) return null
  const { sessionId, seq } = response
  const range = { from: 1, to: seq }
  const withdrawn = new Set((await store.states(sessionId, range)).filter((at) => at.withdrawn).map((at) => at.seq))
  const items = [...response.leading]
  for (let from = 1; from <= seq;) {
    const page = await store.history(sessionId, { from, to: seq, limit: PAGE })
    if (page.length === 0) break
    for (const message of page) if (!withdrawn.has(message.seq)) items.push(...(await inSteps(split(message.raw))))
    from = page.at(-1)!.seq + 1
  }
  const length = items.reduce((sum, item) => sum + item.length, 0)
  return items.length === response.items && length === response.length ? items : null
}

/** Returns an item of an earlier answer, as exact text; null: unknown. */
export async function earlierItem(
  { store }: Pick<Ports, 'store'>,
  appId: string,
  itemId: string,
): Promise<string | null> {
  const found = await store.doorItem(appId, itemId)
  if (!found) return null
  const { sessionId, seq } = found
  const [message] = await store.history(sessionId, { from: seq, to: seq, limit: 1 })
  if (!message) return null
  const items = await inSteps(split(message.raw))
  return items.find((item) => sliceValue(item, 'id') === JSON.stringify(itemId)) ?? null
}
