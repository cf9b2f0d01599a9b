import { isDigits } from '../../domain/texts.js'
import { z } from 'zod'
import { readOffload, readOffloadedMedium, searchOffload } from '../../app/reductions/read-offloads.js'
import { readSession } from '../../app/shared/read-session.js'
import { inModelTokens } from '../../domain/session/model-tokens.js'
import { listPage } from '../list-page.js'
import { ok, type Answer } from '../answer.js'
import { operationsOf } from '../operation.js'
import { requireItem } from '../require-item.js'
import { pageOf, pageQuery, SessionPath } from '../schemas/common.js'
import {
  OffloadContentReply,
  OffloadListReply,
  OffloadQuery,
  OffloadSearchQuery,
  OffloadSearchReply,
  READ_DEFAULT,
} from '../schemas/offload.js'
import { offloadContentView, offloadView } from '../views.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Offloads')
const MediumPath = SessionPath.extend({
  offloadId: z.string(),
  number: z.string().describe('Number of the item in `media` of the original: 1, 2, 3 …'),
})
const Bytes = z.string().meta({ format: 'binary' })
const MATCHES_DEFAULT = 20

/** Media types sent unchanged, with their file extensions. The bytes of a conversation are untrusted whatever their declared type, so
 * no browser may render or run them: SVG and HTML are absent because browsers run their scripts. */
const SAFE_TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'audio/wav': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
}
const ATTACHMENT_TYPES = Object.keys(SAFE_TYPES)
const FALLBACK_TYPE = { contentType: 'application/octet-stream', extension: 'bin' }

export const offloadOperations = [
  operation('listOffloads', 'GET /v1/sessions/{sessionId}/offloads', {
    summary: 'List the parts that are reduced in the context.',
    role: 'viewer',
    query: pageQuery('off'),
    replies: { 200: { description: 'A page of offloads.', schema: OffloadListReply } },
    async handle({ ports, params, at, query }) {
      const session = await readSession(ports, at)
      const page = pageOf(query)
      await requireItem(page.after, (id) => ports.store.reduction(params.sessionId, id))
      const reductions = await ports.store.reductions(params.sessionId, page)
      const { items, nextAfter } = await listPage(reductions, page.limit, (one) =>
        offloadView(inModelTokens(session, one)),
      )
      return ok(await withStatus(ports, at, { offloads: items, nextAfter }))
    },
  }),
  operation('readOffload', 'GET /v1/sessions/{sessionId}/offloads/{offloadId}', {
    summary: 'Read the exact original of a reduced part, by range of characters, bytes or lines.',
    description:
      'In every unit, consecutive ranges join to the exact original; `nextOffset` is the start of the next range. ' +
      'A range never splits a character: both ends move back to the start of the character they fall into.',
    role: 'viewer',
    query: OffloadQuery,
    replies: { 200: { description: 'The requested range.', schema: OffloadContentReply } },
    errors: ['not_found'],
    handle({ ports, at, query, large }) {
      const { unit = 'characters', offset = unit === 'lines' ? 1 : 0, limit = READ_DEFAULT[unit], as = 'text' } = query
      const range = { unit, offset, limit }
      // A long line is sent whole, so the share lasts until the reply is sent.
      return large(async (admit) => {
        const read = await readOffload(ports, { ...at, admit, range, as })
        return { body: await withStatus(ports, at, offloadContentView(unit, read)) }
      })
    },
  }),
  operation('searchOffload', 'GET /v1/sessions/{sessionId}/offloads/{offloadId}/search', {
    summary: 'Search the original of a reduced part, ignoring case.',
    description: 'Searches the text form of the original for a literal string, not a pattern.',
    role: 'viewer',
    query: OffloadSearchQuery,
    replies: { 200: { description: 'Matches and their positions.', schema: OffloadSearchReply } },
    errors: ['not_found'],
    handle({ ports, at, query, large }) {
      const { q, offset = 0, limit = MATCHES_DEFAULT } = query
      return large(async (admit) => {
        const matches = await searchOffload(ports, { ...at, admit, query: q, offset, limit })
        return ok(await withStatus(ports, at, { ...matches }))
      })
    },
  }),
  operation('readOffloadedMedium', 'GET /v1/sessions/{sessionId}/offloads/{offloadId}/media/{number}', {
    summary: 'Download the bytes of an image or file in an original.',
    description:
      'Always sent as an attachment. The content type is one that browsers do not execute, else ' +
      '`application/octet-stream`.',
    role: 'viewer',
    params: MediumPath,
    replies: {
      200: {
        description: 'The decoded bytes.',
        schema: Bytes,
        contentType: 'application/octet-stream',
        otherTypes: ATTACHMENT_TYPES,
      },
    },
    errors: ['not_found'],
    handle({ ports, params, at, large }) {
      const number = isDigits(params.number) ? Number(params.number) : 0
      return large(async (admit) => {
        const { mediaType, bytes } = await readOffloadedMedium(ports, { ...at, admit, number })
        return attachment(bytes, mediaType, `${params.offloadId}-${number}`)
      })
    },
  }),
]

/** Returns the bytes as an attachment.
 * @param name generated by the service; file names from a conversation never enter a header */
function attachment(bytes: Buffer, mediaType: string | null, name: string): Answer {
  const declaredType = mediaType?.split(';', 1)[0]!.trim().toLowerCase() ?? ''
  const { contentType, extension } = Object.hasOwn(SAFE_TYPES, declaredType)
    ? { contentType: declaredType, extension: SAFE_TYPES[declaredType]! }
    : FALLBACK_TYPE
  const headers = {
    'Content-Disposition': `attachment; filename="${name}.${extension}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  return { kind: 'bytes', status: 200, bytes, contentType, headers }
}
