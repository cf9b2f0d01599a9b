/** Formats lines as requested: as JSON of any given schema, or as plain lines. */

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  maxItems?: number
}

/**
 * Formats lines by `format`: a schema, `"json"`, or nothing.
 * Without a format, labels the lines if the instructions show labels (`DECISION: …`).
 */
export function worded(lines: readonly string[], format: unknown, instructions: string): string {
  if (typeof format === 'object' && format !== null) return JSON.stringify(shaped(format, lines))
  if (format === 'json') return JSON.stringify({ lines })
  const wantsLabels = /\b(?:KIND|FACT|DECISION|[Dd]ecision|[Ff]act|kind)\s*:\s/.test(instructions)
  return lines.map((line) => (wantsLabels ? `${kindOf(line).toUpperCase()}: ${line}` : `- ${line}`)).join('\n')
}

function shaped(schema: Schema, lines: readonly string[], name = ''): unknown {
  const first = lines[0] ?? ''
  if (schema.anyOf?.[0]) return shaped(schema.anyOf[0], lines, name)
  if (schema.enum) {
    const kind = kindOf(first)
    return schema.enum.includes(kind) ? kind : (schema.enum.find((value) => value === 'fact') ?? schema.enum[0])
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, shaped(value, lines, key)]),
      )
    case 'array':
      return lines.slice(0, schema.maxItems ?? lines.length).map((line) => shaped(schema.items ?? {}, [line], name))
    case 'number':
      return ((schema.minimum ?? 0) + (schema.maximum ?? 1) * 2) / 3
    case 'integer':
      return schema.maximum ?? schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return lines.join(' ')
  }
}

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['error', /error|fail|exception|traceback/i],
  ['decision', /\b(decid|chose|chosen|instead of|we (?:will )?use)/i],
  ['constraint', /\b(must|never|only|do not|don't)\b/i],
  ['question', /\?$/],
  ['next', /\b(next|todo|remaining)\b/i],
  ['code', /[{};]$/],
]
function kindOf(line: string): string {
  return KINDS.find(([, pattern]) => pattern.test(line))?.[0] ?? 'fact'
}
