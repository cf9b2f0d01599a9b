/** Changes call ids in the text of an Anthropic or OpenAI message or item. Parsing and printing the message would also change
 * its numbers, escapes and whitespace. [C8] */
import type { Json, ParsedMessage, PartPath } from '../message.js'
import { readJson, type MemberSpan, type Span } from '../json/json-reader.js'
import { isObject } from '../json/json.js'

/** Stored messages passed all limits when they were appended. */
const NO_LIMITS = { depth: Infinity, nodes: Infinity }

/** Where an id is: a member of the message, an element of a list, or a member of such an element. */
type IdPlace = [key: string] | [list: string, index: number] | [list: string, index: number, key: string]

interface Edit {
  at: Span
  written: string
}

/** Returns the text with other ids for some calls and results. Adds an id where there was none.
 * @param value the parsed text
 * @param parsed the parts of the message
 * @param ids new id by index of the part */
export function renameCallIds(
  text: string,
  { value, parsed, ids }: { value: Json; parsed: ParsedMessage; ids: ReadonlyMap<number, string> },
): string {
  const members = membersOf(text)
  const edits: Edit[] = []
  for (const [part, id] of ids) {
    const path = parsed.paths[part]
    if (!path) continue
    const isCall = parsed.parts[part]?.type === 'tool_call'
    edits.push(editOf(text, members, isCall ? callPlace(path, value) : resultPlace(path, value), id))
  }
  return applied(text, edits)
}

function callPlace([list, index]: PartPath, value: Json): IdPlace {
  if (list === 'output') return [list, Number(index), 'call_id']
  if (isObject(value) && typeof value.call_id === 'string') return ['call_id']
  // An older OpenAI call has no list and no id, so it needs none here.
  return typeof index === 'number' ? [String(list), index, 'id'] : ['id']
}

function resultPlace([list, index]: PartPath, value: Json): IdPlace {
  if (list === 'output') return ['call_id']
  if (list === 'tool_call_ids') return [list, Number(index)]
  if (typeof index === 'number') return [String(list), index, 'tool_use_id']
  const given = isObject(value) ? value : {}
  if (typeof given.tool_call_id === 'string') return ['tool_call_id']
  if (typeof given.toolCallId === 'string') return ['toolCallId']
  return Array.isArray(given.tool_call_ids) && given.tool_call_ids.length > 0 ? ['tool_call_ids', 0] : ['tool_call_id']
}

function editOf(
  text: string,
  members: ReadonlyMap<string, MemberSpan>,
  [first, index, key]: IdPlace,
  id: string,
): Edit {
  const member = members.get(first)
  if (index === undefined) return memberEdit(member, 0, first, id)
  const [from, to] = member!.elements[index]!
  if (key === undefined) return { at: [from, to], written: JSON.stringify(id) }
  const inner = membersOf(text.slice(from, to))
  return memberEdit(inner.get(key), from, key, id)
}

/** @param from index of the opening brace of the object in the whole text */
function memberEdit(member: MemberSpan | undefined, from: number, key: string, id: string): Edit {
  const written = JSON.stringify(id)
  if (member) return { at: [from + member.at[0], from + member.at[1]], written }
  // The object has other members, such as its role or type.
  return { at: [from + 1, from + 1], written: `${JSON.stringify(key)}:${written},` }
}

function membersOf(text: string): ReadonlyMap<string, MemberSpan> {
  const reading = readJson(text, NO_LIMITS)
  if (reading.kind !== 'value') throw new Error(`A stored message is not JSON: ${reading.kind}.`)
  return reading.members
}

function applied(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { at, written } of edits.toSorted((a, b) => a.at[0] - b.at[0])) {
    pieces.push(text.slice(from, at[0]), written)
    from = at[1]
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}
