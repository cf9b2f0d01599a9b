import { markBoundary } from '../../app/history/set-task-boundary.js'
import type { BoundaryName } from '../../domain/session/watermark.js'
import { readBoundary } from '../../app/context/read-boundary.js'
import { DomainError } from '../../domain/errors.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { BoundaryFields, MarkReply, WatermarkStatusReply } from '../schemas/watermark.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Watermark')

export const watermarkOperations = [
  operation('markBoundary', 'POST /v1/sessions/{sessionId}/watermark', {
    summary: 'Mark the end of a task: earlier tool calls and results leave the context, text stays.',
    description:
      'The boundary only moves forward. The context changes once the gain is worth a cut. A request that names a ' +
      'missing message or call is refused and leaves the boundary unchanged.',
    role: 'app',
    body: BoundaryFields,
    replies: { 200: { description: 'The current boundary, and whether it moved.', schema: MarkReply } },
    errors: ['not_found'],
    async handle({ ports, at, body }) {
      const { watermark, moved, reason } = await markBoundary(ports, {
        ...at,
        name: boundaryName(body),
        keepBefore: body.keepBefore,
      })
      return ok(await withStatus(ports, at, { ...watermark, moved, reason }))
    },
  }),
  operation('getWatermark', 'GET /v1/sessions/{sessionId}/watermark', {
    summary: 'Get the task boundary and what it waits for.',
    description:
      'A boundary is applied at an append: its calls and results leave once that frees at least the minimum gain, or ' +
      'together with other reductions at least 10% of the limit, or when the context does not fit otherwise. Preset ' +
      '`watermark` needs no minimum gain.',
    role: 'viewer',
    replies: { 200: { description: 'The boundary.', schema: WatermarkStatusReply } },
    async handle({ ports, at }) {
      const boundary = await readBoundary(ports, at)
      return ok(await withStatus(ports, at, { ...boundary }))
    },
  }),
]

export function boundaryName({
  toolCallId,
  toolName,
  seq,
}: {
  toolCallId?: string
  toolName?: string
  seq?: number
}): BoundaryName {
  if (toolCallId !== undefined) return { toolCallId }
  if (toolName !== undefined) return { toolName }
  if (seq !== undefined) return { seq }
  throw new DomainError('invalid_request', 'The body must contain exactly one of toolCallId, toolName and seq.')
}
