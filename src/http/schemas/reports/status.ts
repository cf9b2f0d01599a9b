import { z } from 'zod'
import { REDUCTION_KINDS } from '../../../domain/context/reduction.js'
import { COMPRESSION_TRIGGERS } from '../../../domain/compression/compression.js'
import { Id, Timestamp, Tokens } from '../common.js'
import { ContextStatusReply } from '../session.js'
import { WatermarkReply } from '../watermark.js'

export const StatusQuery = z.strictObject({
  format: z
    .enum(['json', 'markdown'])
    .optional()
    .describe('Format of the reply. Default: `json`, or `markdown` with `Accept: text/markdown`.'),
})

export const StatusReply = z
  .strictObject({
    sessionId: Id,
    at: Timestamp.describe('When the report was made.'),
    model: z.string(),
    contextStatus: ContextStatusReply,
    reductions: z
      .array(
        z.strictObject({ kind: z.enum(REDUCTION_KINDS), count: z.int(), tokensBefore: Tokens, tokensAfter: Tokens }),
      )
      .describe('Reduced message parts in the context, by kind.'),
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
      .describe('Live checkpoints, oldest first.'),
    compressionHistory: z
      .array(
        z.strictObject({
          id: Id,
          at: Timestamp.describe('When it was asked for.'),
          trigger: z.enum(COMPRESSION_TRIGGERS),
          status: z.enum(['queued', 'running', 'completed', 'skipped', 'failed']),
          reason: z.string().nullable().describe('Why it was skipped or failed.'),
          messages: z.int(),
          tokensBefore: Tokens.nullable().describe('Tokens in the context. Null until completed.'),
          tokensAfter: Tokens.nullable(),
        }),
      )
      .describe('The newest 20 compressions, newest first.'),
    savings: z
      .strictObject({
        saved: z.int().describe('Tokens that all rules saved so far.'),
        tokensBefore: Tokens.describe('Tokens of what they replaced.'),
        share: z.number().describe('`saved` / `tokensBefore`.'),
        text: z.string(),
      })
      .describe('The totals of `GET …/savings`.'),
    watermark: WatermarkReply,
    goal: z
      .strictObject({ id: Id, description: z.string(), priority: z.string(), openSteps: z.int() })
      .nullable()
      .describe('The active goal.'),
    history: z
      .strictObject({
        messages: z.int(),
        totalTokens: Tokens.describe('Tokens of all messages, as they were received.'),
        inContext: z.int(),
        offloaded: z.int().describe('Messages with no part left in the context.'),
        behindCheckpoints: z.int(),
        evicted: z.int(),
      })
      .describe('Number of messages by state. All but `totalTokens`; the last four add up to `messages`.'),
    recommendations: z.array(z.string()).describe('Advice for the app, in words.'),
    freshSession: z.strictObject({
      advised: z.boolean().describe('Whether a fresh session is advised.'),
      handover: z
        .string()
        .describe(
          'Text for a fresh session: goals, ledger, checkpoints and the last ten user messages. Checkpoints and ' +
            'messages take less than half of the limit; those that do not fit are listed.',
        ),
    }),
  })
  .meta({ id: 'Status' })
