import { z } from 'zod'
import type { Operation } from '../../src/http/operation.js'
import type { Json } from '../../src/domain/message.js'

/** Where an operation takes text: `policy.humanTools.0`, with `*` for any key of a record. */
export interface TextField {
  place: 'params' | 'query' | 'body'
  path: string[]
}

type Schema = { [key: string]: unknown }
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

/** Every place of an operation where text, or JSON of any shape, is taken; from its schemas, so that new fields are found by themselves. */
export function textFields(operation: Operation): TextField[] {
  return (['params', 'query', 'body'] as const).flatMap((place) => {
    const root: Schema = z.toJSONSchema(operation[place], { io: 'input', unrepresentable: 'any' })
    const found = new Map<string, TextField>()
    walk(root, [], root, (path) => found.set(path.join('.'), { place, path }))
    return [...found.values()]
  })
}

function walk(schema: Schema, path: string[], root: Schema, found: (path: string[]) => void): void {
  if (typeof schema.$ref === 'string' && isSchema(root.$defs)) {
    const named = root.$defs[schema.$ref.split('/').at(-1) ?? '']
    if (isSchema(named)) walk(named, path, root, found)
    return
  }
  for (const one of [...listOf(schema.anyOf), ...listOf(schema.oneOf), ...listOf(schema.allOf)])
    walk(one, path, root, found)
  const anything = !(
    'type' in schema ||
    'anyOf' in schema ||
    'oneOf' in schema ||
    'allOf' in schema ||
    'const' in schema ||
    'enum' in schema
  )
  const types = [schema.type].flat()
  const text = types.includes('string') && !('enum' in schema) && !('const' in schema)
  const anyObject = types.includes('object') && !('properties' in schema || 'additionalProperties' in schema)
  if (anything || text || anyObject) found(path)
  for (const [key, member] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
    if (isSchema(member)) walk(member, [...path, key], root, found)
  }
  if (isSchema(schema.items)) walk(schema.items, [...path, '0'], root, found)
  if (isSchema(schema.additionalProperties)) walk(schema.additionalProperties, [...path, '*'], root, found)
}

/** A copy of `value` with `text` at a path; a `*` becomes a key that is the text, too. */
export function withText(value: Json | undefined, path: readonly string[], text: string): Json {
  const [key, ...rest] = path
  if (key === undefined) return text
  if (/^\d+$/.test(key)) {
    const list = Array.isArray(value) ? value : []
    return [withText(list[0], rest, text), ...list.slice(1)]
  }
  const name = key === '*' ? text : key
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return { ...object, [name]: withText(object[name], rest, text) }
}
