import { pause } from '../../ports/pause.js'
import type { Operation, ServerContext } from '../operation.js'
import { escapeHtml, htmlPage } from './html-page.js'

type Write = (operations: readonly Operation[], version: string) => Promise<string>

/**
 * Makes the static documents. The reference is written on its first request and not at the start: converting all schemas
 * takes about a third of the CPU time of a start. The conversion pauses often, so that other requests run meanwhile.
 */
export function makeDocuments(operations: readonly Operation[], version: string): ServerContext['documents'] {
  const once = (load: () => Promise<Write>): (() => Promise<Buffer>) => {
    let bytes: Promise<Buffer> | undefined
    const written = async () => {
      const write = await load()
      // Loading the modules takes a slice of its own.
      await pause()
      return Buffer.from(await write(operations, version))
    }
    return () => (bytes ??= written())
  }
  return {
    home: Buffer.from(homePage(version)),
    openapi: once(async () => (await import('./openapi.js')).openApiText),
    docs: once(async () => (await import('./docs-page.js')).docsPage),
  }
}

/** Returns the page at the root URL of the daemon. */
function homePage(version: string): string {
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
