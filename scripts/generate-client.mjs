// Writes the types of packages/client from openapi.yaml: packages/client/src/generated/api.ts.
// Usage: node scripts/generate-client.mjs. `npm run openapi` runs it after it wrote openapi.yaml.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const document = parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8'))

/** Paths whose POST stores a repeated request once. The client sends these with a key and may repeat them. */
const repeatable = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post?.parameters?.some(({ name }) => name === 'Idempotency-Key') ? [path] : [],
)
if (repeatable.length === 0) throw new Error('openapi.yaml names no operation with an Idempotency-Key.')

// The client reads replies as JSON. With the Markdown that some replies have as well, their type would be a union.
for (const path of Object.values(document.paths))
  for (const { responses } of Object.values(path))
    for (const { content } of Object.values(responses ?? {}))
      if (content?.['application/json']) delete content['text/markdown']

const text = [
  '/** Generated from openapi.yaml by scripts/generate-client.mjs. Do not edit. */',
  '',
  astToString(await openapiTypes(document, { alphabetize: true, emptyObjectsUnknown: true })),
  '/** Paths that accept an Idempotency-Key. */',
  `export const REPEATABLE_PATHS: ReadonlySet<string> = new Set(${JSON.stringify(repeatable.sort(), null, 4)})`,
  '',
].join('\n')
writeFileSync(join(ROOT, 'packages/client/src/generated/api.ts'), text)
