import { escapeHtml, htmlPage } from './html-page.js'

/** Returns the page at the root URL of the daemon. */
export function homePage(version: string): string {
  return htmlPage(
    'Palimpsest',
    `<h1>Palimpsest</h1>
<p>A context service for LLM apps. It stores every message, returns a context that always fits the model, and explains
every change. This is version ${escapeHtml(version)}.</p>
<ul>
<li><a href="/docs">API reference</a></li>
<li><a href="/openapi.yaml">OpenAPI 3.1 document</a></li>
<li><a href="/readyz">Readiness check</a></li>
</ul>`,
  )
}
