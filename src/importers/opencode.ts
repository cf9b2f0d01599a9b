import { firstString, isObject, type JsonObject } from '../domain/json/json.js'
import type { Json } from '../domain/message.js'
import type { LoggedConversation, LoggedMessage } from './conversation.js'

/** Reads sessions of opencode as `opencode export` writes them: `{info, messages: [{info, parts}]}`. One message of the
 * assistant may have several steps, each a reply of the model with its calls and their results. */

export function isOpencode(document: JsonObject): boolean {
  const [first] = Array.isArray(document.messages) ? document.messages : []
  return isObject(document.info) && isObject(first) && isObject(first.info) && Array.isArray(first.parts)
}

export function readOpencode(document: JsonObject, title: string): LoggedConversation {
  const entries = (Array.isArray(document.messages) ? document.messages : []).filter(isObject)
  const messages = entries.flatMap((entry) => {
    const parts = (Array.isArray(entry.parts) ? entry.parts : []).filter(isObject)
    return isObject(entry.info) && entry.info.role === 'assistant' ? assistantMessages(parts) : userMessages(parts)
  })
  const models = entries.map(({ info }) => (isObject(info) ? firstString(info.modelID) : undefined))
  const model = models.findLast((name) => name !== undefined)
  return { title, format: 'native', ...(model !== undefined && { model }), messages, skipped: [] }
}

function userMessages(parts: JsonObject[]): LoggedMessage[] {
  const own = parts.filter(({ type }) => type === 'text' || type === 'file')
  if (own.length === 0) return []
  // The client marks text that it added as synthetic.
  const isClient = own.every(({ synthetic }) => synthetic === true)
  return [{ value: { role: 'user', parts: own.map(partOf) }, ...(isClient && { origin: 'app' as const }) }]
}

function assistantMessages(parts: JsonObject[]): LoggedMessage[] {
  const messages: LoggedMessage[] = []
  for (const step of stepsOf(parts)) {
    if (step.length > 0) messages.push({ value: { role: 'assistant', parts: step.map(partOf) } })
    const results = step.filter(({ type }) => type === 'tool').flatMap(resultOf)
    if (results.length > 0) messages.push({ value: { role: 'tool', parts: results } })
  }
  return messages
}

/** Splits the parts where a step begins. Marks without content are left out. */
function stepsOf(parts: JsonObject[]): JsonObject[][] {
  const steps: JsonObject[][] = [[]]
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([])
    else if (['text', 'reasoning', 'tool', 'file'].includes(String(part.type))) steps.at(-1)!.push(part)
  }
  return steps
}

function partOf(part: JsonObject): Json {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: firstString(part.text) ?? '' }
    case 'tool': {
      const input = isObject(part.state) ? part.state.input : undefined
      return { type: 'tool_call', callId: callIdOf(part), name: firstString(part.tool) ?? 'tool', args: input ?? {} }
    }
    default:
      return { ...part, type: 'file' }
  }
}

/** Returns nothing for a call that was never finished. */
function resultOf(part: JsonObject): Json[] {
  const state = isObject(part.state) ? part.state : {}
  const failed = state.status === 'error'
  if (!failed && state.status !== 'completed') return []
  const content = firstString(failed ? state.error : state.output) ?? ''
  return [{ type: 'tool_result', callId: callIdOf(part), content, ...(failed && { isError: true }) }]
}

function callIdOf(part: JsonObject): string {
  return firstString(part.callID, part.id) ?? ''
}
