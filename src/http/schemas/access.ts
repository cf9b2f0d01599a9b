import { ID_PATTERN } from '../../domain/texts.js'
import { z } from 'zod'
import { Id, listCursor, NextAfter, PageLimit, Timestamp } from './common.js'

const AppName = z.string().min(1).max(200).describe('Display name of the app.')
export const RoleOfKey = z
  .enum(['admin', 'app', 'viewer'])
  .describe('`viewer` reads, `app` also writes, `admin` also manages apps and keys and sees every app.')

export const CreateAppBody = z.strictObject({ name: AppName }).meta({ id: 'CreateApp' })
export const AppReply = z.strictObject({ id: Id, name: AppName, createdAt: Timestamp }).meta({ id: 'App' })
/** The id of the app `default` has no random part. */
export const AppsQuery = z.strictObject({
  limit: PageLimit,
  after: z
    .union([z.literal('default'), listCursor('app')])
    .optional()
    .describe('Id of the last item of the previous page.'),
})
export const AppListReply = z.strictObject({ apps: z.array(AppReply), nextAfter: NextAfter })

export const CreateKeyBody = z
  .strictObject({ appId: z.string().regex(ID_PATTERN, 'an app id'), role: RoleOfKey })
  .meta({ id: 'CreateKey' })
/** Longest time for which the secret before a rotation stays valid: a week. */
const GRACE_MAX_SECONDS = 604_800
export const RotateKeyBody = z
  .strictObject({
    graceSeconds: z
      .int()
      .min(0)
      .max(GRACE_MAX_SECONDS)
      .default(0)
      .describe('Seconds for which the present secret stays valid beside the new one. 0: it ends at once.'),
  })
  .meta({ id: 'RotateKey' })
const key = {
  id: Id,
  appId: Id,
  role: RoleOfKey,
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable().describe('When a request last used the key, about a minute exact. Null: never.'),
  previousSecretUntil: Timestamp.nullable().describe(
    'Until when the secret before the last rotation is valid too. Null: it is not.',
  ),
}
export const KeyReply = z.strictObject(key).meta({ id: 'Key' })
export const NewKeyReply = z
  .strictObject({
    ...key,
    key: z.string().describe('The secret. Returned only once; send it as `Authorization: Bearer <key>`.'),
  })
  .meta({ id: 'NewKey' })
export const KeysQuery = z.strictObject({
  appId: z.string().regex(ID_PATTERN, 'an app id').optional().describe('Only keys of this app.'),
  limit: PageLimit,
  after: listCursor('key').optional(),
})
export const KeyListReply = z.strictObject({ keys: z.array(KeyReply), nextAfter: NextAfter })

export const TicketReply = z
  .strictObject({
    ticket: z.string().describe('Pass it as `?ticket=`. Valid for one connection.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'Ticket' })
