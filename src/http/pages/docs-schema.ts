import { isRecord } from '../../domain/json/json.js'
import { formatInteger } from '../../domain/number-format.js'
import { escapeHtml } from './html-page.js'
import { type JsonSchema } from './json-schema.js'

/** JSON Schemas as tables of fields, for the reference page. */

type Schemas = Record<string, JsonSchema>

/** Schemas inside schemas that are opened in place. Deeper ones are links. */
const DEPTH = 3
const REF = '#/components/schemas/'

/** Returns the fields of a schema as a table, with what is inside them folded; for another schema than an object, its type.
 * @param schemas named schemas that are shown in place; null: references are links only */
export function schemaHtml(schema: unknown, schemas: Schemas | null, depth = 0): string {
  if (!isRecord(schema)) return ''
  const name = refName(schema)
  if (name !== null) {
    const named = schemas?.[name]
    return named === undefined ? `<p>${typeHtml(schema)}</p>` : schemaHtml(named, schemas, depth)
  }
  const alternatives = choices(schema)
  if (alternatives.length > 0)
    return alternatives.map((one) => schemaHtml(one, schemas, depth)).join('<p class="or">or</p>')
  if (schema.type === 'array') return `<p>${typeHtml(schema)}</p>${insideHtml(schema, schemas, depth)}`
  const fields = isRecord(schema.properties) ? Object.entries(schema.properties) : []
  if (fields.length === 0) return `<p>${typeHtml(schema)}</p>`
  const required = Array.isArray(schema.required) ? schema.required : []
  const rows = fields.map(([field, value]) => rowHtml(field, value, required.includes(field), schemas, depth))
  return `<table class="fields">${rows.join('\n')}</table>`
}

function rowHtml(name: string, schema: unknown, isRequired: boolean, schemas: Schemas | null, depth: number): string {
  const value = isRecord(schema) ? schema : {}
  const description = typeof value.description === 'string' ? `${prose(value.description)} ` : ''
  return (
    `<tr><td><code>${escapeHtml(name)}</code>${isRequired ? '<b class="required" title="required">*</b>' : ''}</td>` +
    `<td>${typeHtml(value)}</td><td>${description}${boundsText(value)}${insideHtml(value, schemas, depth)}</td></tr>`
  )
}

/** Returns the fields inside a value, folded. Empty: it has none, or a link leads to them. */
function insideHtml(schema: JsonSchema, schemas: Schemas | null, depth: number): string {
  const inner = [schema, ...choices(schema)].flatMap((one) => (isRecord(one.items) ? [one.items] : [one]))
  const shown = inner.flatMap((one) => {
    const name = refName(one)
    const target = name === null ? one : schemas?.[name]
    const hasFields = target !== undefined && (isRecord(target.properties) || choices(target).some(hasProperties))
    return hasFields && depth < DEPTH ? [{ name, html: schemaHtml(target, schemas, depth + 1) }] : []
  })
  return shown
    .map(
      ({ name, html }) => `<details><summary>${name === null ? 'Fields' : escapeHtml(name)}</summary>${html}</details>`,
    )
    .join('')
}

const hasProperties = (schema: JsonSchema): boolean => isRecord(schema.properties) || refName(schema) !== null

function choices(schema: JsonSchema): JsonSchema[] {
  const found = schema.anyOf ?? schema.oneOf
  return Array.isArray(found) ? found.filter(isRecord) : []
}

function refName(schema: JsonSchema): string | null {
  return typeof schema.$ref === 'string' ? schema.$ref.replace(REF, '') : null
}

/** Returns a type in words: `string or null`, `list of Goal`, the values of an enumeration. */
export function typeHtml(schema: JsonSchema): string {
  const name = refName(schema)
  if (name !== null) return `<a href="#schema-${name}">${escapeHtml(name)}</a>`
  if (Array.isArray(schema.enum)) return schema.enum.map(valueHtml).join(' · ')
  if ('const' in schema) return valueHtml(schema.const)
  const alternatives = choices(schema)
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeHtml))].join(' or ')
  if (schema.type === 'array') return `list of ${isRecord(schema.items) ? typeHtml(schema.items) : 'any'}`
  if (Array.isArray(schema.type)) return escapeHtml(schema.type.join(' or '))
  return escapeHtml(String(schema.format ?? schema.type ?? 'any'))
}

const valueHtml = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value))}</code>`

/** The largest number of a column of the database: a bound of the store, not of the API. */
const COLUMN_MAX = 2_147_483_647

/** Returns default and bounds in words. */
function boundsText(schema: JsonSchema): string {
  const bounds = [
    ...('default' in schema ? [`default ${valueHtml(schema.default)}`] : []),
    ...between(schema.minimum, schema.maximum === COLUMN_MAX ? undefined : schema.maximum, ''),
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minItems, schema.maxItems, ' items'),
  ]
  return bounds.length === 0 ? '' : `<small>${bounds.join(', ')}</small>`
}

/** `1 to 1,000 items`, `at most 50`, `0 or more`; nothing without a bound. */
function between(low: unknown, high: unknown, unit: string): string[] {
  const [from, to] = [low, high].map((bound) => (typeof bound === 'number' ? formatInteger(bound) : null))
  if (to === null) return from === null ? [] : [`${from} or more${unit}`]
  return [from === null ? `at most ${to}${unit}` : `${from} to ${to}${unit}`]
}

/** Converts a Markdown description to HTML. Descriptions use only code spans. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
