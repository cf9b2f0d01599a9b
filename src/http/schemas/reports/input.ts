import { ID_PATTERN } from '../../../domain/texts.js'
import { z } from 'zod'
import { Id, listCursor, NextAfter, PageLimit, Tokens } from '../common.js'

/** What the calls of a model were sent, and what they would have been sent otherwise. */

const InputTokens = z.strictObject({
  tokens: Tokens,
  cached: Tokens.describe(
    'Of them, what a prompt cache has at least: the input of the call before if nothing before its end changed, else the ' +
      'system prompt and the tools.',
  ),
})

const sums = {
  calls: z.int().describe('Answers that were made from a context of the session.'),
  answersInBulk: z
    .int()
    .describe('Answers that were appended together with an earlier one. Their calls used no context and do not count.'),
  callsBeyondLimit: z
    .int()
    .describe('Calls whose whole history was larger than the limit: the model could not have taken it.'),
  whole: InputTokens.describe('The whole history each time.'),
  newest: InputTokens.describe('The newest whole messages that fit the limit each time.'),
  sent: InputTokens.describe('The contexts of the session.'),
  summaries: z
    .strictObject({ promptTokens: Tokens, outputTokens: Tokens })
    .describe('What model calls for summaries used, as the model server counted it.'),
}

export const InputReply = z
  .strictObject({
    ...sums,
    limit: Tokens,
    points: z
      .array(z.strictObject({ seq: z.int(), whole: Tokens, newest: Tokens, sent: Tokens }))
      .describe('Input of the calls by the message that they answered with: at most 200, evenly chosen.'),
  })
  .meta({ id: 'InputSums', description: 'Input tokens of all calls, from the recorded events.' })

const Day = z.iso.date().describe('A day in UTC, such as `2026-11-27`.')

export const InputByDayQuery = z.strictObject({
  since: Day.optional().describe('First day, in UTC. Default: 30 days ago.'),
  appId: z
    .string()
    .regex(ID_PATTERN, 'an app id')
    .optional()
    .describe('Only sessions of this app. Other apps need an admin key.'),
  limit: PageLimit,
  after: listCursor('ses').optional(),
})

export const InputByDayReply = z
  .strictObject({
    sessions: z.array(
      z.strictObject({
        sessionId: Id,
        appId: Id,
        days: z.array(z.strictObject({ day: Day, ...sums })).describe('Days with calls, oldest first.'),
      }),
    ),
    nextAfter: NextAfter,
  })
  .meta({ id: 'InputByDay' })
