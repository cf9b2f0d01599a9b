import { isRecord } from '../../domain/json/json.js'
import { pauseWhenDue } from '../../ports/pause.js'
import { curlOf } from './docs-examples.js'
import { prose, schemaHtml, typeHtml } from './docs-schema.js'
import { DOCS_SCRIPT } from './docs-script.js'
import { escapeHtml, htmlPage } from './html-page.js'
import { type JsonSchema } from './json-schema.js'
import { errorsOf, openApiDocument } from './openapi.js'
import type { Operation } from '../operation.js'
import { PROBLEMS } from '../problem.js'

type Schemas = Record<string, JsonSchema>

/** Returns the API reference page, generated from the operations table. Pauses often. */
export async function docsPage(operations: readonly Operation[], version: string): Promise<string> {
  const { paths, components } = await openApiDocument(operations, version)
  const tags = [...new Set(operations.map((operation) => operation.tag))]
  const sections: string[] = []
  for (const tag of tags) {
    sections.push(`<section data-group><h2 id="${tag}">${tag}</h2>`)
    for (const operation of operations.filter((one) => one.tag === tag)) {
      const described = paths[operation.path]?.[operation.method] ?? {}
      sections.push(operationHtml(operation, described, components.schemas))
      await pauseWhenDue()
    }
    sections.push('</section>')
  }
  const schemas: string[] = []
  for (const [name, schema] of Object.entries(components.schemas)) {
    schemas.push(namedSchema(name, schema))
    await pauseWhenDue()
  }
  const body = `<div class="docs">
<nav aria-label="Contents">
<a class="brand" href="/">Palimpsest</a>
<input id="find" type="search" placeholder="Search (/)" aria-label="Search the reference" hidden>
${tags.map((tag) => navGroup(tag, operations)).join('\n')}
<p><a href="#problems">Problems</a> · <a href="#schemas">Schemas</a></p>
</nav>
<main>
<h1>Palimpsest API reference</h1>
<p>Version ${escapeHtml(version)} · <a href="/openapi.yaml">OpenAPI 3.1</a> · <a href="/">dashboard</a></p>
<pre class="curl"><code>URL=http://127.0.0.1:7420
KEY=$(cat ~/.palimpsest/admin-key)   # or a key of your app: palimpsest keys create
ID=ses_…                             # a session: palimpsest sessions</code></pre>
<p>Every example uses these. <b class="required">*</b> marks required fields. Errors are <code>application/problem+json</code>: see
<a href="#problems">problems</a>.</p>
<p id="none" hidden>Nothing matches.</p>
${sections.join('\n')}
<section data-group><h2 id="problems">Problems</h2>
<table>${Object.entries(PROBLEMS)
    .map(
      ([code, { status, title }]) =>
        `<tr id="problem-${code}" data-find="${escapeHtml(`${code} ${status} ${title}`.toLowerCase())}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
    )
    .join('\n')}</table></section>
<section data-group><h2 id="schemas">Schemas</h2>
${schemas.join('\n')}</section>
</main>
</div>`
  return htmlPage('Palimpsest API reference', body, DOCS_SCRIPT)
}

function navGroup(tag: string, operations: readonly Operation[]): string {
  const links = operations
    .filter((one) => one.tag === tag)
    .map(
      (operation) =>
        `<li data-find="${wordsOf(operation)}"><a href="#${operation.id}"><b class="method ${operation.method}">${operation.method}</b> ${escapeHtml(shortPath(operation.path))}</a></li>`,
    )
  return `<div data-group><a class="tag" href="#${tag}">${tag}</a><ul>${links.join('')}</ul></div>`
}

/** `/v1/sessions/{sessionId}/goals` → `…/goals`. */
const shortPath = (path: string): string => path.replace('/v1/sessions/{sessionId}/', '…/').replace(/^\/v1(?=\/)/, '')

const wordsOf = ({ id, tag, method, path, summary, description }: Operation): string =>
  escapeHtml([id, tag, method, path, summary, description ?? ''].join(' ').toLowerCase())

function operationHtml(operation: Operation, described: JsonSchema, schemas: Schemas): string {
  const { method, path, role, summary, description, id } = operation
  const errors = errorsOf(operation).map((code) => `<a href="#problem-${code}"><code>${code}</code></a>`)
  return `<article data-find="${wordsOf(operation)}"><h3 id="${id}"><a href="#${id}"><b class="method ${method}">${method}</b> <code>${escapeHtml(path)}</code></a><span class="role">${role === 'public' ? 'no key' : `key: ${role}`}</span></h3>
<p>${prose(summary)} ${prose(description ?? '')}</p>
<pre class="curl"><code>${escapeHtml(curlOf(operation))}</code></pre>
${parametersHtml(described)}${bodyHtml(described, schemas)}${repliesHtml(operation, described)}
<p class="problems">Problems: ${errors.join(', ')}.</p></article>`
}

function parametersHtml({ parameters }: JsonSchema): string {
  if (!Array.isArray(parameters) || parameters.length === 0) return ''
  const rows = parameters.filter(isRecord).map((one) => {
    const mark = one.required === true ? '<b class="required" title="required">*</b>' : ''
    const type = isRecord(one.schema) ? typeHtml(one.schema) : ''
    return `<tr><td><code>${escapeHtml(String(one.name))}</code>${mark}</td><td>${String(one.in)}</td><td>${type}</td><td>${prose(String(one.description ?? ''))}</td></tr>`
  })
  return `<h4>Parameters</h4><table class="fields">${rows.join('')}</table>`
}

function bodyHtml({ requestBody }: JsonSchema, schemas: Schemas): string {
  const content = isRecord(requestBody) ? requestBody.content : null
  const media = isRecord(content) ? content['application/json'] : null
  return isRecord(media) ? `<h4>Body</h4>${schemaHtml(media.schema, schemas)}` : ''
}

function repliesHtml({ replies }: Operation, { responses }: JsonSchema): string {
  const shown = Object.entries(replies).map(([status, { description }]) => {
    const reply = isRecord(responses) ? responses[status] : null
    const content = isRecord(reply) && isRecord(reply.content) ? reply.content['application/json'] : null
    const schema = isRecord(content) ? content.schema : null
    const fields = isRecord(schema) ? `<details><summary>Fields</summary>${schemaHtml(schema, null)}</details>` : ''
    return `<p><code>${status}</code> ${prose(description)}</p>${fields}`
  })
  return `<h4>Replies</h4>${shown.join('')}`
}

function namedSchema(name: string, schema: JsonSchema): string {
  const description = typeof schema.description === 'string' ? `<p>${prose(schema.description)}</p>` : ''
  return `<article data-find="${escapeHtml(`schema ${name}`.toLowerCase())}"><h3 id="schema-${name}">${name}</h3>${description}${schemaHtml(schema, null)}</article>`
}
