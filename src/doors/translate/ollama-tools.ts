import { firstString, isObject, type JsonObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import type { ClientTool } from '../protocol.js'

/** Translates the tools of the other doors into those of Ollama's `/api/chat`. */

export interface OllamaTools {
  tools: Json[]
  /** By the names that the model knows. */
  clientTools: ReadonlyMap<string, ClientTool>
}

/** Returns the tools of a request: its member, and those that Codex sends as elements of the list for newer models. */
export function givenTools(tools: Json | undefined, input: Json | undefined): Json[] {
  const added = (Array.isArray(input) ? input : []).flatMap((item) => (isAddedTools(item) ? item.tools : []))
  return [...(Array.isArray(tools) ? tools : []), ...added]
}

export function isAddedTools(item: Json): item is JsonObject & { tools: Json[] } {
  return isObject(item) && item.type === 'additional_tools' && Array.isArray(item.tools)
}

/** Returns the name of a tool for a model that knows no namespaces. */
export function flatName(namespace: string | null, name: string): string {
  if (namespace === null) return name
  return namespace.endsWith('__') ? `${namespace}${name}` : `${namespace}__${name}`
}

/** Returns the tools that a model can call. Tools that only the provider's servers run are left out. If two have a name,
 * the first counts. */
export function ollamaTools(given: readonly Json[]): OllamaTools {
  const clientTools = new Map<string, ClientTool>()
  const tools: Json[] = []
  const add = (tool: Json, namespace: string | null) => {
    const read = readTool(tool)
    const name = read && flatName(namespace, read.name)
    if (!read || name === null || clientTools.has(name)) return
    clientTools.set(name, { name: read.name, namespace, isText: read.isText })
    const { description } = read
    const described: JsonObject = description === undefined ? { name } : { name, description }
    tools.push({ type: 'function', function: { ...described, parameters: read.parameters } })
  }
  for (const tool of given) {
    const namespace = isObject(tool) && tool.type === 'namespace' ? firstString(tool.name) : undefined
    if (namespace === undefined || !isObject(tool)) add(tool, null)
    else for (const inner of Array.isArray(tool.tools) ? tool.tools : []) add(inner, namespace)
  }
  return { tools, clientTools }
}

function readTool(tool: Json) {
  if (!isObject(tool)) return null
  const described = isObject(tool.function) ? tool.function : isObject(tool.custom) ? tool.custom : tool
  const name = firstString(described.name)
  if (name === undefined) return null
  const isText = tool.type === 'custom' && !isObject(tool.input_schema)
  const given = isText ? TEXT_SCHEMA : (described.parameters ?? described.input_schema)
  const parameters = isObject(given) ? given : tool.type === 'function' ? NO_ARGUMENTS : null
  return parameters && { name, description: firstString(described.description), isText, parameters }
}

const TEXT_SCHEMA: JsonObject = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {} }
