import { z } from 'zod'
import { REDUCTION_KINDS } from '../../domain/context/reduction.js'
import { FormatName, Tokens } from './common.js'
import { ContextSize, SystemPrompt, Tools } from './session.js'
import { NewMessage, OriginName } from './message.js'
import { PolicyOverrides, PresetName } from './policy.js'
import { BoundaryFields } from './watermark.js'

/** Shrinking without a session. [10.1] */

/** Most messages one call may bring: a long session of an agent, whole. */
const COMPACT_MAX = 20_000

export const CompactBody = z
  .strictObject({
    format: FormatName.optional().meta({ description: 'native unless said.' }),
    messages: z.array(NewMessage).min(1).max(COMPACT_MAX),
    origins: z
      .array(OriginName.nullable())
      .max(COMPACT_MAX)
      .optional()
      .meta({ description: 'Who wrote each message, as in an append.' }),
    contextSize: ContextSize.optional(),
    contextLimit: z.int().optional().meta({ description: 'Tokens a context may take, instead of contextSize.' }),
    reserve: z.int().min(0).optional(),
    systemPrompt: SystemPrompt.optional(),
    tools: Tools.optional(),
    preset: PresetName.optional(),
    policy: PolicyOverrides.optional(),
    watermark: BoundaryFields.optional().meta({ description: 'The end of a task; messages are counted from 1.' }),
  })
  .meta({ id: 'Compact' })

const kind = z.enum(REDUCTION_KINDS)

export const CompactReply = z
  .strictObject({
    format: FormatName,
    system: z.string().optional().meta({ description: 'System text, for formats that keep it apart.' }),
    messages: z.array(z.unknown()),
    report: z
      .strictObject({
        limit: Tokens,
        reserve: Tokens,
        tokensBefore: Tokens,
        tokensAfter: Tokens,
        saved: Tokens,
        fits: z
          .boolean()
          .meta({ description: 'Whether what is left fits limit − reserve: these rules alone do not see to that.' }),
        rules: z.array(
          z.strictObject({ rule: z.string(), kind, parts: z.int(), tokensBefore: Tokens, tokensAfter: Tokens }),
        ),
        parts: z.array(
          z.strictObject({
            id: z.string().meta({ description: 'Handle in the stand-in.' }),
            message: z.int().meta({ description: 'Its place among the messages that were sent, from 0.' }),
            part: z.int(),
            kind,
            toolName: z.string(),
            tokensBefore: Tokens,
            tokensAfter: Tokens,
          }),
        ),
        left: z.array(z.int()).meta({ description: 'Messages of which nothing is left, by their place, from 0.' }),
      })
      .meta({ id: 'CompactReport' }),
  })
  .meta({ id: 'Compacted' })
