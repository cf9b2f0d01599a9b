import { pauseWhenDue } from '../../app/ports/pause.js'
import { escapeHtml, htmlPage } from './html-page.js'
import { isObject, type JsonSchema } from './json-schema.js'
import { errorsOf, openApiDocument } from './openapi.js'
import type { Operation } from '../operation.js'
import { PROBLEMS } from '../problem.js'

/** Returns the API reference page, generated from the operations table. Pauses often. */
export async function docsPage(operations: readonly Operation[], version: string): Promise<string> {
  const { paths, components } = await openApiDocument(operations, version)
  const tags = [...new Set(operations.map((operation) => operation.tag))]
  const sections: string[] = []
  for (const tag of tags) {
    await pauseWhenDue()
    const ofTag = operations.filter((operation) => operation.tag === tag)
    sections.push(
      `<h2 id="${tag}">${tag}</h2>\n${ofTag.map((operation) => entry(operation, paths[operation.path]?.[operation.method] ?? {})).join('\n')}`,
    )
  }
  const body = `<h1>Palimpsest API reference</h1>
<p>Version ${escapeHtml(version)}. Also available as <a href="/openapi.yaml">OpenAPI 3.1</a>.
Send the key as <code>Authorization: Bearer &lt;key&gt;</code>.</p>
<p>${tags.map((tag) => `<a href="#${tag}">${tag}</a>`).join(' · ')} · <a href="#problems">Problems</a> · <a href="#schemas">Schemas</a></p>
${sections.join('\n')}
<h2 id="problems">Problems</h2>
<table><tr><th>code</th><th>status</th><th>meaning</th></tr>
${Object.entries(PROBLEMS)
  .map(
    ([code, { status, title }]) =>
      `<tr id="problem-${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
  )
  .join('\n')}
</table>
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => `<h3 id="schema-${name}">${name}</h3>\n${json(schema)}`)
  .join('\n')}`
  return htmlPage('Palimpsest API reference', body)
}

function entry(operation: Operation, description: JsonSchema): string {
  const { method, path, role, summary, id } = operation
  const parameters = Array.isArray(description.parameters) ? description.parameters.filter(isObject) : []
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(String(parameter.name))}</code></td><td>${String(parameter.in)}${parameter.required === true ? ', required' : ''}</td><td>${prose(String(parameter.description ?? ''))}</td></tr>`,
  )
  return `<h3 id="${id}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code><span class="role">${role}</span></h3>
<p>${prose(summary)} ${prose(operation.description ?? '')}</p>
${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}
${bodyOf(description)}
<p>Replies: ${Object.entries(operation.replies)
    .map(([status, reply]) => `<code>${status}</code> ${prose(reply.description)}`)
    .join(' ')} Problems: ${errorsOf(operation)
    .map((code) => `<a href="#problem-${code}"><code>${code}</code></a>`)
    .join(', ')}.</p>`
}

function bodyOf(description: JsonSchema): string {
  const content = isObject(description.requestBody) ? description.requestBody.content : null
  const media = isObject(content) ? content['application/json'] : null
  return isObject(media) ? `<p>Body:</p>\n${json(media.schema)}` : ''
}

/** Renders a schema as JSON, with links to the schemas it references. */
function json(schema: unknown): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2))
  return `<pre>${text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>')}</pre>`
}

/** Converts a Markdown description to HTML. Descriptions use only code spans. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
