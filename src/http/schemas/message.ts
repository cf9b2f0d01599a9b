import { z } from 'zod'
import { FormatName, Id, queryInt, Timestamp, Tokens } from './common.js'
import { ContextStatusReply } from './session.js'

/** Most messages an append may bring. */
export const BATCH_MAX = 1_000
const HISTORY_PAGE_MAX = 1_000
export const HISTORY_PAGE_DEFAULT = 100

const ExactMessage = z.unknown().meta({ type: 'object', description: 'A message in its format, exactly as it came.' })
export const NewMessage = z.unknown().meta({
  type: 'object',
  description:
    'A message in the named format. Native: {role, parts | content, origin?, pinned?, timestamp?, externalId?, metadata?} with parts of type text, reasoning, tool_call, tool_result, image, file, opaque. Messages of other formats are taken as they are, unknown keys included.',
})

export const OriginName = z.enum(['human', 'app'])
export const RoleName = z.enum(['system', 'user', 'assistant', 'tool'])

export const AppendBody = z
  .strictObject({
    format: FormatName.optional().meta({ description: 'native unless said.' }),
    messages: z.array(NewMessage).min(1).max(BATCH_MAX),
    origins: z.array(OriginName.nullable()).max(BATCH_MAX).optional().meta({
      description:
        'Who wrote each message, beside `messages`; null leaves it to the format. A program’s words in the user role may be compressed.',
    }),
    usage: z
      .strictObject({ promptTokens: z.int().min(1).max(100_000_000) })
      .optional()
      .meta({ description: 'What the model server counted for the context last handed out.' }),
  })
  .meta({ id: 'AppendMessages' })

export const AppendReply = z
  .strictObject({
    messages: z.array(z.strictObject({ id: Id, seq: z.int(), role: RoleName, tokens: Tokens })),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'AppendedMessages' })

export const PinReply = z
  .strictObject({ seq: z.int(), pinned: z.boolean(), contextStatus: ContextStatusReply })
  .meta({ id: 'Pin' })

export const HistoryQuery = z.strictObject({
  from: queryInt(1, 2_147_483_647).optional(),
  to: queryInt(0, 2_147_483_647).optional(),
  limit: queryInt(1, HISTORY_PAGE_MAX).optional(),
  format: FormatName.optional(),
})
export const CoveredQuery = z.strictObject({
  after: queryInt(0, 2_147_483_647).optional(),
  limit: queryInt(1, HISTORY_PAGE_MAX).optional(),
  format: FormatName.optional(),
})

export const HistoryReply = z
  .strictObject({
    messages: z.array(
      z.strictObject({
        id: Id,
        seq: z.int(),
        role: RoleName,
        origin: OriginName,
        pinned: z.boolean(),
        tokens: Tokens,
        state: z.enum(['raw', 'reduced', 'covered', 'evicted']),
        format: FormatName,
        createdAt: Timestamp,
        message: ExactMessage,
        rendered: z
          .array(z.unknown())
          .optional()
          .meta({ description: 'The message in the format asked for, where that is not its own.' }),
      }),
    ),
    nextAfter: z.int().nullable().meta({ description: 'Number of the last message given; null: there are no more.' }),
  })
  .meta({ id: 'History' })
