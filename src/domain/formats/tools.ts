import type { Format, Json } from '../message.js'
import { isObject, type JsonObject } from '../json/json.js'

/** Converts tool schemas between `{type: 'function', function: {name, description, parameters}}` (OpenAI, Ollama),
 * `{type: 'function', name, description, parameters}` (OpenAI Responses) and `{name, description, input_schema}`
 * (Anthropic). Schemas already in the target format, and unknown ones, stay unchanged. */
export function renderTools(format: Format, tools: Json): Json {
  if (format === 'native' || !Array.isArray(tools)) return tools
  const convert = { anthropic: toAnthropic, responses: toFlatFunction, openai: toFunction, ollama: toFunction }[format]
  return tools.map(convert)
}

function toAnthropic(tool: Json): Json {
  if (!isObject(tool) || tool.type !== 'function') return tool
  // Some programs put the function's keys next to `type`, without the wrapper.
  const described = isObject(tool.function) ? tool.function : tool
  if (typeof described.name !== 'string') return tool
  const schema: JsonObject = isObject(described.parameters) ? described.parameters : { type: 'object', properties: {} }
  return { name: described.name, ...descriptionOf(described), input_schema: schema }
}

function toFlatFunction(tool: Json): Json {
  const wrapped = toFunction(tool)
  return isObject(wrapped) && isObject(wrapped.function) ? { type: 'function', ...wrapped.function } : wrapped
}

function toFunction(tool: Json): Json {
  if (!isObject(tool) || typeof tool.name !== 'string' || !isObject(tool.input_schema)) return tool
  return { type: 'function', function: { name: tool.name, ...descriptionOf(tool), parameters: tool.input_schema } }
}

function descriptionOf(tool: JsonObject): { description?: Json } {
  return tool.description === undefined ? {} : { description: tool.description }
}
