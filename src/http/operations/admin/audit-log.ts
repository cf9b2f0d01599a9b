import { nextAfter, pageOf } from '../../schemas/common.js'
import { AuditLogQuery, AuditLogReply } from '../../schemas/reports/audit-log.js'
import { ok } from '../../answer.js'
import { operationsOf } from '../../operation.js'

const operation = operationsOf('Access')

export const auditLogOperations = [
  operation('listAuditLog', 'GET /v1/audit-log', {
    summary: 'List what people and keys did: apps, keys, deletions, restores and policies, newest first.',
    description:
      'Each entry is written in the transaction of its change, and names the key, its role, and the address of the request. It is kept ' +
      'for `AUDIT_LOG_DAYS`. It contains no secret and no conversation text.',
    role: 'admin',
    query: AuditLogQuery,
    replies: { 200: { description: 'A page of entries.', schema: AuditLogReply } },
    async handle({ ports, query }) {
      const page = pageOf(query)
      const { appId, action, keyId: key } = query
      const filter = { ...(appId && { appId }), ...(action && { action }), ...(key && { key }) }
      const entries = await ports.store.auditLog({ ...page, ...filter })
      const items = entries.map(({ actor, ...entry }) => ({
        ...entry,
        ...actorView(actor),
        details: { ...entry.details },
      }))
      return ok({ entries: items, nextAfter: nextAfter(items, page.limit) })
    },
  }),
]

function actorView({ key: keyId, ...actor }: { key: string }) {
  return { actor: { keyId, ...actor } }
}
