import { showRecall, withoutSources, type RecallRecord } from '../../domain/recall/recall.js'
import type { SessionState } from '../../domain/time/session-state.js'
import type { Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'

/** Deletes words that were recalled from other sessions from the records of a session. [M11] */

/** Rows read at once. A state is as large as the ledger of its session. */
const ROWS_AT_ONCE = 20
/** Begins the recalled words in the JSON of a state. */
const RECALLED = '"recall":['

/** Ends recall in a scope: none of its sessions is recalled from any more, and none shows its entries. */
export async function endRecall(tx: Transaction, appId: string, scope: string): Promise<void> {
  const values = [appId, hashOf(scope)]
  tx.send({ text: 'DELETE FROM standing_sessions WHERE app_id = $1 AND scope_hash = $2', values })
  const text =
    'UPDATE memory_scopes SET recalled = false WHERE app_id = $1 AND scope_hash = $2 AND recalled RETURNING 1'
  await tx.query({ text, values })
}

type IsGone = (sessionId: string) => boolean

/** Deletes them from the decisions about what to recall, and from the moments and snapshots whose contexts showed them.
 * @param from only words of these sessions; default: of all others */
export async function forgetRecalled(tx: Transaction, sessionId: string, from?: readonly string[]): Promise<void> {
  const gone = new Set(from)
  const isGone: IsGone = (source) => (from ? gone.has(source) : source !== sessionId)
  await inDecisions(tx, sessionId, isGone)
  tx.send({ text: `SELECT set_config('palimpsest.deletes_recalled', 'on', true)` })
  await inMoments(tx, sessionId, isGone)
  await inSnapshots(tx, sessionId, isGone)
  const text = 'DELETE FROM recall_sources WHERE session_id = $1 AND ($2::text[] IS NULL OR source_id = ANY($2))'
  tx.send({ text, values: [sessionId, from ?? null] })
}

async function inDecisions(tx: Transaction, sessionId: string, isGone: IsGone): Promise<void> {
  const text = 'SELECT seq, body FROM recalls WHERE session_id = $1 FOR UPDATE'
  for (const { seq, body } of await tx.query<{ seq: number; body: string }>({ text, values: [sessionId] })) {
    const record = JSON.parse(body) as RecallRecord
    const kept = record.excerpts.filter((one) => !isGone(one.sessionId))
    if (kept.length === record.excerpts.length) continue
    const values = [sessionId, seq, JSON.stringify({ ...record, excerpts: kept })]
    tx.send({ text: 'UPDATE recalls SET body = $3 WHERE session_id = $1 AND seq = $2', values })
  }
}

async function inMoments(tx: Transaction, sessionId: string, isGone: IsGone): Promise<void> {
  const text = `
    SELECT version, body, before FROM moments
    WHERE session_id = $1 AND version > $2 AND (strpos(body, $3) > 0 OR strpos(before, $3) > 0) ORDER BY version LIMIT $4`
  const update = 'UPDATE moments SET body = $3, before = $4 WHERE session_id = $1 AND version = $2'
  for (let after = -1; ;) {
    const values = [sessionId, after, RECALLED, ROWS_AT_ONCE]
    const rows = await tx.query<{ version: number; body: string; before: string | null }>({ text, values })
    for (const { version, body, before } of rows) {
      const ended = before && stateWithout(before, isGone)
      tx.send({ text: update, values: [sessionId, version, bodyWithout(body, isGone), ended] })
    }
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.version
  }
}

async function inSnapshots(tx: Transaction, sessionId: string, isGone: IsGone): Promise<void> {
  const text = `
    SELECT id, body FROM snapshots WHERE session_id = $1 AND id > $2 AND strpos(body, $3) > 0 ORDER BY id LIMIT $4`
  for (let after = ''; ;) {
    const values = [sessionId, after, RECALLED, ROWS_AT_ONCE]
    const rows = await tx.query<{ id: string; body: string }>({ text, values })
    const update = 'UPDATE snapshots SET body = $3 WHERE session_id = $1 AND id = $2'
    for (const { id, body } of rows) tx.send({ text: update, values: [sessionId, id, bodyWithout(body, isGone)] })
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

/** Returns the JSON of a record without the words in its member `state`. */
function bodyWithout(body: string, isGone: IsGone): string {
  const record = JSON.parse(body) as { state: SessionState }
  return JSON.stringify({ ...record, state: without(record.state, isGone) })
}

function stateWithout(text: string, isGone: IsGone): string {
  return JSON.stringify(without(JSON.parse(text) as SessionState, isGone))
}

function without(state: SessionState, isGone: IsGone): SessionState {
  return state.recall ? { ...state, ...showRecall(state, withoutSources(state.recall, isGone)) } : state
}
