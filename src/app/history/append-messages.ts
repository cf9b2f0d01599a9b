import { usedTokens } from '../../domain/session/budget.js'
import { learn, type PromptSample } from '../../domain/model/calibration.js'
import { inModelTokens, usedModelTokens } from '../../domain/session/model-tokens.js'
import { countedTexts } from '../../domain/tokens.js'
import type { Compression } from '../../domain/compression/compression.js'
import type { DomainError } from '../../domain/errors.js'
import type { NewMessage } from '../../domain/message.js'
import { handlesIn } from '../../domain/originals/read-back.js'
import type { Session } from '../../domain/session/session.js'
import type { ContextStatus } from '../../domain/session/status.js'
import { callsOf } from '../../domain/session/watermark.js'
import { emitLevelChange } from '../cut/commit-cut.js'
import { refreshStanding } from '../cut/refresh-standing.js'
import { snapshotNearlyFull } from '../cut/snapshot-before-cut.js'
import { noteLocks } from '../standing/note-kept.js'
import { noteStated } from '../standing/note-stated.js'
import { followMarkers } from '../goals/apply-markers.js'
import { adoptScale } from '../sessions/adopt-scale.js'
import { adoptModelWindow } from '../sessions/adopt-model-window.js'
import { acceptMessages, type GivenMessages } from '../ingest/accept-messages.js'
import type { Measured } from '../ingest/measure-messages.js'
import { ingestMessage, type Counted } from '../ingest/assign-seq.js'
import { statusOf } from '../models/model-health.js'
import { moveWatermark } from './set-task-boundary.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { Ports, Reservation, SessionAddress, SessionTx } from '../../ports/ports.js'
import { reduceOnAppend } from '../reductions/on-append.js'
import { rejectOversized } from './reject-oversized.js'
import { wakeForWarmUp } from '../warm-up/note-reader.js'
import { placeFor } from '../quotas/place-for.js'
import { checkBudget } from '../compression/check-budget.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { earlierReply, type Idempotency } from '../shared/once.js'
import { requireVersion, type VersionTag } from '../shared/require-version.js'

export interface AppendInput extends GivenMessages, SessionAddress {
  /** `ours`: base tokens of the same prompt. Default: those of the context before the last reply. */
  usage?: { promptTokens: number; ours?: number }
  /** The answer among the messages ended early. */
  interrupted?: true
  idempotency?: Idempotency
  /** Expected version of the context. Any other version is rejected. */
  ifMatch?: VersionTag
  /** Why nothing may be stored; null or absent: it may. */
  refusal?: DomainError | null
}

export interface Appended {
  messages: { id: string; seq: number; role: NewMessage['role']; tokens: number }[]
  contextStatus: ContextStatus
}

/** Stores messages permanently and returns the new state of the context. Never calls a model. [P1] [P6]
 * Throws session_not_found, invalid_request, idempotency_conflict, version_mismatch, message_exceeds_window,
 * storage_quota_exceeded. */
export async function appendMessages(ports: Ports, input: AppendInput): Promise<Appended> {
  // Before the messages are measured, so that a refusal costs little.
  const place = await ports.quotas.reserve(input.appId, placeFor(input.raw))
  try {
    const { appId, sessionId } = input
    const facts = { appId, sessionId, messages: input.raw.length }
    return await ports.telemetry.span('append', facts, () => appendInPlace(ports, input, place))
  } finally {
    place.end(false)
  }
}

async function appendInPlace(ports: Ports, input: AppendInput, place: Reservation): Promise<Appended> {
  // A repeated request stores nothing, so it is answered whatever the quota.
  if (place.refusal && !input.idempotency) throw place.refusal
  const { measured, promptTokens } = await acceptMessages(ports, input)
  const usage = input.usage ?? (promptTokens === null ? undefined : { promptTokens })
  const append = (tx: SessionTx) => appendMeasured(tx, ports, { ...input, usage, refusal: place.refusal }, measured)
  const { sessionId, appId } = input
  const { messages, pending, session, sample } = await ports.store.change(sessionId, appId, append, { isWrite: true })
  place.end(true)
  if (sample) await shareSample(ports, session, sample)
  const status = await statusOf(ports, session)
  if (pending) await enqueueCompression(ports, pending)
  await wakeForWarmUp(ports, session, messages.at(-1)?.role)
  return { messages: inModelTokens(session, messages), contextStatus: status }
}

/** Lets the app's other sessions with this model use the report. After the commit, because they share one record. */
export async function shareSample({ store, log }: Ports, session: Session, sample: PromptSample): Promise<void> {
  try {
    await store.learnCalibration(session.appId, session.model, [sample])
  } catch (error) {
    // The messages are stored; later reports teach the same.
    log.warn({ sessionId: session.id, err: error }, 'a token count report was not shared')
  }
}

/** Appends in a transaction of the caller. After the commit, the caller shares `sample` and enqueues `pending`. */
export async function appendMeasured(
  tx: SessionTx,
  ports: Ports,
  input: AppendInput,
  measured: Measured[],
): Promise<{
  messages: Appended['messages']
  pending: Compression | null
  session: Session
  sample?: PromptSample | undefined
}> {
  const { session } = tx
  const earlier = await earlierReply<Appended['messages']>(tx, input.idempotency, 'body')
  if (earlier) return { messages: earlier, pending: null, session }
  if (input.refusal) throw input.refusal
  requireVersion(session, input.ifMatch)
  await tx.recordCuts()
  const usedModelBefore = usedModelTokens(session)
  await adoptModelWindow(tx, ports)
  const isFirst = session.lastSeq === 0
  const usedBefore = usedTokens(session.tokenCounts)
  const offloads = new Set(await tx.offloadsAmong(measured.flatMap(handlesOf)))
  const messages: NewMessage[] = []
  let counted: Counted = session
  for (const one of measured) {
    const ingested = ingestMessage(counted, ports.ids.make('msg'), one, input.format ?? 'native', offloads)
    messages.push(ingested.message)
    counted = ingested.counted
    if (messages.length % INGESTED_TOGETHER === 0) await pauseWhenDue()
  }
  const asked = promptTokensOf(messages)
  const sample = input.usage && sampleOf(input.usage, usedBefore + asked, (session.usedBeforeWorker ?? 0) + asked)
  tx.change({
    ...counted,
    usedBeforeWorker: undefined,
    ...(sample && { measured: learn(session.measured ?? null, sample) }),
  })
  await adoptScale(tx, ports, () => measured.flatMap(({ message }) => message.parts.flatMap(countedTexts)))
  await rejectOversized(tx, messages)
  await tx.insertMessages(messages)
  await reduceOnAppend(tx, ports, messages, measured)
  moveWatermark(tx, callsOf(messages), 'tool')
  tx.change({ version: session.version + 1, lastActivityAt: ports.clock.now() })
  const reply = messages.map(({ id, seq, role, tokens }) => ({ id, seq, role, tokens }))
  tx.emit({
    type: 'message-appended',
    data: {
      messages: reply,
      used: usedTokens(session.tokenCounts),
      limit: session.limit,
      version: session.version,
      ...(input.interrupted && { interrupted: true }),
    },
  })
  // Before any context is handed out: the block never changes between two cuts.
  if (isFirst) {
    await refreshStanding(tx, ports)
    // The session was opened with them, before there was a transaction on it.
    if (tx.session.goals) await noteLocks(tx, ports, { before: [], after: await tx.goals() })
  }
  await noteStated(tx, ports, messages, measured)
  await followMarkers(tx, ports, messages, measured)
  const pending = await checkBudget(tx, ports)
  // After the reductions: a giant that shrinks on arrival changes no level.
  emitLevelChange(tx)
  await snapshotNearlyFull(tx, ports, usedModelBefore)
  if (input.idempotency)
    await tx.rememberReply(input.idempotency.key, input.idempotency.bodyDigest, JSON.stringify(reply))
  return { messages: reply, pending, session, sample }
}

/** Messages that get their place in the session before other requests may run: to judge the outcome of a long result takes
 * up to a millisecond. [T1] */
const INGESTED_TOGETHER = 10

/** Returns the offload handles that a message names. Most messages name none, so the cheap checks run first. */
function handlesOf({ raw, message }: Measured): string[] {
  return message.parts.some(({ type }) => type === 'tool_call') && raw.includes('off_') ? handlesIn(message) : []
}

/** Returns what a reported prompt teaches. It may be of the context before a worker's cut. */
function sampleOf(
  { promptTokens, ours }: { promptTokens: number; ours?: number },
  used: number,
  usedBeforeWorker: number,
): PromptSample {
  if (ours !== undefined) return { ours, real: promptTokens }
  const sample = { ours: Math.max(used, usedBeforeWorker), real: promptTokens }
  return usedBeforeWorker > used ? { ...sample, oursAtLeast: used } : sample
}

/** Returns the tokens of the messages before the last reply. An app may store question and reply in one request. */
function promptTokensOf(messages: readonly NewMessage[]): number {
  const answer = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages.slice(0, Math.max(0, answer)).reduce((sum, { tokens }) => sum + tokens, 0)
}
