import type { Compression } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import { applyAct, type GoalChange } from '../../domain/goal/act.js'
import type { Goal } from '../../domain/goal/goal.js'
import type { Session } from '../../domain/session/session.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { emitLevelChange } from '../cut/commit-cut.js'
import { flushHeavyNotes } from './flush-notes.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { goalTokensLeft, recordAct } from '../cut/record-goals.js'
import { checkBudget } from '../compression/check-budget.js'

export interface GoalsInput {
  appId: string | null
  sessionId: string
  /** Refuse unless the context still has this version. */
  ifMatch?: number
  idempotency?: { key: string; bodyDigest: string }
}

/** What an app wants: the changes, and the goal (and item) they are about. */
export interface Wanted {
  changes: GoalChange[]
  goalId: string
  itemId?: string
}
type Subject = Omit<Wanted, 'changes'>

export interface ChangedGoals extends Subject {
  session: Session
  goals: readonly Goal[]
}

/** Everything an app does to goals: one transaction, one act. Throws session_not_found, version_mismatch, idempotency_conflict,
 * goal_exceeds_budget, and what `decide` throws. [G1] [G4] */
export async function changeGoals(
  ports: Ports,
  input: GoalsInput,
  decide: (goals: readonly Goal[], session: Session) => Wanted,
): Promise<ChangedGoals> {
  const { pending, ...changed } = await ports.store.change(input.sessionId, input.appId, (tx) =>
    changeInside(tx, ports, input, decide),
  )
  if (pending) await enqueueCompression(ports, pending)
  return changed
}

async function changeInside(
  tx: SessionTx,
  ports: Ports,
  { idempotency, ifMatch }: GoalsInput,
  decide: (goals: readonly Goal[], session: Session) => Wanted,
): Promise<ChangedGoals & { pending: Compression | null }> {
  const { session } = tx
  const before = await tx.goals()
  const earlier = idempotency && (await subjectOfSameKey(tx, idempotency))
  if (earlier) return { ...earlier, session, goals: before, pending: null }
  if (ifMatch !== undefined && ifMatch !== session.version) {
    throw new DomainError('version_mismatch', `The context has version ${session.version}, not ${ifMatch}.`, {
      version: session.version,
    })
  }
  const { changes, ...subject } = decide(before, session)
  if (idempotency) await tx.rememberReply(idempotency.key, idempotency.bodyDigest, JSON.stringify(subject))
  if (changes.length === 0) return { ...subject, session, goals: before, pending: null }
  const at = ports.clock.now()
  const { fits, tokens, freeTokens } = goalTokensLeft(
    session,
    await tx.entries(),
    applyAct(before, { changes, at }),
    ports,
  )
  if (!fits) throw goalTooLarge(session, tokens, freeTokens)
  const goals = await recordAct(tx, ports, before, { by: 'app', seq: session.lastSeq, at, changes, refused: [] })
  session.version += 1
  await flushHeavyNotes(tx, ports)
  emitLevelChange(tx)
  return { ...subject, session, goals, pending: session.lastSeq === 0 ? null : await checkBudget(tx, ports) }
}

async function subjectOfSameKey(
  tx: SessionTx,
  { key, bodyDigest }: NonNullable<GoalsInput['idempotency']>,
): Promise<Subject | null> {
  const earlier = await tx.rememberedReply(key)
  if (!earlier) return null
  if (earlier.bodyDigest === bodyDigest) return JSON.parse(earlier.reply) as Subject
  throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used with another body.', { key })
}

export function goalTooLarge(
  { limit, reserve }: Pick<Session, 'limit' | 'reserve'>,
  tokens: number,
  freeTokens: number,
): DomainError {
  return new DomainError(
    'goal_exceeds_budget',
    `Goal and locked decisions would take ${tokens} tokens of every context for good; there is room for ${freeTokens} in a limit of ${limit}.`,
    { tokens, freeTokens, limit, reserve },
  )
}
