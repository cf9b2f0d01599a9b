import { invalidRequest } from '../domain/errors.js'

/** Throws invalid_request if the cursor of a list names no item of it. Without the check its page would be empty, as
 * after the last item.
 * @param find returns the item with this id; null or undefined if there is none */
export async function requireItem(after: string | undefined, find: (id: string) => unknown): Promise<void> {
  if (after === undefined || ((await find(after)) ?? null) !== null) return
  const expected = 'the id of an item of this list'
  throw invalidRequest('after', expected, after, `query: after: expected ${expected}, received ${after}.`)
}
