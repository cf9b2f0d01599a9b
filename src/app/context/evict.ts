import { usedTokens } from '../../domain/session/budget.js'
import {
  isHuman,
  planCompression,
  planRules,
  type CompressionPlan,
  type PlanRules,
} from '../../domain/compression/compression-plan.js'
import { removedPartKeys } from '../../domain/context/removed-parts.js'
import { isProtected } from '../../domain/context/protected.js'
import type { ViewEntry } from '../../domain/message.js'
import { openSeqs, unitsOf, type Unit } from '../../domain/context/pairing.js'
import { toRanges } from '../../domain/ranges.js'
import { commitCut } from '../cut/commit-cut.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { removeOrphanResults } from '../cut/remove-orphan-results.js'

/** Leaving the context without a checkpoint: history keeps every message. [R4] */

type Needs = Pick<Ports, 'ids' | 'tokenizer'>

/** `makeRoom: "set-aside"`: the oldest of what may be compressed, from before the tail, without a summary. */
export async function evictOldest(
  tx: SessionTx,
  ports: Needs,
  target: number,
  tail?: PlanRules['tail'],
): Promise<void> {
  const { session } = tx
  const spanTokens = usedTokens(session.tokenCounts) - target
  const rules = { ...planRules(session), spanTokens, ceiling: 0, minGain: 1, ...(tail ? { tail } : {}) }
  const { plan } = planCompression(session, await tx.entries(), rules)
  if (plan) await evictWithResults(tx, ports, plan, 'oldest messages set aside')
}

/** Oldest human messages first, whole, never the newest. [R4] */
export async function evictHumanMessages(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const entries = await tx.entries()
  const newest = entries.findLast(isHuman)
  const alone = unitsOf(entries, tx.session.lastSpokenSeq).filter(
    ({ entries: [entry, ...rest] }) => rest.length === 0 && isHuman(entry!),
  )
  await evictUntil(
    tx,
    ports,
    alone.filter(({ entries: [entry] }) => !isProtected(tx.session.policy, entry!) && entry !== newest),
    target,
    'oldest words of the user set aside',
  )
}

/** The last rung: whole units, oldest first, open calls last; system text, pinned messages and the newest words stay. */
export async function evictUnits(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const entries = await tx.entries()
  const newest = entries.findLast(isHuman)
  const open = openSeqs(tx.session, entries)
  const held = (entry: ViewEntry) => isProtected(tx.session.policy, entry) || entry === newest
  const units = unitsOf(entries, tx.session.lastSpokenSeq).filter((unit) => !unit.entries.some(held))
  const waiting = (unit: Unit) => Number(unit.entries.some(({ seq }) => open.has(seq)))
  await evictUntil(
    tx,
    ports,
    units.toSorted((a, b) => waiting(a) - waiting(b)),
    target,
    'nothing else could shrink',
  )
}

async function evictUntil(
  tx: SessionTx,
  ports: Needs,
  units: readonly Unit[],
  target: number,
  reason: string,
): Promise<void> {
  let used = usedTokens(tx.session.tokenCounts)
  const eviction = units.filter((unit) => used > target && (used -= unit.tokens) < Infinity)
  const seqs = eviction.flatMap((unit) => unit.entries.map(({ seq }) => seq))
  await evictWithResults(tx, ports, { seqs, humanMessagesWithResults: [] }, reason)
}

async function evictWithResults(
  tx: SessionTx,
  ports: Needs,
  { seqs, humanMessagesWithResults }: Pick<CompressionPlan, 'seqs' | 'humanMessagesWithResults'>,
  reason: string,
): Promise<void> {
  const evicted = toRanges(seqs)
  if (evicted.length === 0) return
  const eviction = new Set(seqs)
  const before = removedPartKeys((await tx.entries()).filter(({ seq }) => eviction.has(seq)))
  const id = ports.ids.make('cut')
  await tx.evict(evicted)
  const parts = await removeOrphanResults(tx, ports, humanMessagesWithResults, id)
  // A result that comes for a call that has left must not be taken for one that stands beside it.
  tx.session.openCalls = tx.session.openCalls.filter(({ seq }) => !eviction.has(seq))
  await commitCut(tx, ports, { id, kind: 'evict', reason, evicted }, { seqs, parts, removed: before })
  tx.emit({ type: 'messages-evicted', data: { reason, ranges: evicted.map(({ from, to }) => ({ from, to })) } })
}
