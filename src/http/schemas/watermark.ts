import { z } from 'zod'

/** The task boundary. [D4] */

export const BoundaryFields = z
  .strictObject({
    toolCallId: z.string().min(1).max(500).optional().meta({ description: 'A stored call: the newest of that id.' }),
    toolName: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'The first call of this tool after the boundary there is, or the next to come.' }),
    seq: z.int().min(1).optional().meta({ description: 'A message.' }),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    message: 'exactly one of toolCallId, toolName and seq',
  })
  .meta({ id: 'Boundary' })

const watermark = {
  seq: z.int().meta({
    description: 'The message the boundary stands at; it and all after it stay as they are. 0: none was set.',
  }),
  callId: z.string().nullable(),
  toolName: z.string().nullable(),
  pending: z.string().nullable().meta({ description: 'A tool that was named before it was called.' }),
  appliedSeq: z.int().meta({ description: 'Calls and results before this message have left the context.' }),
}
export const WatermarkReply = z.strictObject(watermark).meta({ id: 'Watermark' })
export const MarkReply = z
  .strictObject({
    ...watermark,
    moved: z.boolean(),
    reason: z.enum(['pending', 'not-forward']).nullable().meta({
      description: 'Why the boundary did not move: it waits for a call, or what was named does not lie after it.',
    }),
  })
  .meta({ id: 'MarkedBoundary' })
