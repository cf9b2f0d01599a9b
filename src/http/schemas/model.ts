import { z } from 'zod'
import { MODEL_FAULTS } from '../../domain/model/breaker.js'
import { CONTENT_KINDS } from '../../domain/model/help.js'
import { Timestamp } from './common.js'

/** Models and the quality records of their summaries. */

const Count = z.int().min(0)
const Breaker = z
  .strictObject({
    state: z
      .enum(['closed', 'open', 'half-open'])
      .describe('closed: calls allowed; open: no calls before `until`; half-open: one job probes.'),
    until: Timestamp.nullable(),
    fault: z.enum(MODEL_FAULTS).nullable().describe('Why the breaker opened. Null while closed.'),
    failures: Count.describe('Consecutive failures while closed. Three open the breaker.'),
  })
  .meta({ id: 'ModelBreaker', description: 'Circuit breaker of a model or of its server.' })

const Record = z
  .strictObject({
    spans: z.strictObject({ asked: Count, accepted: Count, refused: Count }),
    refusals: z.record(z.string(), Count).describe('Refused spans by reason.'),
    refusedInARow: Count.describe('Consecutive spans refused for quality. Five make the model unfit.'),
    unfit: z.strictObject({ since: Timestamp, reason: z.string(), nextTrialAt: Timestamp }).nullable(),
    anchors: z.strictObject({ seen: Count, kept: Count, invented: Count, keptShare: z.number().nullable() }),
    titles: z
      .strictObject({ asked: Count, accepted: Count, refusedInARow: Count })
      .optional()
      .describe('Titles of sessions. After five refused in a row, the model is asked for none.'),
    help: z
      .partialRecord(
        z.enum(CONTENT_KINDS),
        z.strictObject({
          compared: Count,
          helped: Count,
          uselessInARow: Count,
          stated: z.strictObject({ lines: Count, untrue: Count }).optional(),
          nextTrialAt: Timestamp.nullable(),
        }),
      )
      .optional()
      .describe(
        'Whether its summaries say no less than the words that they replace, by kind: `chat` without tools, `work` with tools. ' +
          'After three useless ones in a row, or if a quarter of the lines that it wrote (`stated`, older ones count less) say what the ' +
          'messages do not, the model is not asked about this kind before `nextTrialAt`.',
      ),
    secondsPerSpan: z.number(),
    last: z
      .array(z.strictObject({ at: Timestamp, verdict: z.string(), seconds: z.number() }))
      .describe('The last ten spans at most, newest last.'),
  })
  .meta({
    id: 'ModelRecord',
    description: 'Outcomes of the message spans the model was asked to summarize.',
  })

export const ModelsReply = z
  .strictObject({
    server: z.strictObject({ name: z.string(), breaker: Breaker }),
    models: z.array(
      z.strictObject({
        name: z.string(),
        present: z.boolean().describe('Whether the server has the model now.'),
        digest: z.string().nullable(),
        parameters: z.number().nullable().describe('Parameters in billions; null if unknown.'),
        breaker: Breaker,
        calibration: z
          .strictObject({ ratio: z.number(), error: z.number(), samples: Count })
          .nullable()
          .describe(
            'Model tokens per stored token (`ratio`) in prompts of the app, and their 95th percentile `error`.',
          ),
        record: Record.nullable(),
      }),
    ),
  })
  .meta({ id: 'Models' })
