import { z } from 'zod'
import { QUOTA_NAMES, type QuotaName } from '../../domain/quota.js'
import { AppReply } from './access.js'
import { PolicyOverrides, PresetName } from './policy.js'

/** Settings and size of an app in replies. */

const count = z.int()
/** What the deletion of a session removed. */
export const REMOVED = {
  messages: count,
  checkpoints: count,
  compressions: count,
  reductions: count.describe('Reduced parts with their originals, offloads included.'),
  snapshots: count,
  events: count,
  searchRows: count,
}
export const DeletedReply = z
  .strictObject({ sessionId: z.string(), removed: z.strictObject(REMOVED) })
  .meta({ id: 'DeletedSession' })

const DAYS_MAX = 36_500
const settings = {
  preset: PresetName.nullable().describe('Preset of sessions that name none. Null: `checkpointed`.'),
  policy: PolicyOverrides.nullable().describe(
    'Overrides for sessions that name no preset; those of a session come on top. Null: none.',
  ),
  retentionDays: z
    .int()
    .min(1)
    .max(DAYS_MAX)
    .nullable()
    .describe(
      'Days without activity after which `session-expiring` names a session; unless it becomes active, a day later it is ' +
        'deleted whole. Null: sessions stay.',
    ),
}
const QUOTA_MAX = Number.MAX_SAFE_INTEGER
const QUOTA_TEXTS: Record<QuotaName, string> = {
  sessions: 'Sessions stored.',
  messages: 'Messages stored, of all sessions.',
  bytes: 'Bytes (UTF-8) of these messages, as they were received.',
  subscribers: 'Event streams open at the same time, over all processes.',
  requestsPerMinute: 'Requests in a minute of the clock, over all processes.',
  modelSecondsPerHour:
    'Seconds of model calls for summaries in an hour of the clock. Beyond it, summaries are extractive.',
}
const quotaShape = <T extends z.ZodType>(of: (description: string) => T) =>
  Object.fromEntries(QUOTA_NAMES.map((name) => [name, of(QUOTA_TEXTS[name])])) as Record<QuotaName, T>
const limit = z.int().min(0).max(QUOTA_MAX).nullable()
const QuotaLimits = z
  .strictObject(quotaShape((description) => limit.describe(`${description} Null: no limit.`)))
  .partial()
  .meta({ id: 'QuotaLimits' })
const QuotaUse = z.strictObject({ limit, used: z.number().min(0) }).meta({ id: 'QuotaUse' })

export const UpdateAppBody = z
  .strictObject({ ...settings, quotas: QuotaLimits })
  .partial()
  .meta({ id: 'UpdateApp' })

const Bytes = z.number().min(0)
export const AppDetailReply = z
  .strictObject({
    ...AppReply.shape,
    ...settings,
    quotas: z.strictObject(quotaShape((description) => QuotaUse.meta({ description }))),
    usage: z.strictObject({
      sessions: count,
      messages: count,
      estimatedBytes: z
        .strictObject({ messages: Bytes, search: Bytes, events: Bytes, total: Bytes })
        .describe('Share of the app in the size of each table, by its rows, indexes included.'),
      databaseBytes: Bytes.optional().describe('Size of the whole database. Admins only.'),
    }),
  })
  .meta({ id: 'AppDetails' })
