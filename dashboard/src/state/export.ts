import { take } from '@palimpsest/client'
import { patientClient } from './connection.js'

/** Reads the file of a session. It may be large, so it is read as a stream. [R6] */

export const EXPORT_FORMATS = {
  json: { title: 'JSON', extension: 'json', note: 'One document. Can be imported again, with the same contexts.' },
  jsonl: { title: 'JSON Lines', extension: 'jsonl', note: 'The same records, one on each line.' },
  markdown: { title: 'Markdown', extension: 'md', note: 'The conversation for people to read.' },
} as const
export type ExportFormat = keyof typeof EXPORT_FORMATS

interface ExportOptions {
  signal: AbortSignal
  /** Called with the bytes read so far. */
  onBytes: (bytes: number) => void
}

/** Returns the whole file. Throws if the daemon ends the stream early. */
export async function readExport(
  sessionId: string,
  format: ExportFormat,
  { signal, onBytes }: ExportOptions,
): Promise<Blob> {
  const params = { path: { sessionId }, query: { format } }
  const { api } = patientClient()
  const body = await take(api.GET('/v1/sessions/{sessionId}/export', { params, signal, parseAs: 'stream' }))
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
  // The browser keeps a large blob on disk.
  return new Response((body as ReadableStream<Uint8Array>).pipeThrough(counter)).blob()
}
