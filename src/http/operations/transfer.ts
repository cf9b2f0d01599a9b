import { isDigits } from '../../domain/texts.js'
import type { z } from 'zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { importArchive } from '../../app/transfer/import-archive.js'
import { importLog } from '../../app/transfer/import-log.js'
import type { OpenArchive, Ports, SessionAddress } from '../../ports/ports.js'
import { created, type Answer } from '../answer.js'
import { operationsOf } from '../operation.js'
import { ExportQuery, ExportReply, ImportQuery, ImportReply } from '../schemas/transfer.js'
import { jsonDocument, jsonLines } from '../transfer/archive-text.js'
import { markdown } from '../transfer/archive-markdown.js'
import { readImport, readLogFile } from '../transfer/read-import.js'
import { sendStream } from '../transfer/send-stream.js'
import { withStatus } from '../with-status.js'
import { sessionNotFound } from '../../app/shared/read-session.js'

const operation = operationsOf('Sessions')

interface ExportFormat {
  contentType: string
  extension: string
  texts(archive: OpenArchive): AsyncGenerator<string>
}
const EXPORTS: Record<'json' | 'jsonl' | 'markdown', ExportFormat> = {
  json: { contentType: 'application/json; charset=utf-8', extension: 'json', texts: jsonDocument },
  jsonl: { contentType: 'application/x-ndjson; charset=utf-8', extension: 'jsonl', texts: jsonLines },
  markdown: { contentType: 'text/markdown; charset=utf-8', extension: 'md', texts: markdown },
}

export const transferOperations = [
  operation('exportSession', 'GET /v1/sessions/{sessionId}/export', {
    summary: 'Export a session with its whole history and every record, as of this moment.',
    description:
      'The reply is streamed. `json` and `jsonl` hold the same records; importing either restores the session with ' +
      'the same contexts. `jsonl` has one record per line: the session, its records, and an end with their digest. ' +
      '`markdown` is for people.',
    role: 'viewer',
    query: ExportQuery,
    replies: {
      200: {
        description: 'The session.',
        schema: ExportReply,
        otherTypes: ['application/x-ndjson', 'text/markdown'],
      },
    },
    async handle({ ports, at, query }) {
      const format = EXPORTS[query.format ?? 'json']
      const archive = await openExport(ports, at)
      return download(archive, format)
    },
  }),
  operation('importSession', 'POST /v1/sessions/import', {
    summary: 'Import an exported session or the log of another program.',
    description:
      'The body is the file: an export of any size, or up to 64 MiB of another log: messages or requests of OpenAI, ' +
      'Anthropic and Ollama, and sessions of Claude Code, Codex, opencode and pi. The session becomes visible ' +
      'when everything is stored; after a failure nothing of it stays. An id that is in use is replaced. Events of ' +
      'the session before the export are not restored.',
    role: 'app',
    query: ImportQuery,
    upload: ['application/json', 'application/x-ndjson', 'application/jsonl'],
    replies: { 201: { description: 'The imported session.', schema: ImportReply } },
    errors: ['import_refused', 'window_exceeded', 'system_prompt_exceeds_window', 'storage_quota_exceeded'],
    async handle({ ports, server, principal, query, upload }) {
      const appId = principal.home
      const texts = upload?.texts() ?? nothing()
      const imported = await server.imports.run(appId, async () => {
        const file = await readImport(texts)
        return file.kind === 'archive'
          ? importArchive(ports, { appId, ...file.file, memoryScope: query.memoryScope ?? null })
          : importLog(ports, { appId, log: await readLogFile(file.text, query.conversation), ...settingsOf(query) })
      })
      const { sessionId } = imported
      const reply = await withStatus(ports, { appId, sessionId }, { ...imported })
      return created(reply, { Location: `/v1/sessions/${sessionId}` })
    },
  }),
]

function download(archive: OpenArchive, { contentType, extension, texts }: ExportFormat): Answer {
  const headers = {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${archive.session.id}.${extension}"`,
  }
  const run = async (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, headers)
    if (request.method === 'HEAD') return void response.end()
    await sendStream(response, texts(archive))
  }
  return { kind: 'stream', run }
}

function settingsOf({ model, contextSize, preset, externalId, memoryScope }: z.output<typeof ImportQuery>) {
  const size = contextSize !== undefined && isDigits(contextSize) ? Number(contextSize) : contextSize
  return { model, contextSize: size, preset, externalId, memoryScope }
}

async function* nothing(): AsyncGenerator<string> {}

/** Opens a session as of this moment, to be read page by page. Throws session_not_found. [R6] */
async function openExport({ store }: Pick<Ports, 'store'>, { sessionId, appId }: SessionAddress): Promise<OpenArchive> {
  const archive = await store.openArchive(sessionId, appId)
  if (!archive) throw sessionNotFound(sessionId)
  return archive
}
