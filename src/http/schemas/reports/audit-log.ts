import { ID_PATTERN } from '../../../domain/texts.js'
import { z } from 'zod'
import { AUDIT_ACTIONS } from '../../../ports/key-port.js'
import { RoleOfKey } from '../access.js'
import { Id, listCursor, NextAfter, PageLimit, Timestamp } from '../common.js'

const Action = z.enum(AUDIT_ACTIONS)

export const AuditLogQuery = z.strictObject({
  appId: z.string().regex(ID_PATTERN, 'an app id').optional().describe('Only acts on this app.'),
  action: Action.optional().describe('Only acts of this kind.'),
  keyId: z.string().min(1).max(128).optional().describe('Only acts of this key.'),
  limit: PageLimit,
  after: listCursor('aud').optional(),
})

export const AuditLogReply = z.strictObject({
  entries: z.array(
    z
      .strictObject({
        id: Id,
        at: Timestamp,
        action: Action,
        appId: Id.nullable().describe('App of what was changed. Null: none.'),
        target: z
          .string()
          .describe('Id of what was changed. Names that people chose are `sha256:` and the hash of the name.'),
        actor: z.strictObject({
          keyId: z
            .string()
            .describe('Id of the key; `admin`: the admin key; `local`: without authentication; `service`: no request.'),
          role: RoleOfKey,
          address: z.string().nullable().describe('Remote address of the connection; behind a proxy, its own.'),
          forwardedFor: z.string().nullable().describe('`X-Forwarded-For`, as the request had it: not proven.'),
          requestId: z.string().nullable().describe('The `X-Request-Id` of the request.'),
        }),
        details: z.record(z.string(), z.unknown()).describe('Names and numbers of the change.'),
      })
      .meta({ id: 'AuditEntry' }),
  ),
  nextAfter: NextAfter,
})
