import type { Store } from '../../ports/ports.js'
import { ledgerKey, LEDGER_KINDS, type LedgerEntry, type LedgerState } from '../../domain/ledger/ledger.js'
import { batches, insertRows, type Database, type Statement, type Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'

/** Ledger entries, one row each, numbered by their message and their position in it. */
interface LedgerRow {
  state: LedgerState
  body: string
}

const COLUMNS = ['session_id', 'seq', 'n', 'kind', 'key', 'state', 'body', 'shown']
/** An entry that a restore removed is back when its message leaves the context again. */
const OR_SHOW_AGAIN = `
  ON CONFLICT (session_id, seq, n) DO UPDATE SET state = excluded.state, shown = ledger.shown + excluded.shown
  WHERE ledger.state = 'hidden'`

function entryOf({ state, body }: LedgerRow): LedgerEntry {
  return { ...JSON.parse(body), state }
}

/** Inserts new entries and marks every open entry superseded that has a newer one with the same key.
 * @param sinceVersion first context version with these entries */
export async function insertLedger(
  tx: Transaction,
  sessionId: string,
  entries: readonly LedgerEntry[],
  sinceVersion: number,
): Promise<void> {
  const keys = new Map(entries.map((entry) => [entry, hashOf(ledgerKey(entry))]))
  for (const batch of batches([...keys])) {
    const rows = batch.map(([entry, key]) => {
      const { state, ...body } = entry
      return [sessionId, entry.seq, entry.n, entry.kind, key, state, JSON.stringify(body), `{[${sinceVersion},)}`]
    })
    tx.send(insertRows('ledger', COLUMNS, rows, OR_SHOW_AGAIN))
  }
  const text = `
    UPDATE ledger old SET state = 'superseded' WHERE session_id = $1 AND key = ANY($2::text[]) AND state = 'open' AND EXISTS (
      SELECT FROM ledger new WHERE new.session_id = $1 AND new.key = old.key AND new.state <> 'hidden' AND (new.seq, new.n) > (old.seq, old.n))`
  tx.send({ name: 'settle-ledger', text, values: [sessionId, [...new Set(keys.values())]] })
}

/** Removes all entries from a context version on, and inserts others in their place. Earlier versions keep theirs.
 * @param sinceVersion first context version with the new entries */
export async function replaceLedger(
  tx: Transaction,
  sessionId: string,
  entries: readonly LedgerEntry[],
  sinceVersion: number,
): Promise<void> {
  const text = `
    UPDATE ledger SET state = 'hidden', shown = shown - int4multirange(int4range($2, NULL))
    WHERE session_id = $1 AND state <> 'hidden'`
  tx.send({ name: 'hide-ledger', text, values: [sessionId, sinceVersion] })
  if (entries.length > 0) await insertLedger(tx, sessionId, entries, sinceVersion)
}

/** Returns the newest open entries, at most `reach` of each kind. */
export async function readOpenLedger(
  from: Pick<Database | Transaction, 'query'>,
  sessionId: string,
  reach: number,
): Promise<LedgerEntry[]> {
  return (await from.query<LedgerRow>({ ...OPEN, values: [sessionId, reach] })).map(entryOf)
}

const OPEN: Statement = {
  name: 'open-ledger',
  text: LEDGER_KINDS.map(
    (kind) =>
      `(SELECT state, body FROM ledger WHERE session_id = $1 AND kind = '${kind}' AND state = 'open' ORDER BY seq DESC, n DESC LIMIT $2)`,
  ).join(' UNION ALL '),
}

export function ledgerTable(db: Database): Pick<Store, 'ledger' | 'openLedger' | 'ledgerWithin'> {
  return {
    openLedger: (sessionId, reach) => readOpenLedger(db, sessionId, reach),
    ledgerWithin: async (sessionId, { from, to }, limit) => {
      const text = `
        SELECT state, body FROM ledger WHERE session_id = $1 AND seq BETWEEN $2 AND $3 AND kind IN ('decision', 'artifact')
        AND state <> 'hidden' ORDER BY seq DESC, n DESC LIMIT $4`
      const rows = await db.query<LedgerRow>({ text, values: [sessionId, from, to, limit] })
      return rows.map(entryOf).reverse()
    },
    ledger: async (sessionId, { limit, after, state }) => {
      const position = /^led_(\d{1,9})_(\d{1,9})$/.exec(after ?? '')
      const text = `
        SELECT state, body FROM ledger WHERE session_id = $1 AND ($2::integer IS NULL OR (seq, n) < ($2, $3::integer))
        AND state <> 'hidden' AND ($4::text IS NULL OR state = $4) ORDER BY seq DESC, n DESC LIMIT $5`
      const [seq, n] = position ? [Number(position[1]), Number(position[2])] : [null, null]
      const values = [sessionId, seq, n, state ?? null, limit]
      return (await db.query<LedgerRow>({ text, values })).map(entryOf)
    },
  }
}
