import { z } from 'zod'
import { Timestamp } from './common.js'

/** Models and what their summaries were worth. */

const Count = z.int().min(0)
const Breaker = z
  .strictObject({
    state: z
      .enum(['closed', 'open', 'half-open'])
      .meta({ description: 'closed: it is asked; open: not before `until`; half-open: one job tries.' }),
    until: Timestamp.nullable(),
    fault: z.string().nullable(),
    failures: Count.meta({ description: 'In a row, while it is still asked; three open it.' }),
  })
  .meta({ id: 'ModelBreaker' })

const Record = z
  .strictObject({
    spans: z.strictObject({ asked: Count, accepted: Count, refused: Count }),
    refusals: z.record(z.string(), Count).meta({ description: 'Refused spans by reason.' }),
    refusedInARow: Count.meta({ description: 'For quality; five make the model unfit.' }),
    unfit: z.strictObject({ since: Timestamp, reason: z.string(), nextTrialAt: Timestamp }).nullable(),
    anchors: z.strictObject({ seen: Count, kept: Count, invented: Count, keptShare: z.number().nullable() }),
    secondsPerSpan: z.number(),
    last: z
      .array(z.strictObject({ at: Timestamp, verdict: z.string(), seconds: z.number() }))
      .meta({ description: 'Newest last, ten at most.' }),
  })
  .meta({
    id: 'ModelRecord',
    description: 'What became of the stretches of messages the model was asked to summarize.',
  })

export const ModelsReply = z
  .strictObject({
    server: z.strictObject({ name: z.string(), breaker: Breaker }),
    models: z.array(
      z.strictObject({
        name: z.string(),
        present: z.boolean().meta({ description: 'Whether the server has it now.' }),
        digest: z.string().nullable(),
        parameters: z.number().nullable().meta({ description: 'Billions.' }),
        breaker: Breaker,
        calibration: z
          .strictObject({ ratio: z.number(), error: z.number(), samples: Count })
          .nullable()
          .meta({ description: 'Tokens the model finds where we count one, and how far off single prompts were.' }),
        record: Record.nullable(),
      }),
    ),
  })
  .meta({ id: 'Models' })
