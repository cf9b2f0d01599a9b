import { sql as tables } from './0001-tables.js'
import { sql as modelCare } from './0002-model-care.js'
import { sql as ledger } from './0003-ledger.js'
import { sql as goals } from './0004-goals.js'
import { sql as pins } from './0005-pins.js'
import { sql as columns } from './0006-columns.js'
import { sql as shortened } from './0007-shortened.js'
import { sql as names } from './0008-names.js'
import { sql as modelTokens } from './0010-model-tokens.js'
import { sql as sessionKeys } from './0011-session-keys.js'
import { sql as replacedPrompts } from './0013-replaced-prompts.js'
import { sql as moments } from './0015-moments.js'
import { sql as search } from './0017-search.js'
import { sql as archives } from './0016-archives.js'
import { sql as appSettings } from './0018-app-settings.js'
import { sql as retention } from './0019-retention.js'
import { sql as searchRuns } from './0020-search-runs.js'
import { sql as doorLinks } from './0022-door-links.js'
import { sql as doorResponses } from './0038-door-responses.js'
import { sql as upkeepCursors } from './0026-upkeep-cursors.js'
import { sql as keyRotation } from './0027-key-rotation.js'
import { sql as logIncarnations } from './0028-log-incarnations.js'
import { sql as appModelHealth } from './0029-app-model-health.js'
import { sql as quotas } from './0030-quotas.js'
import { sql as workers } from './0033-workers.js'
import { sql as growth } from './0035-growth.js'
import { sql as sharedHistory } from './0042-shared-history.js'
import { sql as momentBytes } from './0043-moment-bytes.js'
import { sql as recall } from './0050-recall.js'
import { sql as standing } from './0060-standing.js'
import { sql as auditLog } from './0070-audit-log.js'
import { sql as deletions } from './0071-deletions.js'
import { sql as sessionUsers } from './0074-session-users.js'
import { sql as standingScopes } from './0078-standing-scopes.js'
import { sql as distributionKeys } from './0080-distribution-keys.js'
import { sql as scopeRecall } from './0082-scope-recall.js'
import { sql as recallSources } from './0084-recall-sources.js'

export interface Migration {
  id: number
  name: string
  sql: string
  /** Checksums of earlier texts with the same result; databases made with one are accepted. */
  earlier?: readonly string[]
}

/** In order; one that was ever released is not edited again, or only with its former checksum under `earlier`. */
export const MIGRATIONS: readonly Migration[] = [
  { id: 1, name: 'tables', sql: tables },
  {
    id: 2,
    name: 'model-care',
    sql: modelCare,
    // Read JSON in SQL, which failed on checkpoints that held U+0000.
    earlier: ['df34b5d818de0b3a1b4e848f6753a3cf3cc98f507132e39f3c601d97946b3d8a'],
  },
  { id: 3, name: 'ledger', sql: ledger },
  { id: 4, name: 'goals', sql: goals },
  { id: 5, name: 'pins', sql: pins },
  { id: 6, name: 'columns', sql: columns },
  { id: 7, name: 'shortened', sql: shortened },
  { id: 8, name: 'names', sql: names },
  { id: 10, name: 'model-tokens', sql: modelTokens },
  { id: 11, name: 'session-keys', sql: sessionKeys },
  { id: 13, name: 'replaced-prompts', sql: replacedPrompts },
  { id: 15, name: 'moments', sql: moments },
  { id: 17, name: 'search', sql: search },
  { id: 16, name: 'archives', sql: archives },
  { id: 18, name: 'app-settings', sql: appSettings },
  { id: 19, name: 'retention', sql: retention },
  { id: 20, name: 'search-runs', sql: searchRuns },
  { id: 22, name: 'door-links', sql: doorLinks },
  { id: 26, name: 'upkeep-cursors', sql: upkeepCursors },
  { id: 27, name: 'key-rotation', sql: keyRotation },
  { id: 28, name: 'log-incarnations', sql: logIncarnations },
  { id: 29, name: 'app-model-health', sql: appModelHealth },
  { id: 30, name: 'quotas', sql: quotas },
  { id: 33, name: 'workers', sql: workers },
  { id: 35, name: 'growth', sql: growth },
  { id: 38, name: 'door-responses', sql: doorResponses },
  { id: 42, name: 'shared-history', sql: sharedHistory },
  { id: 43, name: 'moment-bytes', sql: momentBytes },
  { id: 50, name: 'recall', sql: recall },
  { id: 60, name: 'standing', sql: standing },
  { id: 70, name: 'audit-log', sql: auditLog },
  { id: 71, name: 'deletions', sql: deletions },
  { id: 74, name: 'session-users', sql: sessionUsers },
  { id: 78, name: 'standing-scopes', sql: standingScopes },
  { id: 80, name: 'distribution-keys', sql: distributionKeys },
  { id: 82, name: 'scope-recall', sql: scopeRecall },
  { id: 84, name: 'recall-sources', sql: recallSources },
]
