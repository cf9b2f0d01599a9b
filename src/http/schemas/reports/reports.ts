import { z } from 'zod'
import { SAVING_KINDS } from '../../../domain/reports/savings.js'
import { Id, Timestamp, Tokens } from '../common.js'
import { ContextStatusReply } from '../session.js'
import { InputReply } from './input.js'

/** Savings and summary of a session. */

export const SavingsReply = z
  .strictObject({
    rules: z
      .array(
        z.strictObject({
          rule: z.string().describe('Id of the rule, such as `D5`.'),
          kind: z
            .enum(SAVING_KINDS)
            .describe(
              'A kind of reduction, or of cut. Kinds that an app asked for, such as `withdraw`, and blocks that grow, such ' +
                'as `goals`, may be negative.',
            ),
          count: z.int(),
          tokensBefore: Tokens,
          tokensAfter: Tokens,
          saved: z.int(),
        }),
      )
      .describe(
        'Since the session began. Every step counts, also of parts that came back or left later. All rows together ' +
          'are what the cuts and the reductions on append changed.',
      ),
    tokensBefore: Tokens,
    tokensAfter: Tokens,
    saved: z.int(),
    savedWithoutModel: z.int().describe('Saved by reductions, which call no model.'),
    modelCallsSpared: z
      .int()
      .describe(
        'Compressions without a model, and the calls that would have freed `savedWithoutModel` at the mean of the ' +
          'compressions so far (before the first: at the trigger).',
      ),
    modelCalls: z.int(),
    input: InputReply,
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'Savings' })

const Texts = z.array(z.string())
export const SummaryReply = z
  .strictObject({
    sessionId: Id,
    intent: z.strictObject({ source: z.enum(['goal', 'first-human-message', 'none']), text: z.string() }),
    status: z.string(),
    messages: z.int(),
    lastActivityAt: Timestamp,
    rules: Texts.describe('What the user asked to keep to.'),
    decisions: Texts.describe('A locked one ends with “(locked)”.'),
    files: z.array(z.strictObject({ path: z.string(), action: z.string() })),
    openFailures: Texts.describe('Failures that nothing after them settled.'),
    completed: Texts.describe('How turns ended, what calls came to, and steps of goals that are done.'),
    nextSteps: Texts,
    openQuestions: Texts,
    facts: Texts.describe('Facts that name an exact string.'),
    tokensSaved: z.int(),
    references: z.strictObject({
      checkpoints: z.array(z.strictObject({ id: Id, from: z.int(), to: z.int(), path: z.string() })),
      offloads: z.array(z.strictObject({ id: Id, seq: z.int(), toolName: z.string(), path: z.string() })),
    }),
    contextStatus: ContextStatusReply,
  })
  .meta({
    id: 'HandOver',
    description:
      'Of the whole session, what is still raw in the context included. At most the newest 50 entries of each list.',
  })
