import type { Operation } from '../operation.js'
import { accessOperations } from './access.js'
import { auditLogOperations } from './admin/audit-log.js'
import { deletionOperations } from './admin/deletions.js'
import { checkpointOperations, ledgerOperations } from './checkpoints.js'
import { compactOperations } from './compact.js'
import { compressionOperations } from './compressions.js'
import { contextOperations } from './context.js'
import { driftOperations } from './drift.js'
import { eventOperations } from './events.js'
import { goalOperations } from './goals.js'
import { messageOperations } from './messages.js'
import { offloadOperations } from './offloads.js'
import { readingToolOperations } from './reading-tools.js'
import { searchOperations } from './search.js'
import { serviceOperations } from './service.js'
import { sessionOperations } from './sessions.js'
import { snapshotOperations } from './snapshots.js'
import { standingOperations } from './standing.js'
import { statusOperations } from './status.js'
import { transferOperations } from './transfer.js'
import { watermarkOperations } from './watermark.js'

/** Every operation of the API. The router, validation, openapi.yaml and the reference page derive from this table. */
export const OPERATIONS = [
  ...sessionOperations,
  ...messageOperations,
  ...contextOperations,
  ...compressionOperations,
  ...checkpointOperations,
  ...compactOperations,
  ...offloadOperations,
  ...readingToolOperations,
  ...searchOperations,
  ...statusOperations,
  ...transferOperations,
  ...watermarkOperations,
  ...snapshotOperations,
  ...ledgerOperations,
  ...standingOperations,
  ...goalOperations,
  ...driftOperations,
  ...eventOperations,
  ...accessOperations,
  ...auditLogOperations,
  ...deletionOperations,
  ...serviceOperations,
] satisfies readonly Operation[]
