import type { ArchiveStore, ImportedRecord, SessionTx } from '../../ports/ports.js'
import { pause } from '../../ports/pause.js'
import { DomainError } from '../../domain/errors.js'
import type { Transaction } from '../database.js'
import { codeOf, UNIQUE_VIOLATION } from '../failures.js'
import { changeSession, type Parts } from '../sessions/change-session.js'
import { HIDE, lockSession } from '../sessions/lock-session.js'
import { externalKey, takeExternalId } from '../sessions/session-metadata.js'
import { deleteSession } from '../sessions/sessions.js'
import { markUnindexed } from '../search/index-writer.js'
import { NOW } from '../scheduling/lease-time.js'
import { statementsOf } from './record-rows.js'

/** Hidden sessions are deleted one by one, because each may have gigabytes. */
const EXPIRED = `SELECT id FROM sessions WHERE importing_until < ${NOW} LIMIT 20`
const SHOW = {
  name: 'show-session',
  text: 'UPDATE sessions SET importing_until = NULL, external_id = $2, revision = revision + 1 WHERE id = $1',
}
const TAKEN = {
  name: 'external-id-taken',
  text: 'SELECT id FROM sessions WHERE app_id = $1 AND external_id = $2 AND id <> $3',
}
/** Also a deleted session whose messages a fork reads: their rows have its id. */
const HAS = `
  SELECT 1 FROM sessions WHERE id = $1 UNION ALL SELECT 1 FROM shared_history WHERE source_id = $1`
/** Begins a moment with the state of an archive that has cuts: its earlier moments are not in the file. A session imported
 * from a log has its own. */
const MOMENT = {
  name: 'moment-of-import',
  text: `
    INSERT INTO moments (session_id, version, start_seq, members, reduction_n, body, before)
    SELECT s.id, substring(s.state from '"version":([0-9]{1,9})')::integer, s.last_seq,
      coalesce((SELECT range_agg(int4range(m.seq, m.seq, '[]')) FROM messages m WHERE m.session_id = s.id AND m.state < 2), '{}'),
      coalesce((SELECT max(r.n) FROM reductions r WHERE r.session_id = s.id), 0),
      concat('{"pinned":[',
        (SELECT string_agg(m.seq::text, ',' ORDER BY m.seq) FROM messages m
          WHERE m.session_id = s.id AND m.state < 2 AND coalesce(m.pin, m.pinned)),
        '],"checkpoints":[',
        (SELECT string_agg('"' || c.id || '"', ',') FROM checkpoints c WHERE c.session_id = s.id AND c.superseded_by IS NULL),
        '],"state":', s.state, '}'),
      NULL
    FROM sessions s WHERE s.id = $1 AND EXISTS (SELECT FROM cuts c WHERE c.session_id = s.id)
      AND NOT EXISTS (SELECT FROM moments o WHERE o.session_id = s.id)`,
}
const STORED = {
  name: 'last-seq',
  text: 'UPDATE sessions SET last_seq = $2, stored_bytes = stored_bytes + $3 WHERE id = $1',
}

export function archiveWriter(parts: Parts): Omit<ArchiveStore<SessionTx>, 'openArchive'> {
  const { db, notifier, known, messages, mutex } = parts
  const forget = (id: string) => {
    known.forget(id)
    messages.forget(id)
  }
  const keepHidden = (id: string) => (tx: Transaction) => tx.send({ ...HIDE, values: [id] })
  const finish = (id: string, work: (tx: SessionTx) => Promise<void>) => {
    let external: string | null = null
    let appId = ''
    const whole = async (tx: SessionTx) => {
      await work(tx)
      external = await reveal(parts, tx)
      appId = tx.session.appId
      return tx.session
    }
    const show = (tx: Transaction) => {
      tx.send({ ...SHOW, values: [id, external] })
      takeExternalId(tx, appId, id, external)
      tx.send({ ...MOMENT, values: [id] })
      tx.send(markUnindexed(id, appId))
    }
    return changeSession(parts, { id, appId: null, hidden: true, isRevealed: true }, whole, show)
  }
  const drop = async (id: string) => {
    const done = await mutex.run(id, () => db.transaction((tx) => deleteSession(tx, id, null, { hidden: true })))
    forget(id)
    if (done) notifier.notify()
  }
  return {
    hasSession: async (id) => (await db.query({ name: 'has-session', text: HAS, values: [id] })).length > 0,
    importRecords: (id, records) =>
      mutex.run(id, () => db.transaction((tx) => insertRecords(tx, id, records))).then(() => undefined),
    changeImport: (id, work) => changeSession(parts, { id, appId: null, hidden: true }, work, keepHidden(id)),
    finishImport: async (id, work) => {
      try {
        return await finish(id, work)
      } catch (error) {
        if (codeOf(error) !== UNIQUE_VIOLATION) throw error
        // Another session took the external id between our look and the commit. The second look finds it.
        return await finish(id, work)
      } finally {
        forget(id)
      }
    },
    dropImport: drop,
    sweepImports: async () => {
      const expired = await db.query<{ id: string }>({ text: EXPIRED })
      for (const { id } of expired) await drop(id)
      return expired.length
    },
  }
}

async function insertRecords(tx: Transaction, id: string, records: readonly ImportedRecord[]): Promise<void> {
  // An import whose lease ended may have been swept.
  const row = await lockSession(tx, { id, appId: null, hidden: true })
  if (!row) throw new DomainError('session_not_found', `No session ${id}.`, { sessionId: id })
  for await (const statement of statementsOf(id, records)) {
    tx.send(statement)
    await pause()
  }
  const messages = records.flatMap((record) => (record.section === 'messages' ? [record.value] : []))
  const last = messages.at(-1)?.seq
  const bytes = messages.reduce((sum, { raw }) => sum + Buffer.byteLength(raw), 0)
  if (last !== undefined) tx.send({ ...STORED, values: [id, last, bytes] })
  tx.send({ ...HIDE, values: [id] })
}

/** Clears the external id if another session of the app has it. Returns its text in the column. */
async function reveal({ db }: Parts, tx: SessionTx): Promise<string | null> {
  const { session } = tx
  const key = externalKey(session.externalId)
  if (key === null) return null
  const taken = await db.query({ ...TAKEN, values: [session.appId, key, session.id] })
  if (taken.length === 0) return key
  tx.change({ externalId: null })
  return null
}
