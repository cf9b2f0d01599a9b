import { isDigits } from '../../domain/texts.js'
import { z } from 'zod'
import type { Principal } from '../../app/access/authenticate.js'
import {
  readOffload,
  readOffloadedMedium,
  searchOffload,
  type OffloadAddress,
} from '../../app/reductions/read-offloads.js'
import { readSession } from '../../app/shared/read-session.js'
import { inModelTokens } from '../../domain/session/model-tokens.js'
import { listPage } from '../list-page.js'
import { large, ok, operation, type Answer, type ServerContext } from '../operation.js'
import { requireItem } from '../require-item.js'
import { Nothing, pageOf, pageQuery, SessionPath } from '../schemas/common.js'
import { attachment, ATTACHMENT_TYPES } from '../input/attachment.js'
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

const tag = 'Offloads'
const OffloadPath = SessionPath.extend({ offloadId: z.string() })
const MediumPath = OffloadPath.extend({
  number: z.string().describe('Number of the item in `media` of the original: 1, 2, 3 …'),
})
const Bytes = z.string().meta({ format: 'binary' })
const MATCHES_DEFAULT = 20

export const offloadOperations = [
  operation({
    id: 'listOffloads',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/offloads',
    summary: 'List the parts that are reduced in the context.',
    role: 'viewer',
    params: SessionPath,
    query: pageQuery('off'),
    body: Nothing,
    replies: { 200: { description: 'A page of offloads.', schema: OffloadListReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const session = await readSession(ports, params.sessionId, principal.scope)
      const page = pageOf(query)
      await requireItem(page.after, (id) => ports.store.reduction(params.sessionId, id))
      const reductions = await ports.store.reductions(params.sessionId, page)
      const { items, nextAfter } = await listPage(reductions, page.limit, (one) =>
        offloadView(inModelTokens(session, one)),
      )
      return ok(await withStatus({ ports, principal, params }, { offloads: items, nextAfter }))
    },
  }),
  operation({
    id: 'readOffload',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/offloads/{offloadId}',
    summary: 'Read the exact original of a reduced part, by range of characters, bytes or lines.',
    description:
      'In every unit, consecutive ranges join to the exact original; `nextOffset` is the start of the next range. ' +
      'A range never splits a character: both ends move back to the start of the character they fall into.',
    role: 'viewer',
    params: OffloadPath,
    query: OffloadQuery,
    body: Nothing,
    replies: { 200: { description: 'The requested range.', schema: OffloadContentReply } },
    errors: ['session_not_found', 'not_found'],
    handle({ ports, server, principal, params, query }) {
      const { unit = 'characters', offset = unit === 'lines' ? 1 : 0, limit = READ_DEFAULT[unit], as = 'text' } = query
      const range = { unit, offset, limit }
      const share = server.replies.open(principal.scope ?? 'admin')
      // A long line is sent whole, so the share lasts until the reply is sent.
      return large(share, async () => {
        const from = { appId: principal.scope, admit: share.admit }
        const read = await readOffload(ports, { ...from, ...params, range, as })
        return { body: await withStatus({ ports, principal, params }, offloadContentView(unit, read)) }
      })
    },
  }),
  operation({
    id: 'searchOffload',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/offloads/{offloadId}/search',
    summary: 'Search the original of a reduced part, ignoring case.',
    description: 'Searches the text form of the original for a literal string, not a pattern.',
    role: 'viewer',
    params: OffloadPath,
    query: OffloadSearchQuery,
    body: Nothing,
    replies: { 200: { description: 'Matches and their positions.', schema: OffloadSearchReply } },
    errors: ['session_not_found', 'not_found'],
    handle({ ports, server, principal, params, query }) {
      const { q, offset = 0, limit = MATCHES_DEFAULT } = query
      return withReplyShare(server, principal, async (from) => {
        const matches = await searchOffload(ports, { ...from, ...params, query: q, offset, limit })
        return ok(await withStatus({ ports, principal, params }, { ...matches }))
      })
    },
  }),
  operation({
    id: 'readOffloadedMedium',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/offloads/{offloadId}/media/{number}',
    summary: 'Download the bytes of an image or file in an original.',
    description:
      'Always sent as an attachment. The content type is one that browsers do not execute, else ' +
      '`application/octet-stream`.',
    role: 'viewer',
    params: MediumPath,
    query: Nothing,
    body: Nothing,
    replies: {
      200: {
        description: 'The decoded bytes.',
        schema: Bytes,
        contentType: 'application/octet-stream',
        otherTypes: ATTACHMENT_TYPES,
      },
    },
    errors: ['session_not_found', 'not_found'],
    handle({ ports, server, principal, params }) {
      const number = isDigits(params.number) ? Number(params.number) : 0
      return withReplyShare(server, principal, async (from) => {
        const { mediaType, bytes } = await readOffloadedMedium(ports, { ...from, ...params, number })
        return attachment(bytes, mediaType, `${params.offloadId}-${number}`)
      })
    },
  }),
]

/** Reserves the bytes of an original while it is read. The reply itself is small. */
async function withReplyShare(
  server: ServerContext,
  principal: Principal,
  read: (from: Pick<OffloadAddress, 'appId' | 'admit'>) => Promise<Answer>,
): Promise<Answer> {
  const { admit, release } = server.replies.open(principal.scope ?? 'admin')
  try {
    return await read({ appId: principal.scope, admit })
  } finally {
    release()
  }
}
