import fc from 'fast-check'
import { z } from 'zod'
import { isRecord } from '../../src/domain/json/json.js'
import { type JsonSchema } from '../../src/http/pages/json-schema.js'
import { hostileJson, hostileString, type JsonText } from './hostile.js'

/** Makes values from the schemas of operations: most valid, some with one hostile place. */

export interface Making {
  /** Values that exist, by the name of the member, so that requests reach records. */
  known: (name: string) => readonly string[]
  /** Members that a generator of its own makes, by name. */
  special: Readonly<Record<string, fc.Arbitrary<JsonText>>>
}

interface Place extends Making {
  root: JsonSchema
  name: string
  depth: number
}

/** Returns JSON texts for a schema. */
export function jsonFor(schema: z.ZodType, making: Making): fc.Arbitrary<JsonText> {
  const root: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return valueFor(root, { ...making, root, name: '', depth: 0 })
}

/** Returns texts for a query parameter or a part of a path. */
export function textFor(schema: z.ZodType, name: string, making: Making): fc.Arbitrary<string> {
  const root: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return valueFor(root, { ...making, root, name, depth: 0 }).map(unquoted)
}

function unquoted(json: JsonText): string {
  const value: unknown = json.startsWith('"') ? JSON.parse(json) : json
  return String(value)
}

/** One value in this many is hostile, at every place of a body. */
const ONE_HOSTILE_IN = 24

function valueFor(schema: JsonSchema, place: Place): fc.Arbitrary<JsonText> {
  const special = place.special[place.name]
  const valid = special ?? validFor(schema, place)
  return fc.oneof({ weight: ONE_HOSTILE_IN - 1, arbitrary: valid }, { weight: 1, arbitrary: hostileJson })
}

function validFor(schema: JsonSchema, place: Place): fc.Arbitrary<JsonText> {
  if (typeof schema.$ref === 'string') return validFor(named(schema.$ref, place.root), place)
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) return fc.oneof(...choices.filter(isRecord).map((one) => validFor(one, place)))
  if ('const' in schema) return fc.constant(JSON.stringify(schema.const))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum.map((one) => JSON.stringify(one)))
  switch (schema.type) {
    case 'string':
      return stringFor(schema, place).map((value) => JSON.stringify(value))
    case 'integer':
    case 'number':
      return numberFor(schema)
    case 'boolean':
      return fc.constantFrom('true', 'false')
    case 'null':
      return fc.constant('null')
    case 'array':
      return arrayFor(schema, place)
    case 'object':
      return objectFor(schema, place)
    default:
      return hostileJson
  }
}

function named(reference: string, root: JsonSchema): JsonSchema {
  const found = isRecord(root.$defs) ? root.$defs[reference.split('/').at(-1) ?? ''] : undefined
  if (!isRecord(found)) throw new Error(`no schema ${reference}`)
  return found
}

const WORDS = [
  'x',
  'a plan',
  'src/main.ts',
  'Ünïcode 漢字',
  'gpt-4o',
  'qwen2.5:7b',
  '8K',
  '16K',
  '1',
  '4',
  '100',
  'default',
]

function stringFor(
  { pattern, minLength, maxLength, format }: JsonSchema,
  { name, known }: Place,
): fc.Arbitrary<string> {
  const found = known(name)
  const words = fc.constantFrom(...WORDS)
  const likely = found.length > 0 ? fc.oneof(words, { weight: 6, arbitrary: fc.constantFrom(...found) }) : words
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const most = typeof maxLength === 'number' ? maxLength : 200
  const least = typeof minLength === 'number' ? minLength : 0
  const edge = fc.constantFrom(least, most, most + 1, Math.max(0, least - 1)).map((size) => 'é'.repeat(size))
  const matching = typeof pattern === 'string' ? matchingText(pattern) : null
  return fc.oneof(
    { weight: 6, arbitrary: likely },
    { weight: matching ? 4 : 0, arbitrary: matching ?? words },
    { weight: 1, arbitrary: edge },
    { weight: 1, arbitrary: hostileString },
  )
}

/** Returns texts that match a pattern; null for patterns that the generator does not know, such as look-aheads. */
function matchingText(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return null
  }
}

function numberFor({ minimum, maximum, type }: JsonSchema): fc.Arbitrary<JsonText> {
  const least = typeof minimum === 'number' ? Math.max(minimum, -1e15) : -10
  const most = typeof maximum === 'number' ? Math.min(maximum, 1e15) : 100_000
  const edges = fc.constantFrom(least, most, least - 1, most + 1, 0, 1)
  const inside =
    type === 'integer' ? fc.integer({ min: 0, max: 50 }) : fc.double({ min: least, max: most, noNaN: true })
  return fc
    .oneof({ weight: 4, arbitrary: inside }, { weight: 1, arbitrary: edges })
    .map((value) => JSON.stringify(value))
}

/** Deeper schemas get their smallest values. */
const MAX_DEPTH = 5

function arrayFor({ items, minItems }: JsonSchema, place: Place): fc.Arbitrary<JsonText> {
  const element = isRecord(items) ? valueFor(items, { ...place, name: '', depth: place.depth + 1 }) : hostileJson
  const min = typeof minItems === 'number' ? minItems : 0
  const length = { minLength: min, maxLength: place.depth < MAX_DEPTH ? 4 : min }
  return fc.array(element, length).map((elements) => `[${elements.join(',')}]`)
}

function objectFor(schema: JsonSchema, place: Place): fc.Arbitrary<JsonText> {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const members = Object.entries(properties).map(([name, member]) => {
    const value = isRecord(member) ? valueFor(member, { ...place, name, depth: place.depth + 1 }) : hostileJson
    // A required member is sometimes missing; an optional one is there in one of three.
    const present = required.includes(name) ? 19 : place.depth < MAX_DEPTH ? 7 : 1
    const absent = required.includes(name) ? 1 : 13
    return fc.oneof(
      { weight: present, arbitrary: value.map((json): string | null => `${JSON.stringify(name)}:${json}`) },
      { weight: absent, arbitrary: fc.constant(null) },
    )
  })
  const unknown = fc.tuple(hostileString, hostileJson).map(([name, json]) => `${JSON.stringify(name)}:${json}`)
  const open = Object.keys(properties).length === 0
  const extra = fc.oneof(
    { weight: open ? 1 : 19, arbitrary: fc.constant<string | null>(null) },
    { weight: 1, arbitrary: unknown },
  )
  return fc
    .tuple(fc.tuple(...members), extra)
    .map(([given, more]) => `{${[...given, more].filter((member) => member !== null).join(',')}}`)
}
