import { escapeHtml, htmlPage } from './html-page.js'

/** What a person sees who opens the address of the daemon. */
export function homePage(version: string): string {
  return htmlPage(
    'Palimpsest',
    `<h1>Palimpsest</h1>
<p>A context service for apps on language models: it keeps every message, hands back a context that always fits, and explains every
step between. This is version ${escapeHtml(version)}.</p>
<ul>
<li><a href="/docs">Reference of the API</a></li>
<li><a href="/openapi.yaml">The same as OpenAPI 3.1</a></li>
<li><a href="/readyz">Whether it can do its work now</a></li>
</ul>`,
  )
}
