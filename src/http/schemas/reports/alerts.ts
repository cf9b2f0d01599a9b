import { z } from 'zod'
import { Timestamp } from '../common.js'

/** What became of the alerts to the webhook of the operator. */
export const AlertsReply = z
  .strictObject({
    host: z.string().nullable().describe('Host of the webhook. Null: none is configured.'),
    delivered: z.int(),
    lost: z.int().describe('Alerts that no try delivered.'),
    lastDeliveredAt: Timestamp.nullable(),
    failing: z
      .strictObject({ since: Timestamp, tries: z.int(), fault: z.string(), nextTryAt: Timestamp })
      .nullable()
      .describe('The alert that waits for its next try; those after it wait, too. Null: none.'),
  })
  .meta({ id: 'Alerts' })
