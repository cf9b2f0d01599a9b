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
  seq: queryInt(1, 2_147_483_647).optional().describe('Only the decision for this message.'),
})

const ExcerptReply = z.strictObject({
  sessionId: Id,
  seq: z.int().describe('Number of the quoted message in its session.'),
  part: z.int(),
  start: z.int().describe('Start in the original text of the part, in UTF-16 code units.'),
  text: z.string().describe('Verbatim words of the message.'),
  score: z.number().describe('Share of the words of the question that are found there, by their rarity.'),
  tokens: Tokens,
})

export const RecallReply = z
  .strictObject({
    id: z.string(),
    seq: z.int().describe('Number of the message of the person.'),
    excerpts: z.array(ExcerptReply).describe('In the order in which the context shows them.'),
    tokens: Tokens.describe('Tokens of the block; 0: none.'),
    ms: z.int().describe('Duration of the decision in milliseconds.'),
    reason: z.enum(RECALL_REASONS).nullable().describe('Why nothing was recalled.'),
    at: Timestamp,
    inContext: z.boolean().describe('Whether the context shows the block now.'),
  })
  .meta({ id: 'Recall' })

export const RecallsReply = z.strictObject({
  recalls: z.array(RecallReply),
  nextAfter: NextAfter,
  contextStatus: ContextStatusReply,
})
