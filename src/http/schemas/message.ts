import { z } from 'zod'
import { FormatName, Id, queryInt, Timestamp, Tokens } from './common.js'
import { ContextReply } from './reports/context.js'
import { ProblemReply } from './reports/problem.js'
import { ContextStatusReply } from './session.js'

/** Maximum messages per append. */
export const BATCH_MAX = 1_000
const HISTORY_PAGE_MAX = 1_000
export const HISTORY_PAGE_DEFAULT = 100

const HistoryLimit = queryInt(1, HISTORY_PAGE_MAX)
  .optional()
  .describe(`Maximum messages on the page. Default: ${HISTORY_PAGE_DEFAULT}.`)

const ExactMessage = z
  .unknown()
  .meta({ type: 'object', description: 'The message in its original format, exactly as received.' })
export const NewMessage = z.unknown().meta({
  type: 'object',
  description:
    'A message in the given format. A native message is `{role, parts | content, origin?, pinned?, timestamp?, ' +
    'externalId?, metadata?}` with parts of type text, reasoning, tool_call, tool_result, image, file, opaque. ' +
    'Messages in other formats are stored unchanged, including unknown keys.',
})

export const OriginName = z.enum(['human', 'app'])
export const RoleName = z.enum(['system', 'user', 'assistant', 'tool'])

export const AppendBody = z
  .strictObject({
    format: FormatName.optional().describe('Format of the messages. Default: `native`.'),
    messages: z.array(NewMessage).min(1).max(BATCH_MAX),
    origins: z
      .array(OriginName.nullable())
      .max(BATCH_MAX)
      .optional()
      .describe(
        'Author of each message, in the order of `messages`. Null derives it from the format. Messages in the user ' +
          'role written by a program (`app`) may be compressed.',
      ),
    usage: z
      .strictObject({ promptTokens: z.int().min(1).max(100_000_000) })
      .optional()
      .describe('Prompt tokens the model server counted for the last context read.'),
  })
  .meta({ id: 'AppendMessages' })

export const AppendQuery = z.strictObject({
  context: FormatName.optional().describe(
    'A format: the reply also has the context to send to the model, as `GET …/context` returns it.',
  ),
  validation: z
    .enum(['strict', 'lenient'])
    .optional()
    .describe(
      '`strict` (default) refuses what the provider of the format would refuse. `lenient` accepts what logs ' +
        'contain. Such a message is stored as received and rewritten whenever it is sent.',
    ),
})

export const AppendReply = z
  .strictObject({
    messages: z.array(z.strictObject({ id: Id, seq: z.int(), role: RoleName, tokens: Tokens })),
    contextStatus: ContextStatusReply,
    context: ContextReply.nullable()
      .optional()
      .describe('With `context`: the context after these messages. Null: it could not be read; see `contextProblem`.'),
    contextProblem: ProblemReply.optional().describe(
      'Why `context` is null. The messages are stored, so do not append them again: read the context.',
    ),
  })
  .meta({ id: 'AppendedMessages' })

export const WithdrawBody = z
  .strictObject({
    fromSeq: z.int().min(1).max(2_147_483_647).describe('First message to withdraw, with all after it.'),
  })
  .meta({ id: 'Withdraw' })
export const WithdrawReply = z
  .strictObject({
    withdrawn: z.array(z.int()).describe('Numbers of the withdrawn messages.'),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'Withdrawal' })

export const PinReply = z
  .strictObject({ seq: z.int(), pinned: z.boolean(), contextStatus: ContextStatusReply })
  .meta({ id: 'Pin' })

export const HistoryQuery = z.strictObject({
  from: queryInt(1, 2_147_483_647).optional().describe('Number of the first message. Default: 1.'),
  after: queryInt(0, 2_147_483_647)
    .optional()
    .describe('Number of the last message already read, as in `nextAfter`. Alternative to `from`.'),
  to: queryInt(0, 2_147_483_647).optional().describe('Number of the last message. Default: the newest.'),
  limit: HistoryLimit,
  format: FormatName.optional().describe('Also translate messages of other formats into this format.'),
})
export const CoveredQuery = z.strictObject({
  after: queryInt(0, 2_147_483_647).optional().describe('Number of the last message already read.'),
  limit: HistoryLimit,
  format: FormatName.optional().describe('Also translate messages of other formats into this format.'),
})

export const HistoryReply = z
  .strictObject({
    contextStatus: ContextStatusReply,
    messages: z.array(
      z.strictObject({
        id: Id,
        seq: z.int(),
        role: RoleName,
        origin: OriginName,
        pinned: z.boolean(),
        tokens: Tokens,
        state: z
          .enum(['raw', 'reduced', 'covered', 'evicted'])
          .describe(
            'raw: in the context unchanged; reduced: in the context, with parts replaced; covered: replaced by a ' +
              'checkpoint; evicted: not in the context.',
          ),
        withdrawn: z.boolean().describe('Evicted because the app took the message back.'),
        format: FormatName,
        createdAt: Timestamp,
        message: ExactMessage,
        rendered: z
          .array(z.unknown())
          .optional()
          .describe('The message in the requested format, if its own format differs.'),
      }),
    ),
    nextAfter: z.int().nullable().describe('Value of `after` for the next page. Null on the last page.'),
  })
  .meta({ id: 'History' })
