import { messageFormat, parseMessage, parseStored } from '../formats/index.js'
import type { Format, Json, Role } from '../message.js'
import { OPENING_TEXT } from '../tokens.js'

/** Lays out the messages of a context as their format requires: where system text goes, who opens, and which messages
 * are joined. [C8] */

/** One message as JSON text, in its format. */
export interface Written {
  role: Role
  json: string
}

export interface RenderedContext {
  /** System text for formats that keep it separate; null: none. */
  system: string | null
  /** JSON text of each message. */
  messages: string[]
}

/** Messages that the format wants as one, as JSON texts. */
export interface Grouped {
  system: string | null
  groups: string[][]
}

/** Returns the messages in groups that `joinGroup` joins.
 * @param prompt the system prompt with the blocks that follow it; null: none */
export function layOut(format: Format, prompt: string | null, written: readonly Written[]): Grouped {
  const { system, messages } = withSystem(format, prompt, written)
  const opened = needsOpening(format, messages) ? [userText(OPENING_TEXT), ...messages] : messages
  return { system, groups: groupsOf(format, opened) }
}

/** Whether the format requires a user message first, but the first message after system text is the assistant's. */
export function needsOpening(format: Format, context: readonly { role: Role }[]): boolean {
  return messageFormat(format).opensWithUser && context.find(({ role }) => role !== 'system')?.role === 'assistant'
}

function withSystem(
  format: Format,
  prompt: string | null,
  written: readonly Written[],
): { system: string | null; messages: readonly Written[] } {
  switch (messageFormat(format).system) {
    case 'member':
      return { system: prompt, messages: written }
    case 'message': {
      const system = { role: 'system' as const, content: prompt }
      const first = prompt === null ? [] : [{ role: system.role, json: JSON.stringify(system) }]
      return { system: null, messages: [...first, ...written] }
    }
    case 'apart':
      return systemApart(format, prompt, written)
  }
}

function systemApart(format: Format, prompt: string | null, written: readonly Written[]) {
  const textOf = ({ json }: Written) => systemText(format, json)
  const from = written.findIndex(({ role }) => role !== 'system')
  const leading = from < 0 ? written : written.slice(0, from)
  const system = [...(prompt === null ? [] : [prompt]), ...leading.map(textOf)].join('\n\n')
  // A system message in the middle is sent in the user role at its position. Moving it up would change the prefix
  // already sent.
  const messages = written
    .slice(leading.length)
    .map((message) => (message.role === 'system' ? userText(textOf(message)) : message))
  return { system: system === '' ? null : system, messages }
}

function userText(content: string): Written {
  return { role: 'user', json: JSON.stringify({ role: 'user', content }) }
}

function systemText(format: Format, json: string): string {
  return parseMessage(format, JSON.parse(json) as Json, 'system')
    .parts.map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n\n')
}

/** Groups adjacent messages of one side, for formats that refuse them. Results are on the user's side. */
function groupsOf(format: Format, messages: readonly Written[]): string[][] {
  if (!messageFormat(format).joinNeighbours) return messages.map(({ json }) => [json])
  const groups: string[][] = []
  let last: string | null = null
  for (const { role, json } of messages) {
    const side = role === 'tool' ? 'user' : role
    if (side === last) groups.at(-1)!.push(json)
    else groups.push([json])
    last = side
  }
  return groups
}

/** Returns one message for a group, as JSON text. */
export function joinGroup(format: Format, group: readonly string[]): string {
  const { joinNeighbours } = messageFormat(format)
  if (group.length === 1 || !joinNeighbours) return group[0]!
  return JSON.stringify(joinNeighbours(group.map(parseStored))[0])
}
