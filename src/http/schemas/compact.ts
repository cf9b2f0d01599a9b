import { z } from 'zod'
import { REDUCTION_KINDS } from '../../domain/context/reduction.js'
import { FormatName, Tokens } from './common.js'
import { SizeFields, SystemPrompt, Tools } from './session.js'
import { NewMessage, OriginName } from './message.js'
import { PolicyOverrides, PresetName } from './policy.js'
import { BoundaryFields } from './watermark.js'

/** Reducing a conversation without a session. [10.1] */

/** Maximum messages per call. A whole long agent session fits. */
const COMPACT_MAX = 20_000

export const CompactBody = z
  .strictObject({
    format: FormatName.optional().describe('Format of the messages. Default: `native`.'),
    messages: z.array(NewMessage).min(1).max(COMPACT_MAX),
    origins: z
      .array(OriginName.nullable())
      .max(COMPACT_MAX)
      .optional()
      .describe('Author of each message, as in an append.'),
    ...SizeFields,
    systemPrompt: SystemPrompt.optional(),
    tools: Tools.optional(),
    preset: PresetName.optional(),
    policy: PolicyOverrides.optional(),
    watermark: BoundaryFields.optional().describe('End of a task. `seq` counts the messages from 1.'),
  })
  .meta({ id: 'Compact' })

const kind = z.enum(REDUCTION_KINDS)

export const CompactReply = z
  .strictObject({
    format: FormatName,
    system: z.string().optional().describe('System text, for formats that keep it outside `messages`.'),
    messages: z.array(z.unknown()).describe('The reduced messages, in the requested format.'),
    report: z
      .strictObject({
        limit: Tokens,
        reserve: Tokens,
        tokensBefore: Tokens,
        tokensAfter: Tokens,
        saved: Tokens.describe('tokensBefore − tokensAfter'),
        fits: z.boolean().describe('Whether the result fits limit − reserve. These rules alone cannot guarantee it.'),
        rules: z.array(
          z.strictObject({
            rule: z.string(),
            kind,
            parts: z.int().describe('Parts this rule reduced.'),
            tokensBefore: Tokens,
            tokensAfter: Tokens,
          }),
        ),
        parts: z.array(
          z.strictObject({
            id: z.string().describe('Handle in the placeholder.'),
            message: z.int().describe('Index of the message in the request, from 0.'),
            part: z.int().describe('Index of the part in the message, from 0.'),
            kind,
            toolName: z.string(),
            tokensBefore: Tokens,
            tokensAfter: Tokens,
          }),
        ),
        left: z.array(z.int()).describe('Indexes of the messages that were removed completely, from 0.'),
      })
      .meta({ id: 'CompactReport' }),
  })
  .meta({ id: 'Compacted' })
