import type { ForkSource } from '../../ports/ports.js'
import type { Session } from '../../domain/session/session.js'
import type { Transaction } from '../database.js'
import { markUnindexed } from '../search/index-writer.js'
import { COPY_USERS } from '../doors/session-users.js'
import { COPY_RECALLS } from '../recall/recalls.js'
import { writeGoals } from '../tables/goals.js'
import { insertMoment } from '../tables/moments.js'
import { checkpointText, multirange } from '../tables/rows.js'
import { shareHistory } from './share-history.js'

/** Gives a fork what it has in common with its parent. Either may be deleted without the other. [R3] */

/** Shares the history up to the last message of the fork, and copies the records of the cuts before it: few beside the messages, and
 * they change in each session by itself. Throws session_not_found if the parent is deleted meanwhile. */
export async function copyHistory(tx: Transaction, session: Session, fork: ForkSource): Promise<void> {
  const forkId = session.id
  await shareHistory(tx, forkId, fork)
  const { parentId, seq, version, checkpoints, acts } = fork
  const live = checkpoints.map(({ id }) => id)
  const found = live.length === 0 ? [] : await tx.query<{ id: string }>({ text: LATE, values: [parentId, live, seq] })
  const late = new Set(found.map(({ id }) => id))
  const clipped = checkpoints.filter(({ id }) => late.has(id))
  const bodies = clipped.map((checkpoint) => checkpointText({ ...checkpoint, sessionId: forkId }))
  const ranges = clipped.map(({ covered }) => multirange(covered))
  const copies: [text: string, values: unknown[]][] = [
    [CHECKPOINTS, [version, live, [...late], `"sessionId":"${parentId}"`, `"sessionId":"${forkId}"`]],
    [CLIPPED_CHECKPOINTS, [clipped.map(({ id }) => id), bodies, ranges]],
    [CUTS, [version]],
    [LEDGER, [version]],
    [SETTLE, []],
    [MOMENTS, [version, seq]],
    [PROMPTS, [version]],
    [ACTS, [acts]],
    [COPY_RECALLS, [seq]],
    ...(fork.keepsUsers ? [[COPY_USERS, []] as [string, unknown[]]] : []),
  ]
  for (const [text, values] of copies) tx.send({ text, values: [forkId, parentId, ...values] })
  writeGoals(tx, forkId, fork.goals)
  tx.send(markUnindexed(forkId, session.appId))
  insertMoment(tx, session, { ...fork, checkpoints: live }, fork.state)
}

/** Live checkpoints that cover messages after the last one of the fork in the parent. */
const LATE =
  'SELECT id FROM checkpoints WHERE session_id = $1 AND id = ANY($2::text[]) AND upper(covered) > $3::integer + 1 ORDER BY id'
const CHECKPOINTS = `
  INSERT INTO checkpoints (session_id, id, covered, superseded_by, body, copied, upgrade_tried_at, since_version)
  SELECT $1, id, covered, CASE WHEN id = ANY($4::text[]) THEN NULL ELSE coalesce(superseded_by, 'forked') END,
    replace(body, $6, $7), copied, upgrade_tried_at, since_version
  FROM checkpoints WHERE session_id = $2 AND (since_version IS NULL OR since_version <= $3) AND id <> ALL($5::text[])`
const CLIPPED_CHECKPOINTS = `
  INSERT INTO checkpoints (session_id, id, covered, body, copied, upgrade_tried_at, since_version)
  SELECT $1, c.id, live.covered::int4multirange, live.body, c.copied, c.upgrade_tried_at, c.since_version
  FROM unnest($3::text[], $4::text[], $5::text[]) AS live (id, body, covered) JOIN checkpoints c ON c.session_id = $2 AND c.id = live.id`
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
  INSERT INTO moments (session_id, version, start_seq, members, reduction_n, body, before, stored_bytes)
  SELECT $1, version, start_seq, members, reduction_n, body, before, stored_bytes FROM moments
  WHERE session_id = $2 AND version <= $3 AND start_seq <= $4`
const PROMPTS = `
  INSERT INTO replaced_prompts (session_id, until_version, body)
  SELECT $1, until_version, body FROM replaced_prompts WHERE session_id = $2 AND until_version <= $3`
const ACTS = `
  INSERT INTO goal_acts (session_id, n, body) SELECT $1, n, body FROM goal_acts WHERE session_id = $2 AND n <= $3`
