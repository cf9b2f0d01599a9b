import type { Idempotency } from '../shared/once.js'
import { invalidRequest } from '../../domain/errors.js'
import type { NewEvent } from '../../domain/event.js'
import { actsInForce, applyAct } from '../../domain/goal/act.js'
import { renderGoal } from '../../domain/goal/block.js'
import type { Goal } from '../../domain/goal/goal.js'
import { budgetLevelFor } from '../../domain/session/budget.js'
import { parametersFromName } from '../../domain/session/model-size.js'
import { inModelTokens, usedModelTokens } from '../../domain/session/model-tokens.js'
import { fixedPartOverBudget, promptOverBudget } from '../../domain/reports/budget-events.js'
import { requireSensiblePolicy } from '../../domain/session/policy-bounds.js'
import { requireFreeTokens, sizeSession } from '../../domain/session/session-size.js'
import type { Session } from '../../domain/session/session.js'
import { scaleOf } from '../../domain/session/token-scale.js'
import type { ContextAt } from '../../domain/time/moment.js'
import { stateOf } from '../../domain/time/session-state.js'
import type { ForkSource, Ports, SessionAddress } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'
import { recordsAt, recordsOfState, requireSeq } from './records-at.js'
import { placesAt } from './restore-snapshot.js'
import { readSnapshot } from './snapshots.js'

export interface ForkInput extends SessionAddress {
  /** State to continue from: a snapshot, or the context at a message. Default: the state now. */
  snapshotId?: string
  seq?: number
  /** Refuse with state_not_recorded a context at `seq` that did not fit, instead of using a later one. */
  isExact?: boolean
  /** Whether the fork belongs to the users of the parent. Default: true. */
  keepsUsers?: boolean
  externalId?: string
  /** Exact JSON text. Default: that of the parent. */
  metadata?: string
  /** Default: that of the parent. */
  model?: string
  contextSize?: string | number
  idempotency?: Idempotency
}

type Needs = Pick<Ports, 'store' | 'ids' | 'clock' | 'model' | 'tokenizer' | 'quotas'>

/** Makes a session that continues from an earlier state of another. It has the history up to there. Either can be deleted without the
 * other. The parent does not change and is not locked. [R3]
 * Throws session_not_found, not_found, invalid_request, state_not_recorded, window_exceeded, system_prompt_exceeds_window, external_id_taken,
 * idempotency_conflict. */
export async function forkSession(ports: Needs, input: ForkInput): Promise<Session> {
  const parent = await readSession(ports, input)
  const then = await stateToFork(ports, parent, input)
  const fork = { ...(await forkSource(ports, parent, then)), keepsUsers: input.keepsUsers !== false }
  const session = await sessionFrom(ports, input, { ...then.session, limit: parent.limit, scale: parent.scale }, fork)
  const { seq } = fork
  const { model, limit, reserve, tier, window, preset, mode } = session
  const events: NewEvent[] = [
    { type: 'session-created', data: { model, limit, reserve, tier, window, preset, mode } },
    { type: 'session-forked', data: { parentId: parent.id, seq, snapshotId: input.snapshotId ?? null } },
    ...promptOverBudget(session, promptTokens(then)),
    ...fixedPartOverBudget(session),
  ]
  const published = events.map((event) => inModelTokens(session, event))
  return insertFork(ports, input, { session, events: published, fork })
}

/** Base tokens of the system prompt, without the system messages of the conversation. */
function promptTokens({ session, entries }: ContextAt): number {
  return entries.reduce(
    (sum, { role, viewTokens }) => sum - (role === 'system' ? viewTokens : 0),
    session.tokenCounts.system,
  )
}

/** A fork has messages of its own, so they count for the quotas of its app. */
async function insertFork(
  ports: Needs,
  { idempotency }: ForkInput,
  { session, events, fork }: { session: Session; events: NewEvent[]; fork: ForkSource },
): Promise<Session> {
  const { appId } = session
  // The key names a fork of this parent. Keys of all new sessions of an app are in one place.
  const once = idempotency && { ...idempotency, bodyDigest: `fork ${fork.parentId} ${idempotency.bodyDigest}` }
  const place = await ports.quotas.reserve(appId, { sessions: 1, messages: fork.seq })
  if (place.refusal) {
    const earlier = once && (await ports.store.sessionMadeBefore(appId, once))
    if (earlier) return earlier
    throw place.refusal
  }
  try {
    const made = await ports.store.insertSession(session, events, once, undefined, fork)
    place.end(made.id === session.id)
    return made
  } finally {
    place.end(false)
  }
}

async function stateToFork(
  ports: Needs,
  parent: Session,
  { snapshotId, seq, isExact, appId }: ForkInput,
): Promise<ContextAt> {
  if (snapshotId !== undefined && seq !== undefined)
    throw invalidRequest(
      'seq',
      'either seq or snapshotId',
      'both',
      'A fork continues from a message or from a snapshot.',
    )
  if (seq !== undefined) {
    requireSeq(parent, seq, 'seq')
    return recordsAt(ports, { sessionId: parent.id, appId, seq, isExact: isExact === true })
  }
  if (snapshotId === undefined) return recordsOfState(ports, parent, stateOf(parent))
  const snapshot = await readSnapshot(ports, { sessionId: parent.id, appId, snapshotId })
  return recordsOfState(ports, parent, snapshot.state)
}

async function forkSource({ store }: Needs, parent: Session, then: ContextAt): Promise<Omit<ForkSource, 'keepsUsers'>> {
  const { version, lastSeq: seq, goals } = then.session
  const [{ moment }, cuts, all] = await Promise.all([
    store.moment(parent.id, { version }),
    store.cuts(parent.id),
    store.goalActs(parent.id),
  ])
  // Acts after the message belong to contexts after it.
  const acts = all.findLast((act) => act.n <= (goals?.acts ?? 0) && act.seq <= seq)?.n ?? 0
  return {
    parentId: parent.id,
    seq,
    version,
    ...placesAt(then, cuts, version),
    moment: moment ?? { startSeq: 0, reductionN: 0 },
    reductions: then.reductions,
    checkpoints: then.checkpoints,
    pinned: then.entries.flatMap((entry) => (entry.pinned ? [entry.seq] : [])),
    acts,
    goals: actsInForce(all.filter(({ n }) => n <= acts)).reduce<Goal[]>(applyAct, []),
    state: stateOf(then.session),
  }
}

/** Returns the fork: the state of then under the present settings of the parent, and the model and size of the request.
 * @param parent as it was then */
async function sessionFrom(ports: Needs, input: ForkInput, parent: Session, fork: ForkSource): Promise<Session> {
  const now = ports.clock.now()
  const {
    measured: _,
    recoded: __,
    publishedUsed: ___,
    savedAboveThreshold: ____,
    reducedAtTokens: _____,
    freshAdvised: ______,
    coldPrompt: _______,
    ...state
  } = parent
  const model = await modelOf(ports, input, parent)
  const session: Session = {
    ...state,
    ...model,
    id: ports.ids.make('ses'),
    externalId: input.externalId ?? null,
    metadata: input.metadata ?? parent.metadata,
    goals: goalsOf(ports, parent, fork),
    // The fork begins a moment of its own.
    version: fork.version + 1,
    epoch: 1,
    eventSeq: 0,
    compressor: { state: 'idle' },
    refills: 0,
    createdAt: now,
    lastActivityAt: now,
  }
  requireFreeTokens(session, session.tokenCounts.system + session.tokenCounts.tools)
  requireSensiblePolicy(session.policy, session.limit)
  return { ...session, level: budgetLevelFor(usedModelTokens(session), session.limit, 'GREEN') }
}

/** The goal blocks stay as they were; the acts and the tokens of the block that comes next follow from the acts. */
function goalsOf({ tokenizer }: Needs, { goals }: Session, { acts, goals: after }: ForkSource): Session['goals'] {
  const protectedTokens = renderGoal(after, (text) => tokenizer.count(text))?.tokens ?? 0
  return goals && { ...goals, acts, protectedTokens }
}

/** Returns what depends on model and size. Without a request for others, all of it is as in the parent. */
async function modelOf(
  ports: Needs,
  { model, contextSize, appId }: ForkInput,
  parent: Session,
): Promise<Partial<Session>> {
  const isSame = model === undefined || model === parent.model
  if (isSame && contextSize === undefined) {
    const { measured, recoded } = parent
    return { ...(measured && { measured }), ...(recoded && { recoded }) }
  }
  const name = model ?? parent.model
  const window = await ports.model.window(name)
  const request = { contextSize: contextSize ?? parent.contextSize ?? undefined }
  const sizes = sizeSession(
    request.contextSize === undefined ? { contextLimit: parent.limit } : request,
    window?.tokens ?? null,
  )
  const parameters = window?.parameters ?? (isSame ? parent.quality.parameters : parametersFromName(name))
  const quality = { ...parent.quality, parameters }
  if (isSame) {
    const { measured, recoded } = parent
    return { ...sizes, quality, ...(measured && { measured }), ...(recoded && { recoded }) }
  }
  const app = await ports.store.calibration(appId ?? parent.appId, name)
  const scale = scaleOf({ model: name, family: window?.family ?? null, session: null, app, recoded: null })
  return { ...sizes, quality, scale, model: name, window: window?.tokens ?? 'unverified' }
}
