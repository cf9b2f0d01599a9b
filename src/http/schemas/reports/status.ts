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
    .meta({ description: 'Format of the reply. Default: `json`, or `markdown` with `Accept: text/markdown`.' }),
})

export const StatusReply = z
  .strictObject({
    sessionId: Id,
    at: Timestamp.meta({ description: 'When the report was made.' }),
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
    compressionHistory: z
      .array(
        z.strictObject({
          id: Id,
          at: Timestamp.meta({ description: 'When it was asked for.' }),
          trigger: z.enum(COMPRESSION_TRIGGERS),
          status: z.enum(['queued', 'running', 'completed', 'skipped', 'failed']),
          reason: z.string().nullable().meta({ description: 'Why it was skipped or failed.' }),
          messages: z.int(),
          tokensBefore: Tokens.nullable().meta({ description: 'Tokens in the context. Null until completed.' }),
          tokensAfter: Tokens.nullable(),
        }),
      )
      .meta({ description: 'The newest 20 compressions, newest first.' }),
    savings: z
      .strictObject({
        saved: z.int().meta({ description: 'Tokens that all rules saved so far.' }),
        tokensBefore: Tokens.meta({ description: 'Tokens of what they replaced.' }),
        share: z.number().meta({ description: '`saved` / `tokensBefore`.' }),
        text: z.string(),
      })
      .meta({ description: 'The totals of `GET …/savings`.' }),
    watermark: WatermarkReply,
    goal: z
      .strictObject({ id: Id, description: z.string(), priority: z.string(), openSteps: z.int() })
      .nullable()
      .meta({ description: 'The active goal.' }),
    history: z
      .strictObject({
        messages: z.int(),
        totalTokens: Tokens.meta({ description: 'Tokens of all messages, as they were received.' }),
        inContext: z.int(),
        offloaded: z.int().meta({ description: 'Messages with no part left in the context.' }),
        behindCheckpoints: z.int(),
        evicted: z.int(),
      })
      .meta({ description: 'Number of messages by state. All but `totalTokens`; the last four add up to `messages`.' }),
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
