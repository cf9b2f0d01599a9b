import { z } from 'zod'
import { REDUCTION_KINDS } from '../../domain/context/reduction.js'
import { Id, Tokens } from './common.js'
import { ContextStatusReply } from './session.js'
import { WatermarkReply } from './watermark.js'

export const StatusQuery = z.strictObject({
  format: z
    .enum(['json', 'markdown'])
    .optional()
    .meta({ description: 'JSON unless said here, or by `Accept: text/markdown`.' }),
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
      .meta({ description: 'What stands in for parts of the messages in the context, by kind.' }),
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
      .meta({ description: 'Live ones, oldest first.' }),
    watermark: WatermarkReply,
    goal: z.strictObject({ id: Id, description: z.string(), priority: z.string(), openSteps: z.int() }).nullable(),
    history: z.strictObject({
      messages: z.int(),
      inContext: z.int(),
      offloaded: z.int(),
      behindCheckpoints: z.int(),
      evicted: z.int(),
    }),
    recommendations: z.array(z.string()),
    freshSession: z.strictObject({
      advised: z.boolean(),
      handover: z.string().meta({
        description:
          'Goals, ledger, checkpoints and the last ten messages of the user, copied; as many as find room in less than half of the limit, the others named.',
      }),
    }),
  })
  .meta({ id: 'Status' })
