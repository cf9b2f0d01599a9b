import { z } from 'zod'
import { isRecord } from '../../domain/json/json.js'

/** Converts zod schemas to JSON Schema 2020-12. Named schemas (`meta({ id })`) become components. */

export type JsonSchema = { [key: string]: unknown }

export class SchemaCollection {
  readonly components: Record<string, JsonSchema> = {}

  /** Converts a schema and collects its components.
   * @param io `input` for request bodies, `output` for replies and query parameters */
  add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
    for (const [name, definition] of Object.entries($defs)) {
      if (!isRecord(definition)) continue
      const component = tidied(definition)
      const earlier = this.components[name]
      if (earlier && JSON.stringify(earlier) !== JSON.stringify(component))
        throw new Error(`Two schemas have the name ${name}. One would replace the other in openapi.yaml.`)
      this.components[name] = component
    }
    return tidied(root)
  }
}

/** Points references to the components and drops bounds that only mean "a safe integer". */
function tidied(schema: JsonSchema): JsonSchema {
  const tidy: JsonSchema = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'id' && typeof value === 'string' && 'type' in schema) continue
    if (
      (key === 'maximum' || key === 'minimum') &&
      typeof value === 'number' &&
      Math.abs(value) === Number.MAX_SAFE_INTEGER
    )
      continue
    tidy[key] =
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', '#/components/schemas/')
        : tidyValue(value)
  }
  return tidy
}

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyValue)
  return isRecord(value) ? tidied(value) : value
}
