import { stringify } from 'yaml'
import { z } from 'zod'
import { isRecord } from '../../domain/json/json.js'
import { pauseWhenDue } from '../../ports/pause.js'
import { SchemaCollection, type JsonSchema } from './json-schema.js'
import type { HeaderName, Operation, ReplyDoc } from '../operation.js'
import { PROBLEMS, type ProblemCode } from '../problem.js'
import { ProblemReply } from '../schemas/reports/problem.js'

/** openapi.yaml, generated from the operations table. A test fails if the file in the repository is stale. */

export interface OpenApiDocument {
  [key: string]: unknown
  paths: Record<string, Record<string, JsonSchema>>
  components: { securitySchemes: JsonSchema; schemas: Record<string, JsonSchema> }
}

const HEADERS: Record<HeaderName, string> = {
  'Idempotency-Key': 'Requests with the same key and the same body are executed once.',
  'If-Match': 'Refuse the request with 412 unless the session has this version.',
  'If-None-Match': 'Return 304 if the context still has this ETag.',
  'X-Palimpsest-Recall': '`off`: nothing is recalled for the newest message. Default: `auto`.',
  'Last-Event-ID': 'Cursor of the last received event. Only for streams.',
}

/** Pauses between schemas: one with many parts takes several milliseconds. [13] */
export async function openApiDocument(operations: readonly Operation[], version: string): Promise<OpenApiDocument> {
  const schemas = new SchemaCollection()
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {})
    path[operation.method] = await describe(operation, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      version,
      description:
        'A context service for LLM apps. It stores every message, returns a context that always fits the model, ' +
        'and explains every change.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:7420' }],
    security: [{ key: [] }, { token: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'Key of an app, or an admin key. An admin key acts as the app that the header `X-App-Id` names.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Token of the OpenID Connect issuer, if the operator configured one (OIDC_ISSUER). A table of the operator maps ' +
            'a claim of the token to a role.',
        },
      },
      schemas: sorted(schemas.components),
    },
  }
}

/** Pauses between paths and schemas. [13] */
export async function openApiText(operations: readonly Operation[], version: string): Promise<string> {
  const { paths, components, ...head } = await openApiDocument(operations, version)
  const { schemas, ...others } = components
  const pieces = [yaml(head), 'paths:\n']
  for (const [path, item] of Object.entries(paths)) {
    await pauseWhenDue()
    pieces.push(yaml({ [path]: item }, 2))
  }
  pieces.push('components:\n', yaml(others, 2), '  schemas:\n')
  for (const [name, schema] of Object.entries(schemas)) {
    await pauseWhenDue()
    pieces.push(yaml({ [name]: schema }, 4))
  }
  return pieces.join('')
}

/** @param indent spaces before every line */
function yaml(value: JsonSchema, indent = 0): string {
  // Many readers know YAML 1.1 only, where a plain `off` is false.
  const text = stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  return text.replace(/^(?=.)/gm, ' '.repeat(indent))
}

/** Returns all error codes of an operation: its own and the common ones. */
export function errorsOf(operation: Operation): ProblemCode[] {
  // not_found: no app has the id in `X-App-Id`.
  const guarded: ProblemCode[] =
    operation.role === 'public'
      ? []
      : [
          'unauthorized',
          'forbidden',
          'not_found',
          'rate_limited',
          'quota_exceeded',
          'store_unavailable',
          'issuer_unavailable',
        ]
  // An operation without parameters refuses unknown ones, and one without members in its body a body that has some.
  const takesBody = operation.method === 'post' || operation.method === 'patch' || operation.upload !== undefined
  const sent: ProblemCode[] = takesBody ? ['body_too_large', 'request_timeout', 'unsupported_media_type'] : []
  return [...new Set<ProblemCode>([...operation.errors, 'invalid_request', ...sent, ...guarded])]
}

export function hasBody(operation: Operation): boolean {
  return hasMembers(operation.body) || operation.upload !== undefined
}

async function describe(operation: Operation, schemas: SchemaCollection): Promise<JsonSchema> {
  const { id, tag, summary, description, role } = operation
  await pauseWhenDue()
  const parameters = parametersOf(operation, schemas)
  await pauseWhenDue()
  const body = hasBody(operation) ? { requestBody: requestBody(operation, schemas) } : {}
  const replies: JsonSchema = {}
  for (const [status, reply] of Object.entries(operation.replies)) {
    await pauseWhenDue()
    replies[status] = replyOf(reply, schemas)
  }
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(role === 'public' ? { security: [] } : { 'x-role': role }),
    ...nonEmpty('parameters', parameters),
    ...body,
    responses: { ...replies, ...problemsOf(operation, schemas) },
  }
}

function parametersOf(operation: Operation, schemas: SchemaCollection): JsonSchema[] {
  const headers = (operation.headers ?? []).map((name) => ({
    name,
    in: 'header',
    description: HEADERS[name],
    schema: { type: 'string' },
  }))
  return [
    ...shapeParameters(operation.params, 'path', schemas),
    ...shapeParameters(operation.query, 'query', schemas),
    ...headers,
  ]
}

function shapeParameters(object: z.ZodObject, where: 'path' | 'query', schemas: SchemaCollection): JsonSchema[] {
  const { properties } = schemas.add(object, 'output')
  if (!isRecord(properties)) return []
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = isRecord(schema) ? schema : {}
    const field = object.shape[name]
    const required = where === 'path' || (field !== undefined && !z.safeParse(field, undefined).success)
    const list = rest.type === 'array' ? { style: 'form', explode: false } : {}
    return { name, in: where, required, ...(description ? { description } : {}), ...list, schema: rest }
  })
}

function requestBody(operation: Operation, schemas: SchemaCollection): JsonSchema {
  if (operation.upload) {
    const schema = { type: 'string', format: 'binary' }
    return { required: true, content: Object.fromEntries(operation.upload.map((type) => [type, { schema }])) }
  }
  const required = !operation.body.safeParse({}).success
  return { required, content: { 'application/json': { schema: schemas.add(operation.body, 'input') } } }
}

function replyOf(
  { description, schema, contentType = 'application/json', otherTypes = [] }: ReplyDoc,
  schemas: SchemaCollection,
): JsonSchema {
  return schema === null
    ? { description }
    : {
        description,
        content: {
          [contentType]: { schema: schemas.add(schema, 'output') },
          ...Object.fromEntries(otherTypes.map((type) => [type, { schema: { type: 'string' } }])),
        },
      }
}

/** Groups the error codes by status: OpenAPI allows one response per status. */
function problemsOf(operation: Operation, schemas: SchemaCollection): JsonSchema {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of errorsOf(operation)) {
    const { status } = PROBLEMS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/problem+json': { schema: schemas.add(ProblemReply, 'output') } }
  const entries = [...byStatus].filter(([status]) => !(status in operation.replies))
  return Object.fromEntries(entries.map(([status, codes]) => [status, { description: codes.join(', '), content }]))
}

function hasMembers(object: z.ZodObject): boolean {
  return Object.keys(object.shape).length > 0
}

function nonEmpty(name: string, items: JsonSchema[]): JsonSchema {
  return items.length > 0 ? { [name]: items } : {}
}

function sorted(components: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
}
