import { pause } from '../../app/ports/pause.js'
import type { Operation, ServerContext } from '../operation.js'
import { homePage } from './home-page.js'

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
