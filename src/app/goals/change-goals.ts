import type { Compression } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import { applyAct, type GoalChange } from '../../domain/goal/act.js'
import type { Goal } from '../../domain/goal/goal.js'
import { modelTokens, usedModelTokens } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { emitLevelChange } from '../cut/commit-cut.js'
import { snapshotNearlyFull } from '../cut/snapshot-before-cut.js'
import { flushHeavyNotes } from './flush-notes.js'
import type { Ports, SessionTx, SessionAddress } from '../../ports/ports.js'
import { noteLocks } from '../standing/note-kept.js'
import { goalTokensLeft, recordAct } from '../cut/record-goals.js'
import { checkBudget } from '../compression/check-budget.js'
import { earlierReply, type Idempotency } from '../shared/once.js'
import { requireVersion, type VersionTag } from '../shared/require-version.js'

export interface GoalsInput extends SessionAddress {
  /** Expected version of the context. Any other version is rejected. */
  ifMatch?: VersionTag
  idempotency?: Idempotency
}

/** Requested changes, with the goal (and item) they affect. */
export interface GoalEdit {
  changes: GoalChange[]
  goalId: string
  itemId?: string
}
type Subject = Omit<GoalEdit, 'changes'>

export interface ChangedGoals extends Subject {
  session: Session
  goals: readonly Goal[]
}

/** Changes goals on request of an app, in one transaction and as one act. Throws session_not_found, version_mismatch,
 * idempotency_conflict, goal_exceeds_budget, and the errors of `decide`. [G1] [G4]
 * @param what names the change and its subject; the same `Idempotency-Key` for another one is a conflict */
export async function changeGoals(
  ports: Ports,
  { what, ...input }: GoalsInput & { what: string },
  decide: (goals: readonly Goal[], session: Session) => GoalEdit,
): Promise<ChangedGoals> {
  const { idempotency } = input
  const once = idempotency && { ...idempotency, bodyDigest: `${what} ${idempotency.bodyDigest}` }
  const { pending, ...changed } = await ports.store.change(input.sessionId, input.appId, (tx) =>
    changeInside(tx, ports, { ...input, ...(once && { idempotency: once }) }, decide),
  )
  if (pending) await enqueueCompression(ports, pending)
  return changed
}

async function changeInside(
  tx: SessionTx,
  ports: Ports,
  { idempotency, ifMatch }: GoalsInput,
  decide: (goals: readonly Goal[], session: Session) => GoalEdit,
): Promise<ChangedGoals & { pending: Compression | null }> {
  const { session } = tx
  const before = await tx.goals()
  const earlier = await earlierReply<Subject>(tx, idempotency)
  if (earlier) return { ...earlier, session, goals: before, pending: null }
  requireVersion(session, ifMatch)
  const { changes, ...subject } = decide(before, session)
  if (idempotency) await tx.rememberReply(idempotency.key, idempotency.bodyDigest, JSON.stringify(subject))
  if (changes.length === 0) return { ...subject, session, goals: before, pending: null }
  const at = ports.clock.now()
  const usedBefore = usedModelTokens(session)
  const after = applyAct(before, { changes, at })
  const { fits, tokens, freeTokens } = goalTokensLeft(session, await tx.entries(), after, ports)
  if (!fits) throw goalTooLarge(session, tokens, freeTokens)
  const goals = await recordAct(tx, ports, before, { by: 'app', seq: session.lastSeq, at, changes, refused: [] })
  await noteLocks(tx, ports, { before, after: goals })
  tx.change({ version: session.version + 1 })
  await flushHeavyNotes(tx, ports)
  emitLevelChange(tx)
  const pending = session.lastSeq === 0 ? null : await checkBudget(tx, ports)
  await snapshotNearlyFull(tx, ports, usedBefore)
  return { ...subject, session, goals, pending }
}

export function goalTooLarge(
  session: Pick<Session, 'limit' | 'reserve' | 'scale'>,
  baseTokens: number,
  freeBaseTokens: number,
): DomainError {
  const { limit, reserve } = session
  const [tokens, freeTokens] = [modelTokens(session, baseTokens), modelTokens(session, freeBaseTokens)]
  return new DomainError(
    'goal_exceeds_budget',
    `The goal and its locked decisions need ${tokens} tokens in every context; ` +
      `${freeTokens} of the limit of ${limit} are available. Shorten the text or unlock decisions.`,
    { tokens, freeTokens, limit, reserve },
  )
}
