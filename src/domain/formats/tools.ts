import type { Json } from '../message.js'
import { isObject, type JsonObject } from '../json/json.js'

/** Tool schemas that formats share. */

/** Returns a tool as `{type: 'function', function: {name, description, parameters}}`. Other schemas stay unchanged. */
export function functionTool(tool: Json): Json {
  if (!isObject(tool) || typeof tool.name !== 'string' || !isObject(tool.input_schema)) return tool
  return { type: 'function', function: { name: tool.name, ...descriptionOf(tool), parameters: tool.input_schema } }
}

/** Returns the description as a member to copy, if there is one. */
export function descriptionOf(tool: JsonObject): { description?: Json } {
  return tool.description === undefined ? {} : { description: tool.description }
}
