import type { Places, RestoredView } from '../../ports/ports.js'
import { freedTokens } from '../../domain/context/reduced-entries.js'
import { toRanges } from '../../domain/ranges.js'
import type { Statement, Transaction } from '../database.js'
import { multirange, WITHDRAWN } from './rows.js'
import { sendReductions } from './view-writes.js'

/** Makes an earlier context the present one by writing the difference between the two. History stays as it is. [R2] */

/** Sends without waiting.
 * @param version context version of the restore */
export function restoreRows(tx: Transaction, sessionId: string, view: RestoredView, version: number): void {
  const { now, then, reductions, records, checkpoints, pinned, cutId } = view
  tx.send({ ...PLACES, values: [sessionId, ...placesOf(then), ...placesOf(now)] })
  const freed = freedTokens(reductions)
  tx.send({ ...REDUCED, values: [sessionId, [...freed.keys()], [...freed.values()]] })
  tx.send({ ...PINS, values: [sessionId, multirange([...now.members, ...then.members]), multirange(toRanges(pinned))] })
  sendReductions(tx, sessionId, records)
  tx.send({ ...NOT_LIVE, values: [sessionId, checkpoints, cutId] })
  tx.send({ ...LIVE, values: [sessionId, checkpoints] })
  tx.send({ ...HIDE_ENTRIES, values: [sessionId, view.version, version] })
  tx.send({ ...SHOW_ENTRIES, values: [sessionId, view.version, version] })
  tx.send({ ...SETTLE_ENTRIES, values: [sessionId] })
}

function placesOf({ members, covered, withdrawn }: Places): string[] {
  return [multirange(members), multirange(covered), multirange(withdrawn)]
}

/** State of a message by its place. Members are raw until reductions are applied. */
export const STATE_OF_PLACE = `
  CASE WHEN m.seq <@ $2::int4multirange THEN 0 WHEN m.seq <@ $3::int4multirange THEN 2
    WHEN m.seq <@ $4::int4multirange THEN ${WITHDRAWN} ELSE 3 END`

/** Writes only messages whose place may differ, and all members. Finds them by number: with a range for each run of them, the planner may
 * read the whole history once per range. */
const PLACES: Statement = {
  name: 'restore-places',
  text: `
    UPDATE messages m SET state = ${STATE_OF_PLACE}, view_tokens = CASE WHEN m.seq <@ $2::int4multirange THEN m.tokens ELSE 0 END
    FROM unnest($2::int4multirange + ($5::int4multirange - $2) + ($6::int4multirange - $3) + ($3::int4multirange - $6)
      + ($7::int4multirange - $4) + ($4::int4multirange - $7)) AS changed, generate_series(lower(changed), upper(changed) - 1) AS one
    WHERE m.session_id = $1 AND m.seq = one`,
}
const REDUCED: Statement = {
  name: 'restore-reduced',
  text: `
    UPDATE messages m SET state = 1, view_tokens = m.view_tokens - f.tokens
    FROM unnest($2::integer[], $3::integer[]) AS f (seq, tokens) WHERE m.session_id = $1 AND m.seq = f.seq AND m.state < 2`,
}
const PINS: Statement = {
  name: 'restore-pins',
  text: `
    UPDATE messages m SET pin = m.seq <@ $3::int4multirange FROM unnest($2::int4multirange) AS either, generate_series(lower(either), upper(either) - 1) AS one
    WHERE m.session_id = $1 AND m.seq = one
      AND coalesce(m.pin, m.pinned) <> (m.seq <@ $3::int4multirange)`,
}
const NOT_LIVE: Statement = {
  name: 'restore-not-live',
  text: `
    UPDATE checkpoints SET superseded_by = $3 WHERE session_id = $1 AND superseded_by IS NULL AND id <> ALL($2::text[])`,
}
const LIVE: Statement = {
  name: 'restore-live',
  text: `
    UPDATE checkpoints SET superseded_by = NULL WHERE session_id = $1 AND superseded_by IS NOT NULL AND id = ANY($2::text[])`,
}
const HIDE_ENTRIES: Statement = {
  name: 'hide-entries',
  text: `
    UPDATE ledger SET state = 'hidden', shown = shown - int4multirange(int4range($3, NULL))
    WHERE session_id = $1 AND state <> 'hidden' AND NOT shown @> $2::integer`,
}
const SHOW_ENTRIES: Statement = {
  name: 'show-entries',
  text: `
    UPDATE ledger SET state = 'open', shown = shown + int4multirange(int4range($3, NULL))
    WHERE session_id = $1 AND state = 'hidden' AND shown @> $2::integer`,
}
/** Of several entries about the same subject only the newest is open. */
export const SETTLE_ENTRIES: Statement = {
  name: 'settle-entries',
  text: `
    UPDATE ledger old SET state = settled.state FROM (
      SELECT seq, n, CASE WHEN lead(seq) OVER (PARTITION BY key ORDER BY seq, n) IS NULL THEN 'open' ELSE 'superseded' END AS state
      FROM ledger WHERE session_id = $1 AND state <> 'hidden') settled
    WHERE old.session_id = $1 AND old.seq = settled.seq AND old.n = settled.n AND old.state <> settled.state`,
}
