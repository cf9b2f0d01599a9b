import { sliceValue } from '../../domain/formats/slice.js'
import { compute } from '../../threads/compute.js'
import type { Ports } from '../../ports/ports.js'

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
  const items = await itemsUpTo(store, response)
  if (items === null) return null
  const all = [...response.leading, ...items]
  const length = all.reduce((sum, item) => sum + item.length, 0)
  return all.length === response.items && length === response.length ? all : null
}

/** Whether a session is stored. */
export async function hasSession({ store }: Pick<Ports, 'store'>, appId: string, sessionId: string): Promise<boolean> {
  return (await store.session(sessionId, appId)) !== null
}

/** Returns the items of the conversation that a digest covers, without system text at its head, as exact text. Null: no session of the app has
 * this digest. A digest proves the conversation: it covers every word up to its position. [P11] [P14] */
export async function compactedItems(
  { store }: Pick<Ports, 'store'>,
  appId: string,
  digest: string,
): Promise<string[] | null> {
  for (const { sessionId, position } of await store.doorMatches([digest])) {
    const session = await store.session(sessionId, appId)
    const links = session ? await store.doorLinks(sessionId, 0) : []
    const link = links.find((one) => one.position === position)
    if (link) return itemsUpTo(store, { sessionId, seq: link.seq })
  }
  return null
}

/** Returns the items of the messages up to one, without withdrawn ones. Null: more than one request may read. */
async function itemsUpTo(
  store: Ports['store'],
  { sessionId, seq }: { sessionId: string; seq: number },
): Promise<string[] | null> {
  const range = { from: 1, to: seq }
  const withdrawn = new Set((await store.states(sessionId, range)).filter((at) => at.withdrawn).map((at) => at.seq))
  const items: string[] = []
  let chars = 0
  for (let from = 1; from <= seq;) {
    const page = await store.history(sessionId, { from, to: seq, limit: PAGE })
    if (page.length === 0) break
    for (const message of page) {
      if (withdrawn.has(message.seq)) continue
      chars += message.raw.length
      if (chars > MAX_CHARS) return null
      items.push(...(await itemsOf(message.raw)))
    }
    from = page.at(-1)!.seq + 1
  }
  return items
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
  const items = await itemsOf(message.raw)
  return items.find((item) => sliceValue(item, 'id') === JSON.stringify(itemId)) ?? null
}

/** Returns the items of a stored message, as exact text. */
function itemsOf(raw: string): Promise<string[]> {
  return compute('sentTexts', raw.length, 'responses', raw)
}
