import type { OperationId } from '../support/client.js'
import type { World } from './world.js'

/** What each operation is sent by its owner, and what a key of another app gets for the same request.
 * - `hidden`: 404, as if nothing of the path existed
 * - `own`: a reply about the caller's own app
 * - `admin`: 403, for every app
 * - `public`: the same reply as for anyone */
export interface Case {
  foreign: 'hidden' | 'own' | 'admin' | 'public'
  query?: (of: World) => Record<string, string>
  body?: (of: World) => unknown
  /** A file instead of a JSON body. */
  isUpload?: true
  /** Status for the owner. Default: 200, 201, 202 or 204. */
  ownerStatus?: number
  /** Requests with ids of another app in query or body, on the path of the caller's own session. `isFound`: the request
   * is answered, with nothing of the other app. Otherwise it is refused with 400, 404, or 409. */
  mixed?: {
    name: string
    query?: (of: World) => Record<string, string>
    body?: (of: World) => unknown
    isFound?: true
  }[]
}

const hidden: Case = { foreign: 'hidden' }
const isPublic: Case = { foreign: 'public' }
const admin: Case = { foreign: 'admin' }
/** A list whose cursor is the id of an item. A cursor of another app may be refused, or select a page of the own list. */
const listAfter = (id: string): Case => ({
  foreign: 'hidden',
  mixed: [{ name: `after a foreign ${id}`, query: ({ ids }) => ({ after: ids[id]! }) }],
})
const recall = (args: (of: World) => object) => (of: World) => ({ name: 'recall', arguments: args(of) })

/** A row for every operation: a new one without a row does not compile. */
export const CASES: Record<OperationId, Case> = {
  createApp: { ...admin, body: () => ({ name: 'another' }) },
  listApps: admin,
  getApp: hidden,
  updateApp: { ...hidden, body: () => ({ retentionDays: 90 }) },
  createKey: { ...admin, body: ({ appId }) => ({ appId, role: 'viewer' }) },
  listAuditLog: admin,
  deleteApp: admin,
  createDeletion: { foreign: 'own', body: () => ({ user: 'no one' }) },
  listDeletions: {
    foreign: 'own',
    mixed: [{ name: 'after a foreign deletion', query: ({ ids }) => ({ after: ids.deletionId! }) }],
  },
  getDeletion: hidden,
  listKeys: { ...admin, query: ({ appId }) => ({ appId }) },
  rotateKey: { ...admin, body: () => ({ graceSeconds: 3_600 }) },
  deleteKey: admin,
  createTicket: { foreign: 'own', body: () => ({}) },
  listCheckpoints: listAfter('checkpointId'),
  getCheckpoint: hidden,
  readCheckpointMessages: hidden,
  compact: {
    foreign: 'own',
    body: () => ({ format: 'openai', messages: [{ role: 'user', content: 'x' }] }),
  },
  requestCompression: { ...hidden, body: () => ({ strategy: 'extractive' }) },
  listCompressions: listAfter('compressionId'),
  getCompression: hidden,
  readContext: { ...hidden, query: () => ({ format: 'native', explain: 'true' }) },
  explainContext: hidden,
  readCut: hidden,
  auditSession: hidden,
  detectDrift: { ...hidden, body: () => ({ action: 'paint the fence' }) },
  realign: { ...hidden, body: () => ({}) },
  readEvents: {
    foreign: 'own',
    query: ({ ids }) => ({ sessionId: ids.sessionId }),
    mixed: [
      {
        name: 'all from the start, with content',
        query: ({ ids }) => ({ sessionId: ids.sessionId, after: '0' }),
        isFound: true,
      },
      { name: 'without a filter', query: () => ({ after: '0', limit: '500' }), isFound: true },
    ],
  },
  addGoal: { ...hidden, body: () => ({ description: 'x' }) },
  listGoals: listAfter('goalId'),
  updateGoal: { ...hidden, body: () => ({ priority: 'low' }) },
  addGoalItem: { ...hidden, body: () => ({ kind: 'next', text: 'x' }) },
  updateGoalItem: { ...hidden, body: () => ({ status: 'done' }) },
  listRecalls: hidden,
  listLedger: {
    foreign: 'hidden',
    mixed: [{ name: 'after a number of any session', query: () => ({ after: 'led_1_1' }), isFound: true }],
  },
  listScopes: { foreign: 'own' },
  getScope: { foreign: 'own' },
  listStanding: { foreign: 'own' },
  addStanding: { foreign: 'own', body: () => ({ text: 'Always answer in French.' }) },
  editStanding: { ...hidden, body: () => ({ kind: 'preference' }) },
  deleteStanding: hidden,
  deleteScope: { foreign: 'own' },
  appendMessages: { ...hidden, body: () => ({ messages: [{ role: 'user', content: 'x' }] }) },
  readHistory: hidden,
  withdrawMessages: {
    ...hidden,
    body: () => ({ fromSeq: 15 }),
  },
  pinMessage: { ...hidden },
  unpinMessage: hidden,
  listOffloads: listAfter('offloadId'),
  readOffload: hidden,
  searchOffload: { ...hidden, query: () => ({ q: 'line' }) },
  readOffloadedMedium: hidden,
  listReadingTools: hidden,
  callReadingTool: {
    foreign: 'hidden',
    body: recall(() => ({ from: 1, to: 1 })),
    mixed: [
      { name: 'a foreign handle', body: recall(({ ids }) => ({ handle: ids.offloadId })), isFound: true },
      { name: 'a search', body: recall(({ secret }) => ({ search: secret })), isFound: true },
    ],
  },
  searchMessages: {
    foreign: 'own',
    query: ({ secret }) => ({ q: secret }),
    mixed: [{ name: 'in a foreign session', query: ({ secret, ids }) => ({ q: secret, sessionId: ids.sessionId }) }],
  },
  home: isPublic,
  health: isPublic,
  readiness: isPublic,
  listModels: { foreign: 'own' },
  queueDepth: admin,
  metrics: admin,
  openapi: isPublic,
  docs: isPublic,
  createSession: {
    foreign: 'own',
    body: () => ({ model: 'm', contextSize: '8K' }),
    mixed: [
      {
        name: 'the external id of another app',
        body: ({ externalId }) => ({ model: 'm', contextSize: '8K', externalId }),
        isFound: true,
      },
    ],
  },
  listSessions: {
    foreign: 'own',
    mixed: [
      { name: 'by a foreign external id', query: ({ externalId }) => ({ externalId }), isFound: true },
      { name: 'by foreign metadata', query: ({ secret }) => ({ 'metadata.note': secret }), isFound: true },
      { name: 'after a foreign session', query: ({ ids }) => ({ after: ids.sessionId }) },
    ],
  },
  getSession: hidden,
  updateSession: { ...hidden, body: () => ({ mode: 'DEBUGGER' }) },
  forkSession: {
    ...hidden,
    body: () => ({}),
    mixed: [{ name: 'a foreign snapshot', body: ({ ids }) => ({ snapshotId: ids.snapshotId }) }],
  },
  deleteSession: hidden,
  createSnapshot: { ...hidden, body: () => ({}) },
  listSnapshots: listAfter('snapshotId'),
  getSnapshot: hidden,
  deleteSnapshot: hidden,
  restoreSnapshot: { ...hidden, body: () => ({}) },
  rollOver: { ...hidden, body: () => ({}) },
  readStatus: hidden,
  readBudget: hidden,
  readSavings: hidden,
  readAlerts: admin,
  readInputByDay: {
    foreign: 'own',
    mixed: [{ name: 'after a foreign session', query: ({ ids }) => ({ after: ids.sessionId }) }],
  },
  readSummary: hidden,
  readLog: hidden,
  exportSession: { ...hidden, query: () => ({ format: 'json' }) },
  importSession: {
    foreign: 'own',
    isUpload: true,
    query: () => ({ model: 'm', contextSize: '8K' }),
    body: () => [{ role: 'user', content: 'hello' }],
  },
  markBoundary: {
    ...hidden,
    body: () => ({ seq: 1 }),
  },
  getWatermark: hidden,
}
