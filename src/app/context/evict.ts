import { usedTokens } from '../../domain/session/budget.js'
import { isHuman, planCompression, planRules, type CompressionPlan, type PlanRules } from '../../domain/compression/compression-plan.js'
import { goneParts } from '../../domain/context/removed-parts.js'
import { stays } from '../../domain/context/protected.js'
import type { ViewEntry } from '../../domain/message.js'
import { openSeqs, unitsOf, type Unit } from '../../domain/context/pairing.js'
import { toRanges } from '../../domain/ranges.js'
import { recordCut } from '../cut/commit-cut.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { takeResultsAlong } from '../cut/remove-orphan-results.js'

/** Leaving the context without a checkpoint: history keeps every message. [R4] */

type Needs = Pick<Ports, 'ids' | 'tokenizer'>

/** `makeRoom: "set-aside"`: the oldest of what may be compressed, from before the tail, without a summary. */
export async function setAsideOldest(tx: SessionTx, ports: Needs, target: number, tail?: PlanRules['tail']): Promise<void> {
  const { session } = tx
  const spanTokens = usedTokens(session.tallies) - target
  const rules = { ...planRules(session), spanTokens, ceiling: 0, minGain: 1, ...(tail ? { tail } : {}) }
  const { plan } = planCompression(session, await tx.entries(), rules)
  if (plan) await leave(tx, ports, plan, 'oldest messages set aside')
}

/** Oldest human messages first, whole, never the newest. [R4] */
export async function setAsideWords(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const entries = await tx.entries()
  const newest = entries.findLast(isHuman)
  const alone = unitsOf(entries, tx.session.lastSpokenSeq).filter(({ entries: [entry, ...rest] }) => rest.length === 0 && isHuman(entry!))
  await leaveUntil(
    tx,
    ports,
    alone.filter(({ entries: [entry] }) => !stays(tx.session.policy, entry!) && entry !== newest),
    target,
    'oldest words of the user set aside',
  )
}

/** The last rung: whole units, oldest first, open calls last; system text, pinned messages and the newest words stay. */
export async function setAsideUnits(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const entries = await tx.entries()
  const newest = entries.findLast(isHuman)
  const open = openSeqs(tx.session, entries)
  const held = (entry: ViewEntry) => stays(tx.session.policy, entry) || entry === newest
  const units = unitsOf(entries, tx.session.lastSpokenSeq).filter((unit) => !unit.entries.some(held))
  const waiting = (unit: Unit) => Number(unit.entries.some(({ seq }) => open.has(seq)))
  await leaveUntil(
    tx,
    ports,
    units.toSorted((a, b) => waiting(a) - waiting(b)),
    target,
    'nothing else could shrink',
  )
}

async function leaveUntil(tx: SessionTx, ports: Needs, units: readonly Unit[], target: number, reason: string): Promise<void> {
  let used = usedTokens(tx.session.tallies)
  const leaving = units.filter((unit) => used > target && (used -= unit.tokens) < Infinity)
  const seqs = leaving.flatMap((unit) => unit.entries.map(({ seq }) => seq))
  await leave(tx, ports, { seqs, mixed: [] }, reason)
}

async function leave(tx: SessionTx, ports: Needs, { seqs, mixed }: Pick<CompressionPlan, 'seqs' | 'mixed'>, reason: string): Promise<void> {
  const setAside = toRanges(seqs)
  if (setAside.length === 0) return
  const leaving = new Set(seqs)
  const before = goneParts((await tx.entries()).filter(({ seq }) => leaving.has(seq)))
  const id = ports.ids.make('cut')
  await tx.setAside(setAside)
  const parts = await takeResultsAlong(tx, ports, mixed, id)
  // A result that comes for a call that has left must not be taken for one that stands beside it.
  tx.session.openCalls = tx.session.openCalls.filter(({ seq }) => !leaving.has(seq))
  await recordCut(tx, ports, { id, kind: 'set-aside', reason, setAside }, { seqs, parts, gone: before })
  tx.emit({ type: 'messages-set-aside', data: { reason, ranges: setAside.map(({ from, to }) => ({ from, to })) } })
}
