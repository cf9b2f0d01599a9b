import { z } from 'zod'
import { RECALL_REASONS } from '../../domain/recall/recall.js'
import { Id, NextAfter, PageLimit, queryInt, Timestamp, Tokens } from './common.js'
import { ContextStatusReply } from './session.js'

export const RecallsQuery = z.strictObject({
  limit: PageLimit,
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'the id of a decision')
    .optional(),
  seq: queryInt(1, 2_147_483_647).optional().meta({ description: 'Only the decision for this message.' }),
})

const ExcerptReply = z.strictObject({
  sessionId: Id,
  seq: z.int().meta({ description: 'Number of the quoted message in its session.' }),
  part: z.int(),
  start: z.int().meta({ description: 'Start in the original text of the part, in UTF-16 code units.' }),
  text: z.string().meta({ description: 'Verbatim words of the message.' }),
  score: z.number().meta({ description: 'Share of the words of the question that are found there, by their rarity.' }),
  tokens: Tokens,
})

export const RecallReply = z
  .strictObject({
    id: z.string(),
    seq: z.int().meta({ description: 'Number of the message of the person.' }),
    excerpts: z.array(ExcerptReply).meta({ description: 'In the order in which the context shows them.' }),
    tokens: Tokens.meta({ description: 'Tokens of the block; 0: none.' }),
    ms: z.int().meta({ description: 'Duration of the decision in milliseconds.' }),
    reason: z.enum(RECALL_REASONS).nullable().meta({ description: 'Why nothing was recalled.' }),
    at: Timestamp,
    inContext: z.boolean().meta({ description: 'Whether the context shows the block now.' }),
  })
  .meta({ id: 'Recall' })

export const RecallsReply = z.strictObject({
  recalls: z.array(RecallReply),
  nextAfter: NextAfter,
  contextStatus: ContextStatusReply,
})
