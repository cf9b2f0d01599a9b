import type { SessionTx as Tx } from '../../ports/ports.js'
import type { Session } from '../../domain/session/session.js'
import { insertRows, type Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'
import { scheduleDeletion } from '../apps/retention.js'
import { insertCompression, readActiveCompression, readCompression, updateCompression } from '../tables/compressions.js'
import {
  copyLinks,
  insertLinks,
  insertResponse,
  readLinks,
  readPrefixVersion,
  refuseLinks,
  removeLinks,
  type ReadForDoor,
} from '../doors/door-links.js'
import { readGoalActs, readGoals, recordGoals, replaceGoals } from '../tables/goals.js'
import { insertRecall } from '../recall/recalls.js'
import { noteUser } from '../doors/session-users.js'
import {
  holdStanding,
  noteStandingSession,
  readOpenStanding,
  readStandingNews,
  writeStanding,
} from '../standing/rows.js'
import { moved } from './lock-session.js'
import { insertLedger, readOpenLedger, replaceLedger } from '../tables/ledger.js'
import type { MessageCache } from '../messages/message-cache.js'
import { readPage } from '../messages/message-pages.js'
import { LAST_SEQ, readCalls, readMessages, readStates } from '../messages/messages.js'
import { HISTORY, REDUCTION_HISTORY } from '../messages/shared-history.js'
import { readNumbered } from '../tables/moments.js'
import { readCuts } from '../tables/records.js'
import { countSnapshots, insertSnapshot, sendSnapshot } from '../tables/snapshots.js'
import { keepPrompt } from '../tables/replaced-prompts.js'
import { readOutlines, readSpanMessages } from '../messages/short-messages.js'

export const IDEMPOTENCY_COLUMNS = ['scope', 'key_hash', 'session_id', 'body_digest', 'reply']

/** What was read with the lock of the session. */
export interface ReadEarly {
  /** Nothing was read, so the row may be out of date until it is compared. */
  isRemembered?: boolean
  door?: ReadForDoor
  snapshotCount?: Promise<number>
}

/** Reads and writes single records in a session transaction. Changes neither the view nor the session row. */
export abstract class SessionRecordsTx {
  abstract readonly session: Session
  /** Read with the lock, valid until this transaction changes it. */
  private linksRead: Pick<ReadForDoor, 'position' | 'links'> | null
  protected prefixRead: Promise<number> | null

  constructor(
    protected readonly tx: Transaction,
    protected readonly sessionId: string,
    private readonly cache: MessageCache,
    private readonly early: ReadEarly,
  ) {
    this.linksRead = early.door ?? null
    this.prefixRead = early.door?.prefix ?? null
  }

  offloadsAmong: Tx['offloadsAmong'] = async (ids) => {
    if (ids.length === 0) return []
    const text = `SELECT id FROM ${REDUCTION_HISTORY} r WHERE session_id = $1 AND id = ANY($2::text[])`
    return (await this.tx.query<{ id: string }>({ text, values: [this.sessionId, ids] })).map(({ id }) => id)
  }
  digests: Tx['digests'] = (seqs) => {
    const text = `SELECT seq, digest FROM ${HISTORY} m WHERE session_id = $1 AND seq = ANY($2::integer[]) ORDER BY seq`
    return this.tx.query({ name: 'digests', text, values: [this.sessionId, seqs] })
  }

  messages: Tx['messages'] = async (seqs) => readMessages(this.tx, this.cache, this.sessionId, seqs)
  statesFrom: Tx['statesFrom'] = (from) => readStates(this.tx, this.sessionId, { from, to: LAST_SEQ })
  history: Tx['history'] = (page) => readPage(this.tx, this.sessionId, page)
  outlines: Tx['outlines'] = (page) => readOutlines(this.tx, this.sessionId, page)
  span: Tx['span'] = (seqs) => readSpanMessages(this.tx, this.sessionId, seqs)
  callsAfter: Tx['callsAfter'] = (seq, wanted) => readCalls(this.tx, this.sessionId, seq, wanted)

  linksFrom: Tx['linksFrom'] = (position) =>
    this.linksRead?.position === position ? this.linksRead.links : readLinks(this.tx, this.sessionId, position)
  prefixVersion: Tx['prefixVersion'] = () => this.prefixRead ?? readPrefixVersion(this.tx, this.sessionId)
  insertLinks: Tx['insertLinks'] = async (links) => {
    this.linksRead = null
    await insertLinks(this.tx, this.sessionId, links)
  }
  refuseLinks: Tx['refuseLinks'] = async (isRefused) => {
    this.linksRead = null
    refuseLinks(this.tx, this.sessionId, isRefused)
  }
  removeLinks: Tx['removeLinks'] = async (position) => {
    this.linksRead = null
    removeLinks(this.tx, this.sessionId, position)
  }
  copyLinks: Tx['copyLinks'] = async (fromId, position) => {
    this.linksRead = null
    copyLinks(this.tx, this.sessionId, fromId, position)
  }
  insertResponse: Tx['insertResponse'] = async (response, items) =>
    insertResponse(this.tx, this.session, response, items)

  insertLedger: Tx['insertLedger'] = async (entries) => {
    // The cut that takes their messages out has the next version.
    if (entries.length > 0) await insertLedger(this.tx, this.sessionId, entries, this.session.version + 1)
  }
  replaceLedger: Tx['replaceLedger'] = (entries) =>
    replaceLedger(this.tx, this.sessionId, entries, this.session.version + 1)
  openLedger: Tx['openLedger'] = (reach) => readOpenLedger(this.tx, this.sessionId, reach)
  goals: Tx['goals'] = () => readGoals(this.tx, this.sessionId)
  goalActs: Tx['goalActs'] = () => readGoalActs(this.tx, this.sessionId)
  recordGoals: Tx['recordGoals'] = async (act, changed) => recordGoals(this.tx, this.sessionId, act, changed)
  replaceGoals: Tx['replaceGoals'] = async (act, goals) => replaceGoals(this.tx, this.sessionId, act, goals)
  insertRecall: Tx['insertRecall'] = async (record) => insertRecall(this.tx, this.sessionId, record)

  holdStanding: Tx['holdStanding'] = (scope) => holdStanding(this.tx, this.session.appId, scope)
  openStanding: Tx['openStanding'] = (scope, reach) => readOpenStanding(this.tx, this.session.appId, scope, reach)
  standingNews: Tx['standingNews'] = (scope, since) => readStandingNews(this.tx, [this.session.appId, scope], since)
  writeStanding: Tx['writeStanding'] = async (scope, changes) =>
    writeStanding(this.tx, this.session.appId, scope, changes)
  noteStandingSession: Tx['noteStandingSession'] = async (scope) => noteStandingSession(this.tx, this.session, scope)
  noteUser: Tx['noteUser'] = (user) => noteUser(this.tx, this.session, user)

  cuts: Tx['cuts'] = () => readCuts(this.tx, this.sessionId)
  numberedReductions: Tx['numberedReductions'] = (ranges) => readNumbered(this.tx, this.sessionId, ranges)
  insertSnapshot: Tx['insertSnapshot'] = (snapshot, keep) => insertSnapshot(this.tx, snapshot, keep)
  sendSnapshot: Tx['sendSnapshot'] = (snapshot) => sendSnapshot(this.tx, snapshot)
  snapshotCount: Tx['snapshotCount'] = () => this.early.snapshotCount ?? countSnapshots(this.tx, this.sessionId)
  keepPrompt: Tx['keepPrompt'] = (untilVersion, prompt) => keepPrompt(this.tx, this.sessionId, untilVersion, prompt)

  insertCompression: Tx['insertCompression'] = (one) => insertCompression(this.tx, this.sessionId, one)
  updateCompression: Tx['updateCompression'] = (one) => updateCompression(this.tx, this.sessionId, one)
  compression: Tx['compression'] = (id) => readCompression(this.tx, this.sessionId, id)
  activeCompression: Tx['activeCompression'] = () => readActiveCompression(this.tx, this.sessionId)
  noteUpgrade: Tx['noteUpgrade'] = async (checkpointId, triedAt) => {
    const text = 'UPDATE checkpoints SET upgrade_tried_at = $3 WHERE session_id = $1 AND id = $2'
    this.tx.send({ name: 'note-upgrade', text, values: [this.sessionId, checkpointId, triedAt] })
  }
  scheduleDeletion: Tx['scheduleDeletion'] = async (deletesAt) =>
    scheduleDeletion(this.tx, this.sessionId, this.session.lastActivityAt, deletesAt)

  rememberReply: Tx['rememberReply'] = async (key, bodyDigest, reply) => {
    const id = this.sessionId
    const values = [id, hashOf(key), id, bodyDigest, JSON.stringify(reply)]
    this.tx.send(insertRows('idempotency', IDEMPOTENCY_COLUMNS, [values]))
  }
  rememberedReply: Tx['rememberedReply'] = async (key) => {
    const where = 'FROM idempotency WHERE scope = $1 AND key_hash = $2'
    const values = [this.sessionId, hashOf(key)]
    // Most keys are new. A known one fails the transaction, and the work runs again behind the lock.
    if (this.early.isRemembered) {
      this.tx.send({ name: 'no-reply', text: `SELECT ${moved('$1')} ${where}`, values })
      return null
    }
    const text = `SELECT body_digest, reply ${where}`
    const [row] = await this.tx.query<{ body_digest: string; reply: string }>({ name: 'reply', text, values })
    return row ? { bodyDigest: row.body_digest, reply: JSON.parse(row.reply) } : null
  }
}
