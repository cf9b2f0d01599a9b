import { z } from 'zod'
import { INDICATORS } from '../../domain/drift/indicator.js'
import { DRIFT_BELOW, DRIFT_VERDICTS } from '../../domain/drift/verdict.js'
import { Id } from './common.js'

export const DriftBody = z
  .strictObject({
    action: z.string().trim().min(1).max(100_000).optional().meta({
      description:
        'What is about to be done, in words or as the text of a call; without it the newest step of the assistant is judged.',
    }),
  })
  .meta({ id: 'DetectDrift' })

const Share = z.number().min(0).max(1)

export const DriftReply = z
  .strictObject({
    verdict: z.enum(DRIFT_VERDICTS),
    score: Share.meta({ description: `The indicators by their weights; below ${DRIFT_BELOW} it is drift.` }),
    seq: z.int().nullable().meta({ description: 'The message that was judged; null: the action.' }),
    indicators: z.array(
      z.strictObject({
        name: z.enum(INDICATORS),
        score: Share.meta({ description: '1: as one of the session’s own steps.' }),
        weight: z.number().min(0).meta({ description: 'Share in the score; 0: it says nothing here.' }),
        reason: z.string(),
      }),
    ),
    intent: z.strictObject({
      source: z.enum(['goal', 'first-human-message', 'none']),
      text: z.string().meta({ description: 'Word for word; of a long text the beginning.' }),
    }),
    excerpts: z
      .array(
        z.strictObject({
          seq: z.int(),
          excerpt: z.string().meta({ description: 'A sentence of the message, word for word.' }),
          where: z.enum(['raw', 'reduced', 'covered', 'evicted']),
          checkpointId: Id.optional().meta({ description: 'The checkpoint that stands for the message.' }),
        }),
      )
      .meta({
        description:
          'What to come back with, out of the newest 1,000 messages; what left the context comes first. Empty without drift.',
      }),
  })
  .meta({ id: 'Drift' })
