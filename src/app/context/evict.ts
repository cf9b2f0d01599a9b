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

/** Evicts messages from the context without a checkpoint. History keeps every message. [R4] */

type Needs = Pick<Ports, 'ids' | 'tokenizer'>

/** Evicts the oldest compressible messages before the tail, for `makeRoom: "evict"`. */
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
  if (plan) await evictWithResults(tx, ports, plan, 'oldest messages evicted')
}

/** Evicts whole human messages, oldest first, never the newest. [R4] */
export async function evictHumanMessages(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const entries = await tx.entries()
  const newest = entries.findLast(isHuman)
  const humanUnits = unitsOf(entries, tx.session.lastSpokenSeq).filter(
    ({ entries: [entry, ...rest] }) => rest.length === 0 && isHuman(entry!),
  )
  await evictUntil(
    tx,
    ports,
    humanUnits.filter(({ entries: [entry] }) => !isProtected(tx.session.policy, entry!) && entry !== newest),
    target,
    'oldest human messages evicted',
  )
}

/** Evicts whole units, oldest first, those with open calls last. Keeps protected messages and the newest human one. */
export async function evictUnits(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const entries = await tx.entries()
  const newest = entries.findLast(isHuman)
  const open = openSeqs(tx.session, entries)
  const mustStay = (entry: ViewEntry) => isProtected(tx.session.policy, entry) || entry === newest
  const units = unitsOf(entries, tx.session.lastSpokenSeq).filter((unit) => !unit.entries.some(mustStay))
  const openCalls = (unit: Unit) => Number(unit.entries.some(({ seq }) => open.has(seq)))
  await evictUntil(
    tx,
    ports,
    units.toSorted((a, b) => openCalls(a) - openCalls(b)),
    target,
    'no other content could shrink',
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
  const evictedSeqs = new Set(seqs)
  const removedBefore = removedPartKeys((await tx.entries()).filter(({ seq }) => evictedSeqs.has(seq)))
  const id = ports.ids.make('cut')
  await tx.evict(evicted)
  const parts = await removeOrphanResults(tx, ports, humanMessagesWithResults, id)
  // A later result of a removed call must not be treated as adjacent to that call.
  tx.session.openCalls = tx.session.openCalls.filter(({ seq }) => !evictedSeqs.has(seq))
  await commitCut(tx, ports, { id, kind: 'evict', reason, evicted }, { seqs, parts, removed: removedBefore })
  tx.emit({ type: 'messages-evicted', data: { reason, ranges: evicted.map(({ from, to }) => ({ from, to })) } })
}
