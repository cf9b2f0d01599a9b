import { parseMessage, renderMessage } from '../../domain/formats/index.js'
import { isModelItem } from '../../domain/formats/responses.js'
import { firstString, isObject, type JsonObject } from '../../domain/json/json.js'
import type { Format, Json, ParsedMessage } from '../../domain/message.js'
import { flatName, isAddedTools } from './ollama-tools.js'

/** Translates the messages of the other doors into those of Ollama's `/api/chat`. */

/** Block that Claude Code puts before its system prompt. It changes with every request, and a local model would lose
 * its prompt cache each time. */
const BILLING_HEADER = 'x-anthropic-billing-header:'

/** Returns the messages of a request in Ollama's format. Results get the names of their tools, and the order of their calls. */
export function ollamaMessages(format: Format, messages: readonly Json[]): Json[] {
  const names = new Map<string, string>()
  const written = turnsOf(format, messages).flatMap((value, index) => {
    const { role, parts } = parseMessage(format, value, `messages[${index}]`)
    return renderMessage('ollama', { seq: index, role, parts: withNames(parts, names) })
  })
  return inCallOrder(written)
}

/** The prompts of most models have no ids: the first result is read as that of the first call. */
function inCallOrder(messages: readonly Json[]): Json[] {
  const ordered: Json[] = []
  let callIds: Json[] = []
  let results: JsonObject[] = []
  const place = ({ tool_call_id: id = null }: JsonObject) => (callIds.includes(id) ? callIds.indexOf(id) : Infinity)
  const flush = () => {
    // Results without a call here stay last, in their order.
    ordered.push(...results.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b))))
    results = []
  }
  for (const message of messages) {
    if (isObject(message) && message.role === 'tool') results.push(message)
    else {
      flush()
      const calls = isObject(message) && Array.isArray(message.tool_calls) ? message.tool_calls : []
      callIds = calls.map((call) => (isObject(call) ? (call.id ?? null) : null))
      ordered.push(message)
    }
  }
  flush()
  return ordered
}

/** Joins items of the Responses API that one model turn wrote, so that parallel calls are one message. */
function turnsOf(format: Format, messages: readonly Json[]): readonly Json[] {
  if (format !== 'responses') return messages
  const turns: Json[] = []
  let items: Json[] = []
  for (const item of messages) {
    if (isAddedTools(item)) continue
    if (isModelItem(item)) {
      if (items.length === 0) turns.push({ output: items })
      items.push(inNoNamespace(item))
    } else {
      items = []
      turns.push(item)
    }
  }
  return turns
}

/** The model knows its calls by the names of its tools. */
function inNoNamespace(item: Json): Json {
  if (!isObject(item) || typeof item.namespace !== 'string' || typeof item.name !== 'string') return item
  return { ...item, name: flatName(item.namespace, item.name) }
}

function withNames(parts: ParsedMessage['parts'], names: Map<string, string>): ParsedMessage['parts'] {
  return parts.map((part) => {
    if (part.type === 'tool_call') names.set(part.callId, part.name)
    if (part.type !== 'tool_result' || part.name !== undefined) return part
    const name = names.get(part.callId)
    return name === undefined ? part : { ...part, name }
  })
}

/** Returns system text as a message; nothing if there is none. @param system a text, or blocks of text */
export function systemMessage(system: Json | undefined): Json[] {
  const blocks = typeof system === 'string' ? [system] : Array.isArray(system) ? system : []
  const texts = blocks.flatMap((block) => firstString(isObject(block) ? block.text : block) ?? [])
  const content = texts.filter((text) => text !== '' && !text.toLowerCase().startsWith(BILLING_HEADER)).join('\n\n')
  return content === '' ? [] : [{ role: 'system', content }]
}
