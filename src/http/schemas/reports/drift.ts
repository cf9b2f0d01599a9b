import { z } from 'zod'
import { DRIFT_ACTIONS } from '../../../domain/drift/advice.js'
import { INDICATORS } from '../../../domain/drift/indicator.js'
import { DRIFT_BELOW, DRIFT_VERDICTS } from '../../../domain/drift/verdict.js'
import { Id } from '../common.js'
import { ContextStatusReply } from '../session.js'

export const DriftBody = z
  .strictObject({
    action: z
      .string()
      .trim()
      .min(1)
      .max(100_000)
      .optional()
      .describe('The planned action, in words or as the text of a tool call. Default: the newest assistant step.'),
  })
  .meta({ id: 'DetectDrift' })

const Share = z.number().min(0).max(1)

export const DriftReply = z
  .strictObject({
    contextStatus: ContextStatusReply,
    verdict: z.enum(DRIFT_VERDICTS),
    action: z
      .enum(DRIFT_ACTIONS)
      .describe(
        '`recover`: what the step should follow left the context (the sources call it RECOVER_CONTEXT). `realign`: it ' +
          'is still in the context.',
      ),
    recommendation: z.string(),
    markdown: z.string().describe('The report as Markdown, for people and for a model.'),
    score: Share.describe(`Weighted mean of the indicators. Below ${DRIFT_BELOW} the verdict is drift.`),
    seq: z.int().nullable().describe('Number of the checked message. Null if `action` was checked.'),
    indicators: z.array(
      z.strictObject({
        name: z.enum(INDICATORS),
        score: Share.describe('1: as close as the steps of this session.'),
        weight: z.number().min(0).describe('Weight in the score. 0 if the indicator does not apply.'),
        reason: z.string(),
      }),
    ),
    intent: z.strictObject({
      source: z.enum(['goal', 'first-human-message', 'none']),
      text: z.string().describe('Verbatim. A long text is truncated.'),
    }),
    excerpts: z
      .array(
        z.strictObject({
          seq: z.int(),
          excerpt: z.string().describe('A sentence of the message, verbatim.'),
          where: z.enum(['raw', 'reduced', 'covered', 'evicted']),
          checkpointId: Id.optional().describe('The checkpoint that replaces the message.'),
        }),
      )
      .describe(
        'Sentences to recover from, found by search in the whole history. Messages that left the context come ' +
          'first. Empty without drift.',
      ),
  })
  .meta({ id: 'Drift' })

export const RealignReply = z
  .strictObject({
    contextStatus: ContextStatusReply,
    seq: z.int().describe('Number of the message that was added.'),
    text: z.string().describe('Its text: the intent, and sentences of the history, verbatim.'),
    excerpts: z.array(z.int()).describe('Numbers of the messages that the sentences are from.'),
  })
  .meta({ id: 'Realign' })
