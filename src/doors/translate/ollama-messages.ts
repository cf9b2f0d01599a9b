import { parseMessage, renderMessage } from '../../domain/formats/index.js'
import { isModelItem } from '../../domain/formats/responses.js'
import { firstString, isObject, type JsonObject } from '../../domain/json/json.js'
import type { Format, Json, ParsedMessage } from '../../domain/message.js'

/** Translates the messages and tools of the other doors into those of Ollama's `/api/chat`. */

/** Block that Claude Code puts before its system prompt. It changes with every request, and a local model would lose
 * its prompt cache each time. */
const BILLING_HEADER = /^x-anthropic-billing-header:/i

/** Returns the messages of a request in Ollama's format. Results get the names of their tools. */
export function ollamaMessages(format: Format, messages: readonly Json[]): Json[] {
  const names = new Map<string, string>()
  return turnsOf(format, messages).flatMap((value, index) => {
    const { role, parts } = parseMessage(format, value, `messages[${index}]`)
    return renderMessage('ollama', { seq: index, role, parts: withNames(parts, names) })
  })
}

/** Joins items of the Responses API that one model turn wrote, so that parallel calls are one message. */
function turnsOf(format: Format, messages: readonly Json[]): readonly Json[] {
  if (format !== 'responses') return messages
  const turns: Json[] = []
  let items: Json[] = []
  for (const item of messages) {
    if (isModelItem(item)) {
      if (items.length === 0) turns.push({ output: items })
      items.push(item)
    } else {
      items = []
      turns.push(item)
    }
  }
  return turns
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
  const content = texts.filter((text) => text !== '' && !BILLING_HEADER.test(text)).join('\n\n')
  return content === '' ? [] : [{ role: 'system', content }]
}

export interface OllamaTools {
  tools: Json[]
  /** Tools that take a text instead of arguments. Ollama gets them with one argument, `input`. */
  texts: ReadonlySet<string>
}

/** Returns the tools that a model can call. Tools that only the provider's servers run are left out. */
export function ollamaTools(tools: Json | undefined): OllamaTools {
  const texts = new Set<string>()
  const rendered = (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    if (!isObject(tool)) return []
    const described = isObject(tool.function) ? tool.function : isObject(tool.custom) ? tool.custom : tool
    const name = firstString(described.name)
    if (name === undefined) return []
    const isText = tool.type === 'custom' && !isObject(tool.input_schema)
    const schema = isText ? TEXT_SCHEMA : (described.parameters ?? described.input_schema)
    if (!isObject(schema)) return tool.type === 'function' ? [functionTool(name, described, NO_ARGUMENTS)] : []
    if (isText) texts.add(name)
    return [functionTool(name, described, schema)]
  })
  return { tools: rendered, texts }
}

const TEXT_SCHEMA: JsonObject = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {} }

function functionTool(name: string, { description }: JsonObject, parameters: JsonObject): Json {
  const described: JsonObject = typeof description === 'string' ? { name, description } : { name }
  return { type: 'function', function: { ...described, parameters } }
}
