import type { ForkSource } from '../../app/ports/ports.js'
import { DomainError } from '../../domain/errors.js'
import { freedTokens } from '../../domain/context/reduced-entries.js'
import { toRanges } from '../../domain/ranges.js'
import type { Session } from '../../domain/session/session.js'
import type { Transaction } from '../database.js'
import { markUnindexed } from '../search/index-writer.js'
import { writeGoals } from '../tables/goals.js'
import { insertMoment } from '../tables/moments.js'
import { STATE_OF_PLACE } from '../tables/restore.js'
import { MESSAGE_COLUMNS, multirange } from '../tables/rows.js'

/** Copies what a fork shares with its parent. Either may be deleted without the other. [R3] */

/** Messages per statement, so that each ends well within its time limit. */
const MESSAGES_PER_STATEMENT = 5_000

/** Copies the history up to the last message of the fork, and the records of every state before it. Throws session_not_found if the parent is
 * deleted meanwhile. */
export async function copyHistory(tx: Transaction, session: Session, fork: ForkSource): Promise<void> {
  const forkId = session.id
  await copyMessages(tx, forkId, fork)
  const { parentId, seq, version, moment, checkpoints, acts } = fork
  const copies: [text: string, values: unknown[]][] = [
    [REDUCTIONS, [seq, moment.startSeq, moment.reductionN]],
    [CHECKPOINTS, [version, checkpoints, `"sessionId":"${parentId}"`, `"sessionId":"${forkId}"`]],
    [CUTS, [version]],
    [LEDGER, [version]],
    [SETTLE, []],
    [MOMENTS, [version, seq]],
    [PROMPTS, [version]],
    [ACTS, [acts]],
  ]
  for (const [text, values] of copies) await tx.query({ text, values: [forkId, parentId, ...values] })
  writeGoals(tx, forkId, fork.goals)
  tx.send(markUnindexed(forkId, session.appId))
  insertMoment(tx, session, fork, fork.state)
}

async function copyMessages(tx: Transaction, forkId: string, fork: ForkSource): Promise<void> {
  const { parentId, seq, members, covered, withdrawn, pinned, reductions } = fork
  const places = [multirange(members), multirange(covered), multirange(withdrawn), multirange(toRanges(pinned))]
  for (let from = 1; from <= seq; from += MESSAGES_PER_STATEMENT) {
    const to = Math.min(seq, from + MESSAGES_PER_STATEMENT - 1)
    await tx.query({ name: 'fork-messages', text: MESSAGES, values: [forkId, ...places, parentId, from, to] })
  }
  const freed = freedTokens(reductions)
  const text = `
    UPDATE messages m SET state = 1, view_tokens = m.view_tokens - f.tokens
    FROM unnest($2::integer[], $3::integer[]) AS f (seq, tokens) WHERE m.session_id = $1 AND m.seq = f.seq AND m.state < 2`
  await tx.query({ text, values: [forkId, [...freed.keys()], [...freed.values()]] })
  const [counted] = await tx.query<{ count: number }>({
    text: 'SELECT count(*)::integer AS count FROM messages WHERE session_id = $1',
    values: [forkId],
  })
  if (counted?.count !== seq)
    throw new DomainError('session_not_found', `Session ${parentId} was deleted while it was forked.`, {
      sessionId: parentId,
    })
}

const SAME = MESSAGE_COLUMNS.filter((column) => column !== 'session_id').join(', ')
const MESSAGES = `
  INSERT INTO messages (session_id, ${SAME}, frame, outline, state, view_tokens, pin)
  SELECT $1, ${SAME}, frame, outline, ${STATE_OF_PLACE},
    CASE WHEN m.seq <@ $2::int4multirange THEN m.tokens ELSE 0 END, m.seq <@ $5::int4multirange
  FROM messages m WHERE m.session_id = $6 AND m.seq BETWEEN $7 AND $8`
/** The order of reductions and cuts is part of them. Reductions made while a message was stored have no cut. */
const REDUCTIONS = `
  INSERT INTO reductions (session_id, id, seq, part, n, body) OVERRIDING SYSTEM VALUE
  SELECT $1, id, seq, part, n, body FROM reductions
  WHERE session_id = $2 AND seq <= $3 AND (CASE WHEN seq > $4 THEN strpos(body, '"cutId":null') > 0 ELSE n <= $5 END)`
const CHECKPOINTS = `
  INSERT INTO checkpoints (session_id, id, covered, superseded_by, body, copied, upgrade_tried_at, since_version)
  SELECT $1, id, covered, CASE WHEN id = ANY($4::text[]) THEN NULL ELSE coalesce(superseded_by, 'forked') END,
    replace(body, $5, $6), copied, upgrade_tried_at, since_version
  FROM checkpoints WHERE session_id = $2 AND (since_version IS NULL OR since_version <= $3)`
const CUTS = `
  INSERT INTO cuts (session_id, id, n, set_aside, body, version) OVERRIDING SYSTEM VALUE
  SELECT $1, id, n, set_aside, body, version FROM cuts WHERE session_id = $2 AND version <= $3`
const LEDGER = `
  INSERT INTO ledger (session_id, seq, n, kind, key, state, body, shown)
  SELECT $1, seq, n, kind, key, CASE WHEN shown @> $3::integer THEN 'open' ELSE 'hidden' END, body,
    shown * int4multirange(int4range(NULL, $3::integer + 1)) + CASE WHEN shown @> $3::integer THEN int4multirange(int4range($3::integer, NULL)) ELSE '{}'::int4multirange END
  FROM ledger WHERE session_id = $2 AND lower(shown) <= $3`
const SETTLE = `
  UPDATE ledger old SET state = 'superseded' WHERE session_id = $1 AND $2::text IS NOT NULL AND state = 'open' AND EXISTS (
    SELECT FROM ledger new WHERE new.session_id = $1 AND new.key = old.key AND new.state <> 'hidden' AND (new.seq, new.n) > (old.seq, old.n))`
const MOMENTS = `
  INSERT INTO moments (session_id, version, start_seq, members, reduction_n, body, before)
  SELECT $1, version, start_seq, members, reduction_n, body, before FROM moments
  WHERE session_id = $2 AND version <= $3 AND start_seq <= $4`
const PROMPTS = `
  INSERT INTO replaced_prompts (session_id, until_version, body)
  SELECT $1, until_version, body FROM replaced_prompts WHERE session_id = $2 AND until_version <= $3`
const ACTS = `
  INSERT INTO goal_acts (session_id, n, body) SELECT $1, n, body FROM goal_acts WHERE session_id = $2 AND n <= $3`
