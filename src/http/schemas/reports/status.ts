import { z } from 'zod'
import { REDUCTION_KINDS } from '../../../domain/reductions/registry.js'
import { Id, Tokens } from '../common.js'
import { ContextStatusReply } from '../session.js'
import { WatermarkReply } from '../watermark.js'

export const StatusQuery = z.strictObject({
  format: z
    .enum(['json', 'markdown'])
    .optional()
    .meta({ description: 'Format of the reply. Default: `json`, or `markdown` with `Accept: text/markdown`.' }),
})

export const StatusReply = z
  .strictObject({
    sessionId: Id,
    model: z.string(),
    contextStatus: ContextStatusReply,
    reductions: z
      .array(
        z.strictObject({ kind: z.enum(REDUCTION_KINDS), count: z.int(), tokensBefore: Tokens, tokensAfter: Tokens }),
      )
      .meta({ description: 'Reduced message parts in the context, by kind.' }),
    checkpoints: z
      .array(
        z.strictObject({
          id: Id,
          number: z.int(),
          level: z.int(),
          from: z.int(),
          to: z.int(),
          tokens: Tokens,
          originalTokens: Tokens,
        }),
      )
      .meta({ description: 'Live checkpoints, oldest first.' }),
    watermark: WatermarkReply,
    goal: z
      .strictObject({ id: Id, description: z.string(), priority: z.string(), openSteps: z.int() })
      .nullable()
      .meta({ description: 'The active goal.' }),
    history: z
      .strictObject({
        messages: z.int(),
        inContext: z.int(),
        offloaded: z.int().meta({ description: 'Messages with no part left in the context.' }),
        behindCheckpoints: z.int(),
        evicted: z.int(),
      })
      .meta({ description: 'Number of messages by state. The last four add up to `messages`.' }),
    recommendations: z.array(z.string()).meta({ description: 'Advice for the app, in words.' }),
    freshSession: z.strictObject({
      advised: z.boolean().meta({ description: 'Whether a fresh session is advised.' }),
      handover: z.string().meta({
        description:
          'Text for a fresh session: goals, ledger, checkpoints and the last ten user messages. Checkpoints and ' +
          'messages take less than half of the limit; those that do not fit are listed.',
      }),
    }),
  })
  .meta({ id: 'Status' })
