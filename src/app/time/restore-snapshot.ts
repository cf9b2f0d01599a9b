import type { Cut } from '../../domain/context/cut.js'
import { cutsInForce } from '../../domain/context/cut.js'
import { inForce, type Reduction } from '../../domain/context/reduction.js'
import { actsInForce, applyAct } from '../../domain/goal/act.js'
import { goalEvents } from '../../domain/goal/events.js'
import type { Goal } from '../../domain/goal/goal.js'
import { changesBetween } from '../../domain/goal/undo.js'
import { restoredView } from '../../domain/goal/view.js'
import type { SeqRange, ViewEntry } from '../../domain/message.js'
import { toRanges } from '../../domain/ranges.js'
import { usedTokens } from '../../domain/session/budget.js'
import { endStuckState } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import type { ContextAt } from '../../domain/time/moment.js'
import { restoreState } from '../../domain/time/session-state.js'
import type { Snapshot } from '../../domain/time/snapshot.js'
import { skipActive } from '../compression/skip-active.js'
import { emitLevelChange, recordCut } from '../cut/commit-cut.js'
import { trySnapshot } from '../cut/snapshot-before-cut.js'
import type { Places, Ports, SessionTx, SessionAddress } from '../../ports/ports.js'
import { auditEntry } from '../shared/audit-entry.js'
import { once, type Idempotency } from '../shared/once.js'
import { readSession } from '../shared/read-session.js'
import { recordsOfState } from './records-at.js'
import { readSnapshot } from './snapshots.js'
import { requireVersion, type VersionTag } from '../shared/require-version.js'

export interface RestoreInput extends SessionAddress {
  snapshotId: string
  /** Expected version of the context. Any other version is rejected. */
  ifMatch?: VersionTag
  idempotency?: Idempotency
}

export interface Restored {
  session: Session
  snapshot: Snapshot
  /** Snapshot of the state before; null if it could not be made. */
  rollbackId: string | null
}

type Needs = Pick<Ports, 'store' | 'ids' | 'clock' | 'actor'>

/** Returns a session to a snapshot by a recorded cut: the context is byte-equal to the one of then. Later messages stay in
 * the history as evicted. System prompt and tools return with it; policy, mode, metadata and limit stay as they are now. A
 * pending compression is skipped, because it was planned for another context. [R2]
 * Throws session_not_found, not_found, version_mismatch, idempotency_conflict. */
export async function restoreSnapshot(ports: Needs, input: RestoreInput): Promise<Restored> {
  const { sessionId, appId } = input
  const snapshot = await readSnapshot(ports, input)
  // What a snapshot refers to never changes, so it is read before the session is locked.
  const then = await recordsOfState(ports, await readSession(ports, { sessionId, appId }), snapshot.state)
  return ports.store.change(sessionId, appId, async (tx) => {
    const { session } = tx
    const request = { idempotency: input.idempotency, what: `restore ${snapshot.id}` }
    const { rollbackId } = await once(tx, request, async () => {
      requireVersion(session, input.ifMatch)
      const rollbackId = (await trySnapshot(tx, ports, 'rollback'))?.id ?? null
      await restoreInside(tx, ports, snapshot, then, rollbackId)
      const details = { snapshotId: snapshot.id, rollbackId }
      tx.audit(auditEntry(ports, { action: 'snapshot-restored', appId, target: sessionId, details }))
      return { rollbackId }
    })
    return { session, snapshot, rollbackId }
  })
}

async function restoreInside(
  tx: SessionTx,
  ports: Needs,
  snapshot: Snapshot,
  then: ContextAt,
  rollbackId: string | null,
): Promise<void> {
  const { session } = tx
  const { state } = snapshot
  const tokensBefore = usedTokens(session.tokenCounts)
  const cutId = ports.ids.make('cut')
  await skipActive(tx, ports, 'session-restored')
  const entries = await tx.entries()
  await restoreView(tx, ports, { then, state, entries, cutId })
  await restoreGoals(tx, ports, state.goals)
  restorePrompt(tx, then.session)
  const { standing, tokenCounts } = then.session
  const { standing: _, ...others } = state
  tx.change(restoreState(session, { ...others, ...(standing && { standing }), tokenCounts }))
  // What could not be compressed left.
  tx.change({ ...endStuckState(session), lastActivityAt: ports.clock.now() })
  const evicted = session.lastSeq > snapshot.seq ? [{ from: snapshot.seq + 1, to: session.lastSeq }] : []
  const reason = `restored the snapshot of message ${snapshot.seq}`
  const cut = { id: cutId, kind: 'restore' as const, reason, evicted, restores: state.version }
  const { tokensAfter, version } = await recordCut(tx, cut, tokensBefore)
  emitPins(tx, entries, then.entries)
  if (evicted.length > 0) tx.emit({ type: 'messages-evicted', data: { reason, ranges: evicted } })
  const { id: snapshotId, seq } = snapshot
  tx.emit({
    type: 'snapshot-restored',
    data: { snapshotId, seq, rollbackId, version, tokensBefore, tokensAfter },
  })
  emitLevelChange(tx)
}

async function restoreView(
  tx: SessionTx,
  { ids }: Needs,
  {
    then,
    state,
    entries,
    cutId,
  }: { then: ContextAt; state: Snapshot['state']; entries: readonly ViewEntry[]; cutId: string },
): Promise<void> {
  const cuts = await tx.cuts()
  const members = toRanges(then.entries.map(({ seq }) => seq))
  const applying = inForce((await tx.numberedReductions(members)).map(({ reduction }) => reduction))
  await tx.restoreView({
    now: {
      members: toRanges(entries.map(({ seq }) => seq)),
      covered: coveredBy(await tx.checkpoints()),
      withdrawn: withdrawnBy(cuts),
    },
    then: placesAt(then, cuts, state.version),
    reductions: then.reductions,
    records: differences(applying, then.reductions, () => ({ id: ids.make('off'), cutId })),
    checkpoints: then.checkpoints.map(({ id }) => id),
    pinned: then.entries.flatMap(({ seq, pinned }) => (pinned ? [seq] : [])),
    version: state.version,
    cutId,
  })
}

/** Returns where the messages were at a context version. */
export function placesAt(then: ContextAt, cuts: readonly Cut[], version: number): Places {
  return {
    members: toRanges(then.entries.map(({ seq }) => seq)),
    covered: coveredBy(then.checkpoints),
    withdrawn: withdrawnBy(cuts.filter((cut) => cut.version <= version)),
  }
}

function coveredBy(checkpoints: ContextAt['checkpoints']): SeqRange[] {
  return checkpoints.flatMap(({ covered }) => covered)
}

function withdrawnBy(cuts: readonly Cut[]): SeqRange[] {
  return cutsInForce(cuts).flatMap(({ kind, evicted }) => (kind === 'withdraw' ? evicted : []))
}

/** Returns the records after which the reductions of then apply, instead of those that apply now. */
function differences(
  now: readonly Reduction[],
  then: readonly Reduction[],
  made: () => Pick<Reduction, 'id' | 'cutId'>,
): Reduction[] {
  const applied = new Set(now.map(({ id }) => id))
  const wanted = new Set(then.map(({ id }) => id))
  const record = ({ original: _, ...one }: Reduction): Reduction => ({ ...one, placeholder: '', ...made() })
  return [
    ...now.flatMap((one) => (wanted.has(one.id) ? [] : [{ ...record(one), returns: one.id }])),
    ...then.flatMap((one) => (applied.has(one.id) ? [] : [{ ...record(one), applies: one.id }])),
  ]
}

/** Returns to earlier goals by an act, unless nothing changed since. [G4] */
async function restoreGoals(tx: SessionTx, { clock }: Needs, view: Session['goals']): Promise<void> {
  const { session } = tx
  const acts = await tx.goalActs()
  const restores = view?.acts ?? 0
  if (acts.length === restores) return tx.change({ goals: view })
  const before = await tx.goals()
  const after = actsInForce(acts.filter(({ n }) => n <= restores)).reduce<Goal[]>(applyAct, [])
  const n = acts.length + 1
  const changes = changesBetween(before, after)
  const act = { n, by: 'app' as const, seq: session.lastSeq, at: clock.now(), changes, refused: [], restores }
  await tx.replaceGoals(act, after)
  for (const event of changes.length > 0 ? goalEvents(act, before) : []) tx.emit(event)
  tx.change({ goals: restoredView(view, n) })
}

function restorePrompt(tx: SessionTx, { systemPrompt, tools }: Pick<Session, 'systemPrompt' | 'tools'>): void {
  const { session } = tx
  if (session.systemPrompt === systemPrompt && session.tools === tools) return
  tx.keepPrompt(session.version + 1, { systemPrompt: session.systemPrompt, tools: session.tools })
  tx.change({ systemPrompt, tools })
}

function emitPins(tx: SessionTx, before: readonly ViewEntry[], after: readonly ViewEntry[]): void {
  const pinnedIn = (entries: readonly ViewEntry[]) =>
    new Map(entries.flatMap((one) => (one.pinned ? [[one.seq, one]] : [])))
  const [was, is] = [pinnedIn(before), pinnedIn(after)]
  for (const { seq, viewTokens: tokens } of was.values())
    if (!is.has(seq)) tx.emit({ type: 'message-unpinned', data: { seq, tokens } })
  for (const { seq, viewTokens: tokens } of is.values())
    if (!was.has(seq)) tx.emit({ type: 'message-pinned', data: { seq, tokens } })
}
