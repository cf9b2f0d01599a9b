import type { ForkSource, Places } from '../../ports/ports.js'
import { DomainError } from '../../domain/errors.js'
import { freedTokens } from '../../domain/context/reduced-entries.js'
import type { SeqRange } from '../../domain/message.js'
import { seqsOf, toRanges } from '../../domain/ranges.js'
import { batches, type Transaction } from '../database.js'
import { HISTORY, OWN_MESSAGES } from '../messages/shared-history.js'
import { multirange } from '../tables/rows.js'

/** Shares a history with a fork, and gives sessions rows of their own where they need them. [R3] */

/** Messages per statement, so that each ends well within its time limit. */
const MESSAGES_PER_STATEMENT = 5_000

/** Makes the fork read the messages of its parent up to its own last one. Only the messages in its context get rows of its own, so the time does
 * not grow with the history. Throws session_not_found if the parent is deleted meanwhile. */
export async function shareHistory(tx: Transaction, forkId: string, fork: ForkSource): Promise<void> {
  const { parentId, seq, moment, covered, withdrawn, members, pinned } = fork
  // A deletion takes the same locks before it looks for sessions that share, so it finds this one, or this one finds no parent.
  tx.send({ text: LOCK_SOURCES, values: [parentId] })
  const [parent] = await tx.query({ text: 'SELECT FROM sessions WHERE id = $1', values: [parentId] })
  if (!parent)
    throw new DomainError('session_not_found', `Session ${parentId} was deleted while it was forked.`, {
      sessionId: parentId,
    })
  if (seq === 0) return
  const places = [multirange(covered), multirange(withdrawn)]
  const values = [forkId, parentId, seq, moment.startSeq, moment.reductionN, ...places]
  tx.send({ name: 'share-history', text: SHARE, values })
  tx.send({ name: 'size-fork', text: SIZE, values: [forkId, parentId, seq] })
  ownMessages(tx, forkId, { seqs: seqsOf(members), members, pinned: toRanges(pinned) })
  const freed = freedTokens(fork.reductions)
  if (freed.size === 0) return
  const text = `
    UPDATE messages m SET state = 1, view_tokens = m.view_tokens - f.tokens
    FROM unnest($2::integer[], $3::integer[]) AS f (seq, tokens) WHERE m.session_id = $1 AND m.seq = f.seq AND m.state < 2`
  tx.send({ text, values: [forkId, [...freed.keys()], [...freed.values()]] })
}

/** Gives a session rows of its own for those of the messages that it shares. Sends without waiting. */
export function ownMessages(
  tx: Transaction,
  sessionId: string,
  {
    seqs,
    members = [],
    pinned = [],
  }: { seqs: readonly number[]; members?: readonly SeqRange[]; pinned?: readonly SeqRange[] },
): void {
  for (const batch of batches(seqs, MESSAGES_PER_STATEMENT))
    tx.send({
      name: 'own-messages',
      text: OWN_MESSAGES,
      values: [sessionId, batch, multirange(members), multirange(pinned)],
    })
}

/** Notes where the shared messages are after a restore. Sends without waiting. */
export function placeShared(tx: Transaction, sessionId: string, { covered, withdrawn }: Places): void {
  const text = `
    UPDATE shared_history SET covered = $2::int4multirange, withdrawn = $3::int4multirange WHERE session_id = $1`
  tx.send({ name: 'place-shared', text, values: [sessionId, multirange(covered), multirange(withdrawn)] })
}

/** In the order in which a deletion takes them. */
const LOCK_SOURCES = `
  SELECT pg_advisory_xact_lock_shared(hashtextextended(id, 7442)) FROM (
    SELECT id FROM (SELECT $1::text AS id UNION SELECT source_id FROM shared_history WHERE session_id = $1) sources
    ORDER BY id COLLATE "C") ordered`

/** What the parent has in rows of its own, and what it shares itself: the fork reads it from the same rows, so no chain of sessions is followed.
 * One statement, because the parent may get more rows of its own meanwhile. */
const SHARE = `
  INSERT INTO shared_history (session_id, source_id, seqs, covered, withdrawn, start_seq, reduction_n)
  SELECT $1, part.source_id, part.seqs, $6::int4multirange, $7::int4multirange, part.start_seq, part.reduction_n FROM (
    SELECT $2::text AS source_id, $4::integer AS start_seq, $5::bigint AS reduction_n,
      int4multirange(int4range(1, $3::integer, '[]')) - coalesce(
        (SELECT range_agg(range) FROM shared_history g, unnest(g.seqs) AS range WHERE g.session_id = $2), '{}') AS seqs
    UNION ALL
    SELECT g.source_id, least(g.start_seq, $4::integer), least(g.reduction_n, $5::bigint), g.seqs * int4multirange(int4range(1, $3::integer, '[]'))
    FROM shared_history g WHERE g.session_id = $2) part
  WHERE NOT isempty(part.seqs)`
/** Counts bytes from the nearest place where they are known: the last moment before, or the end of the parent. */
const SIZE = `
  UPDATE sessions f SET shared_seq = $3, stored_bytes = CASE WHEN $3::integer - b.seq < p.last_seq - $3::integer
    THEN b.bytes + (SELECT coalesce(sum(octet_length(m.raw)), 0) FROM ${HISTORY} m WHERE m.session_id = $2 AND m.seq > b.seq AND m.seq <= $3)
    ELSE p.stored_bytes - (SELECT coalesce(sum(octet_length(m.raw)), 0) FROM ${HISTORY} m WHERE m.session_id = $2 AND m.seq > $3) END
  FROM (SELECT last_seq, stored_bytes FROM sessions WHERE id = $2) p, (
    SELECT start_seq AS seq, stored_bytes AS bytes FROM moments
    WHERE session_id = $2 AND start_seq <= $3 AND stored_bytes IS NOT NULL
    UNION ALL SELECT 0, 0 ORDER BY seq DESC LIMIT 1) b WHERE f.id = $1`
