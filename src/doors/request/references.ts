import { invalidRequest } from '../../domain/errors.js'
import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { membersOf } from './parse-body.js'
import type { DoorRequest } from './read-request.js'

/** References to what the provider keeps. Their ids belong to the caller that made them. On the operator's credential any
 * caller could name them, so such a request needs the client's own credential. [10.4] */

/** Members of a part or tool that name something at the provider, by the members around them. */
const NAMES = ['file_id', 'file_ids', 'vector_store_ids', 'container', 'container_id', 'connector_id']
const HOLDERS = ['source', 'file', 'input_file', 'image_file', 'container', 'tool_resources', 'file_search']
/** Top-level members. */
const TOP = ['conversation', 'prompt', 'container']

/** Throws invalid_request, naming the member, for a request that refers to what the provider keeps. */
export function refuseReferences({ body, facts, history }: Pick<DoorRequest, 'body' | 'facts' | 'history'>): void {
  const members = membersOf(body)
  for (const name of TOP) if ((members.value(name) ?? null) !== null) throw refused(name)
  for (const { value } of history.after(0)) requireNone(value)
  if (facts.tools !== null) requireNone(JSON.parse(facts.tools) as Json)
}

/** Looks at an element of a list, the parts of its content, and what holds their source. Not into the arguments of a tool:
 * those are for the client. */
function requireNone(value: Json | undefined): void {
  if (Array.isArray(value)) for (const one of value) requireNone(one)
  if (!isObject(value)) return
  if (value.type === 'item_reference') throw refused('item_reference')
  for (const name of NAMES) {
    const named = value[name]
    const isId = typeof named === 'string' || (Array.isArray(named) && named.some((one) => typeof one === 'string'))
    if (isId && !(name === 'container' && typeof value.role === 'string')) throw refused(name)
  }
  for (const name of [...HOLDERS, 'content', 'output', 'audio']) {
    const inner = value[name]
    if (name === 'audio' && isObject(inner) && typeof inner.id === 'string') throw refused('audio.id')
    if (isObject(inner) || Array.isArray(inner)) requireNone(inner)
  }
}

function refused(member: string) {
  return invalidRequest(
    member,
    'no reference to what the provider keeps, or your own key of the provider',
    'a reference',
  )
}
