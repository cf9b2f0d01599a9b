import { z } from 'zod'
import { Tokens } from './common.js'
import { ContextStatusReply } from './session.js'

/** Task boundaries. [D4] */

export const BoundaryFields = z
  .strictObject({
    toolCallId: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Id of a stored call. The newest call with this id counts.'),
    toolName: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('The first call of this tool after the current boundary, or its next call.'),
    seq: z.int().min(1).optional().describe('Number of a message.'),
    keepBefore: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe('The newest tool groups before the boundary that stay. Default: `policy.watermark`.'),
  })
  .refine(
    ({ toolCallId, toolName, seq }) => [toolCallId, toolName, seq].filter((name) => name !== undefined).length === 1,
    { message: 'exactly one of toolCallId, toolName and seq' },
  )
  .meta({ id: 'Boundary' })

const watermark = {
  seq: z.int().describe('Message at the boundary. It and all later messages stay unchanged. 0 if no boundary is set.'),
  callId: z.string().nullable().describe('The call that set the boundary. Null if a message did.'),
  toolName: z.string().nullable().describe('Tool of that call.'),
  pending: z.string().nullable().describe('Tool whose next call becomes the boundary.'),
  keepBefore: z.int().optional().describe('Tool groups before the boundary that stay, if it says so itself.'),
  pendingKeep: z.int().optional().describe('The same for the boundary that `pending` waits for.'),
  appliedSeq: z.int().describe('Calls and results before this message have left the context.'),
}
export const WatermarkReply = z.strictObject(watermark).meta({ id: 'Watermark' })
const BoundaryWait = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('call').describe('The next call of a tool becomes the boundary.'),
      toolName: z.string(),
    }),
    z.strictObject({
      kind: z.literal('gain').describe('A cut that frees enough tokens.'),
      tokens: Tokens.describe('Tokens that would leave now.'),
      minTokens: Tokens.describe('Tokens that justify a cut.'),
    }),
    z.strictObject({
      kind: z
        .literal('verbosity')
        .describe('Another policy: `condense.verbosity: "debug"` keeps calls and results before the boundary.'),
    }),
  ])
  .meta({ id: 'BoundaryWait' })
export const WatermarkStatusReply = z
  .strictObject({
    ...watermark,
    waitsFor: z
      .array(BoundaryWait)
      .describe('What must happen before the boundary changes the context. Empty if it waits for nothing.'),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'WatermarkWithStatus' })
export const MarkReply = z
  .strictObject({
    ...watermark,
    contextStatus: ContextStatusReply,
    moved: z.boolean(),
    reason: z
      .enum(['pending', 'not-forward'])
      .nullable()
      .describe(
        'Why the boundary did not move. pending: it waits for a call. not-forward: the target is not after it.',
      ),
  })
  .meta({ id: 'MarkedBoundary' })
