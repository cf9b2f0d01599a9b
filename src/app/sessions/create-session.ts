import type { Idempotency } from '../shared/once.js'
import { LEDGER_RULES } from '../../domain/ledger/ledger.js'
import { budgetLevelFor, NO_TOKENS } from '../../domain/session/budget.js'
import { inModelTokens, usedModelTokens } from '../../domain/session/model-tokens.js'
import { addRecoded } from '../../domain/session/recoded-texts.js'
import { scaleOf } from '../../domain/session/token-scale.js'
import type { DomainError } from '../../domain/errors.js'
import type { NewEvent } from '../../domain/event.js'
import { applyAct } from '../../domain/goal/act.js'
import { filledScope } from '../../domain/recall/scope.js'
import type { Mode, Policy, Preset } from '../../domain/session/policy.js'
import type { Session } from '../../domain/session/session.js'
import { newGoal, type GoalInput } from '../goals/add-goal.js'
import { goalTooLarge } from '../goals/change-goals.js'
import { countRecoded } from '../ingest/count-recoded.js'
import { countFixed } from '../ingest/count-fixed.js'
import { parametersFromName } from '../../domain/session/model-size.js'
import { fixedPartOverBudget, promptOverBudget } from '../../domain/reports/budget-events.js'
import { requireSensiblePolicy } from '../../domain/session/policy-bounds.js'
import { applyOverrides, policyOf, type PolicyOverrides } from '../../domain/session/policy-overrides.js'
import type { AppSettings } from '../../ports/app-port.js'
import type { ModelWindow, Ports } from '../../ports/ports.js'
import { actOn, goalTokensLeft, type Acted } from '../cut/record-goals.js'
import {
  requireFreeTokens,
  sizeSession,
  type SessionSize,
  type SizeRequest,
} from '../../domain/session/session-size.js'

export interface CreateSessionInput extends SizeRequest {
  /** Id of the new session. Default: a generated one. */
  id?: string
  appId: string
  model: string
  /** Name of the model's provider, for the app's own use. */
  provider?: string
  /** Key of the session in the app, unique per app. */
  externalId?: string
  systemPrompt?: string | null
  /** Exact JSON text of the array of tool schemas. */
  tools?: string | null
  mode?: Mode
  preset?: Preset
  policy?: PolicyOverrides
  /** Initial goal. */
  goal?: GoalInput
  /** Exact JSON text of an object. */
  metadata?: string
  idempotency?: Idempotency
}

export type CreateNeeds = Pick<Ports, 'store' | 'tokenizer' | 'model' | 'clock' | 'ids' | 'log' | 'quotas'>

/** Opens a session. Throws window_exceeded, system_prompt_exceeds_window, goal_exceeds_budget, invalid_request,
 * idempotency_conflict, storage_quota_exceeded. [S1]–[S4] [G1] */
export async function createSession(ports: CreateNeeds, input: CreateSessionInput): Promise<Session> {
  const place = await ports.quotas.reserve(input.appId, { sessions: 1 })
  if (place.refusal) return earlierSession(ports, input, place.refusal)
  try {
    const session = await openNewSession(ports, input)
    place.end(true)
    return session
  } finally {
    place.end(false)
  }
}

/** Returns the session that an earlier request made. Throws `refusal` if there is none. */
async function earlierSession(
  { store }: CreateNeeds,
  { appId, externalId, idempotency }: CreateSessionInput,
  refusal: DomainError,
): Promise<Session> {
  const earlier =
    (idempotency && (await store.sessionMadeBefore(appId, idempotency))) ??
    (typeof externalId === 'string' ? await store.sessionByExternalId(appId, externalId) : null)
  if (!earlier) throw refusal
  return earlier
}

async function openNewSession(ports: CreateNeeds, input: CreateSessionInput): Promise<Session> {
  const [window, fixed, app, counted, defaults] = await Promise.all([
    ports.model.window(input.model),
    countFixed(ports, input.systemPrompt ?? null, input.tools ?? null),
    ports.store.calibration(input.appId, input.model),
    countRecoded(ports, input.model, () => [input.systemPrompt ?? '', input.tools ?? '']),
    ports.store.appSettings(input.appId),
  ])
  const size = sizeSession(input, window?.tokens ?? null)
  const recoded = counted && addRecoded(undefined, counted, size.limit)
  const scale = scaleOf({ model: input.model, family: window?.family ?? null, session: null, app, recoded })
  requireFreeTokens({ ...size, scale }, fixed.system + fixed.tools)
  const opened: Session = {
    ...newSession(ports, withDefaults(input, defaults), size, window, fixed),
    scale,
    ...(recoded && { recoded }),
  }
  requireSensiblePolicy(opened.policy, opened.limit)
  const initial = input.goal && actOnOpening(ports, opened, input.goal)
  const changed: Session = { ...opened, ...initial?.change }
  const session = { ...changed, level: budgetLevelFor(usedModelTokens(changed), changed.limit, 'GREEN') }
  const events = [...openingEvents(opened), ...(initial?.events ?? []), ...fixedPartOverBudget(session)]
  const initialGoal = initial && { act: initial.act, goals: initial.after }
  const published = events.map((event) => inModelTokens(session, event))
  return ports.store.insertSession(session, published, input.idempotency, initialGoal)
}

/** Returns the first goal, in a session before its first context is assembled. */
function actOnOpening(ports: CreateNeeds, session: Session, goal: GoalInput): Acted {
  const act = {
    by: 'app' as const,
    seq: 0,
    at: session.createdAt,
    changes: newGoal(goal, ports.ids).changes,
    refused: [],
  }
  const { fits, tokens, freeTokens } = goalTokensLeft(session, [], applyAct([], act), ports)
  if (!fits) throw goalTooLarge(session, tokens, freeTokens)
  return actOn(session, [], act, ports)
}

/** Adds the defaults of the app. A session that names a preset takes neither preset nor policy from them. */
function withDefaults(
  input: CreateSessionInput,
  settings: AppSettings | null,
): CreateSessionInput & { defaults?: PolicyOverrides | null } {
  if (input.preset !== undefined || !settings) return input
  return { ...input, ...(settings.preset && { preset: settings.preset }), defaults: settings.policy }
}

function newSession(
  { ids, clock }: CreateNeeds,
  input: CreateSessionInput & { defaults?: PolicyOverrides | null },
  size: SessionSize,
  window: ModelWindow | null,
  fixed: { system: number; tools: number },
): Omit<Session, 'scale'> {
  const preset = input.preset ?? 'checkpointed'
  const tokenCounts = { ...NO_TOKENS, ...fixed }
  const now = clock.now()
  return {
    id: input.id ?? ids.make('ses'),
    appId: input.appId,
    externalId: input.externalId ?? null,
    model: input.model,
    provider: input.provider ?? null,
    contextSize: size.contextSize,
    limit: size.limit,
    reserve: size.reserve,
    tier: size.tier,
    window: window?.tokens ?? 'unverified',
    mode: input.mode ?? 'ASSISTANT',
    preset,
    policy: withScope(
      applyOverrides(policyOf(preset, input.defaults ?? {}), input.policy ?? {}),
      input.metadata ?? '{}',
    ),
    systemPrompt: input.systemPrompt ?? null,
    tools: input.tools ?? null,
    metadata: input.metadata ?? '{}',
    ledger: null,
    ledgerRules: LEDGER_RULES,
    goals: null,
    status: 'active',
    epoch: 1,
    lastSeq: 0,
    eventSeq: 0,
    version: 1,
    turn: 0,
    lastSpokenSeq: 0,
    openCalls: [],
    tokenCounts,
    level: 'GREEN',
    checkpointCount: 0,
    compressionCount: 0,
    evictedCount: 0,
    inViewCount: 0,
    compressor: { state: 'idle' },
    quality: { parameters: window?.parameters ?? parametersFromName(input.model), verification: 1, extractiveShare: 0 },
    refills: 0,
    compressedAtSeq: 0,
    createdAt: now,
    lastActivityAt: now,
  }
}

/** The default of an app may name a scope by metadata: `user:{user}`. [M9] */
function withScope(policy: Policy, metadata: string): Policy {
  return { ...policy, recall: { ...policy.recall, scope: filledScope(policy.recall.scope, metadata) } }
}

function openingEvents(session: Session): NewEvent[] {
  const { model, limit, reserve, tier, window, preset, mode } = session
  const created: NewEvent = { type: 'session-created', data: { model, limit, reserve, tier, window, preset, mode } }
  return [created, ...promptOverBudget(session, session.tokenCounts.system)]
}
