import { z } from 'zod'
import { Timestamp } from '../common.js'

/** What became of the alerts to the webhook of the operator. */
export const AlertsReply = z
  .strictObject({
    host: z.string().nullable().meta({ description: 'Host of the webhook. Null: none is configured.' }),
    delivered: z.int(),
    lost: z.int().meta({ description: 'Alerts that no try delivered.' }),
    lastDeliveredAt: Timestamp.nullable(),
    failing: z
      .strictObject({ since: Timestamp, tries: z.int(), fault: z.string(), nextTryAt: Timestamp })
      .nullable()
      .meta({ description: 'The alert that waits for its next try; those after it wait, too. Null: none.' }),
  })
  .meta({ id: 'Alerts' })
