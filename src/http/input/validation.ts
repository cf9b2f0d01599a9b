import { z } from 'zod'
import { DomainError, type Fault } from '../../domain/errors.js'

/** Fields that a body does not take because the value is fixed once set. They get an error of their own. */
export const fixedFields = z.registry<{ fields: readonly string[] }>()

/** Parses a value with its schema. Throws invalid_request with every fault: its path, expected and received value.
 * @param where name of the source in the error text: `body`, `query` … */
export function parseAs<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const faults = result.error.issues.flatMap((issue) => faultsOf(issue, schema))
  const [first] = faults
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const detail = first
    ? `${where}: ${first.path || 'value'}: expected ${first.expected}, received ${first.received}${more}.`
    : `${where} is invalid.`
  throw new DomainError('invalid_request', detail, {}, faults)
}

type Issue = z.core.$ZodIssue

/** Most names of fields that an error lists. */
const MAX_NAMES = 30
/** Types whose name in JSON is not that of the validator. */
const TYPE_NAMES: Record<string, string | undefined> = { int: 'an integer', record: 'object' }

function faultsOf(issue: Issue, schema: z.ZodType): Fault[] {
  const path = pathText(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const fixed = fixedFields.get(schema)?.fields ?? []
    const known = fieldsAt(schema, issue.path)
    return issue.keys.map((key) => {
      const isFixed = issue.path.length === 0 && fixed.includes(key)
      return {
        path: pathText([...issue.path, key]),
        expected: isFixed
          ? 'no value, because this field cannot be changed'
          : known
            ? fieldsText(known)
            : 'a known field',
        received: isFixed ? describe(issue.input?.[key]) : 'an unknown field',
      }
    })
  }
  const shape = intendedShape(issue)
  if (shape) return shape.flatMap((inner) => faultsOf({ ...inner, path: [...issue.path, ...inner.path] }, schema))
  return [{ path, expected: expectation(issue), received: describe(inputOf(issue)) }]
}

/** Returns the names of the fields that the object at a path can have; null if they depend on the object, or are many. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsAt(schema.unwrap(), path)
  if (schema instanceof z.ZodUnion) {
    const [only, ...others] = schema.options.map((option) => fieldsAt(option, path)).filter((names) => names !== null)
    return others.length === 0 ? (only ?? null) : null
  }
  const [key, ...rest] = path
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return null
  const names = Object.keys(schema.shape)
  if (key === undefined) return names.length > MAX_NAMES ? null : names
  const inner: z.core.$ZodType | undefined = schema.shape[String(key)]
  return inner ? fieldsAt(inner, rest) : null
}

/** Returns the faults of the one shape of a union that has the type of the value, or null. */
function intendedShape(issue: Issue): Issue[] | null {
  if (issue.code !== 'invalid_union') return null
  const sameType = issue.errors.filter(([first]) => first && !(isTypeFault(first) && first.path.length === 0))
  return sameType.length === 1 ? (sameType[0] ?? null) : null
}

function isTypeFault({ code }: Issue): boolean {
  return code === 'invalid_type' || code === 'invalid_value'
}

/** Returns the faulty value. The issue of an unknown kind names the member `kind`, but has the whole object. */
function inputOf(issue: Issue): unknown {
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return issue.input
  const { input, discriminator } = issue
  return typeof input === 'object' && input !== null ? Reflect.get(input, discriminator) : input
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`
    case 'invalid_union':
      if ('options' in issue && issue.options) return oneOf(issue.options)
      return issue.errors.map((branch) => (branch[0] ? expectation(branch[0]) : 'another shape')).join(' or ')
    case 'invalid_format':
      return issue.format === 'datetime' ? 'a date and time such as 2026-01-31T12:00:00Z' : issue.message
    default:
      return issue.message
  }
}

function fieldsText(names: readonly string[]): string {
  return names.length === 0 ? 'no fields' : oneOf(names)
}

function oneOf(values: readonly unknown[]): string {
  return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
}

function unitOf(origin: string, count: number | bigint): string {
  const unit = origin === 'string' ? ' character' : origin === 'array' ? ' item' : ''
  return unit && Number(count) !== 1 ? `${unit}s` : unit
}

/** Describes a value by its type and quotes only short ones: errors must not carry conversation text into a log. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'string')
    return value.length <= 40 ? JSON.stringify(value) : `a string of ${value.length} characters`
  if (typeof value === 'object') return 'an object'
  return String(value)
}

/** Formats a path like `messages[3].role`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    '',
  )
}
