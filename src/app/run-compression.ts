import { usedTokens } from '../domain/budget.js'
import { planCompression, planRules, type CompressionPlan } from '../domain/compression-plan.js'
import type { Compression, FailReason, SkipReason } from '../domain/compression.js'
import { DomainError } from '../domain/errors.js'
import type { StoredMessage } from '../domain/message.js'
import { toRanges } from '../domain/ranges.js'
import type { CompressorState, Session } from '../domain/session.js'
import { contextStatus } from '../domain/status.js'
import { enqueueCompression } from './append-messages.js'
import { keepLease, LEASE_MS } from './keep-lease.js'
import { makeCheckpoint } from './make-checkpoint.js'
import type { Ports, SessionTx } from './ports.js'
import { spanDigest } from './read-span.js'
import { settleBudget } from './settle-budget.js'
import { setAsideSpan } from './set-aside-span.js'
import { stopwatch, type Stopwatch } from './stage-times.js'
import { summariseSpan } from './summarise-span.js'
import { SpanTaken, swapInCheckpoint } from './swap-in-checkpoint.js'

/** A compression taken up this often without an end is given up, visibly. [P9] */
const RUNS_ALLOWED = 5
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 600_000

interface Subject {
  sessionId: string
  compressionId: string
}
interface Taken {
  session: Session
  compression: Compression
  plan: CompressionPlan
}

/** Takes up a queued compression and brings it to an end: completed, skipped or failed. A doubled or late job is a no-op. [C3] [C7]
 * No transaction is open while the model thinks. When `signal` aborts, the compression stays owed. */
export async function runCompression(ports: Ports, subject: Subject, signal: AbortSignal): Promise<void> {
  const watch = stopwatch(ports.clock)
  const taken = await takeUp(ports, subject, watch)
  if (!taken) return
  try {
    await keepLease(ports, subject.compressionId, signal, (running) => compress(ports, taken, watch, running))
  } catch (error) {
    if (signal.aborted) return putBack(ports, subject)
    if (error instanceof SpanTaken) return finish(ports, subject, watch, { status: 'skipped', reason: 'already-covered' })
    if (error instanceof DomainError && error.code === 'session_not_found') return
    if (error instanceof DomainError && error.code === 'store_unavailable') throw error
    ports.log.error({ ...subject, err: error }, 'compression failed')
    await finish(ports, subject, watch, { status: 'failed', reason: 'internal', detail: error instanceof Error ? error.message : String(error) })
  }
}

/** Stage identify: marks it running and names the messages. */
async function takeUp(ports: Ports, { sessionId, compressionId }: Subject, watch: Stopwatch): Promise<Taken | null> {
  watch.begin('identify')
  return ports.store.change(sessionId, null, async (tx) => {
    const compression = await tx.compression(compressionId)
    if (!compression || !isFree(compression, ports.clock.now())) return null
    compression.runs += 1
    if (compression.runs > RUNS_ALLOWED) {
      await end(tx, ports, compression, watch, { status: 'failed', reason: 'gave-up', detail: `taken up ${RUNS_ALLOWED} times without an end` })
      return null
    }
    const { plan, ...why } = planCompression(tx.session, await tx.entries(), planRules(tx.session))
    if (!plan) {
      await end(tx, ports, compression, watch, { status: 'skipped', reason: 'reason' in why ? why.reason : 'nothing-to-compress' })
      return null
    }
    const now = ports.clock.now()
    compression.state = { status: 'running', startedAt: now, stage: 'prepare', leaseUntil: new Date(now.getTime() + LEASE_MS) }
    compression.covered = toRanges(plan.seqs)
    compression.messages = plan.seqs.length
    compression.tokensBefore = usedTokens(tx.session.tallies)
    await tx.updateCompression(compression)
    tx.session.compressor = { ...tx.session.compressor, state: 'running' }
    tx.emit({ type: 'compression-started', data: { compressionId, messages: plan.seqs.length, from: plan.range.from, to: plan.range.to, tokens: plan.tokens } })
    return { session: tx.session, compression, plan }
  })
}

function isFree({ state }: Compression, now: Date): boolean {
  return state.status === 'queued' || (state.status === 'running' && state.leaseUntil < now)
}

/** Stages prepare to validate. */
async function compress(ports: Ports, { session, compression, plan }: Taken, watch: Stopwatch, signal: AbortSignal): Promise<void> {
  watch.begin('prepare')
  const messages = await ports.store.messages(session.id, plan.seqs)
  if (compression.strategy === 'truncate') {
    const owed = await ports.store.change(session.id, null, (tx) => setAsideSpan(tx, ports, compression, plan, watch))
    return goOn(ports, owed)
  }
  watch.begin('summarise')
  const written = await summariseSpan(ports, { session, compression, messages }, signal)
  signal.throwIfAborted()
  watch.begin('create-checkpoint')
  const checkpoint = makeCheckpoint(ports, session, { plan, messages, compressionId: compression.id }, written)
  const owed = await ports.store.change(session.id, null, async (tx) => {
    watch.begin('update-context')
    await refuseChangedSpan(tx, compression, messages)
    const rules = planRules(tx.session)
    if (plan.tokens - checkpoint.tokens < Math.min(rules.minGain, plan.tokens)) {
      await end(tx, ports, compression, watch, { status: 'skipped', reason: 'gain-too-small' })
      return null
    }
    // Numbered under the lock: an emergency may have made checkpoints meanwhile.
    checkpoint.number = tx.session.compressionCount + 1
    await swapInCheckpoint(tx, ports, { plan, checkpoint, kind: 'compression', reason: `${plan.seqs.length} messages → 1 checkpoint`, compressionId: compression.id })
    watch.begin('validate')
    compression.checkpointId = checkpoint.id
    compression.attempts = written.attempts
    await complete(tx, ports, compression, watch)
    return settleBudget(tx, ports)
  })
  await ports.queue.enqueue({ name: 'aging', sessionId: session.id, subjectId: compression.id })
  await goOn(ports, owed)
}

/** The rest of a long backlog is the next compression's. */
async function goOn(ports: Ports, owed: Compression | null): Promise<void> {
  const session = owed && (await ports.store.session(owed.sessionId, null))
  if (owed && session) await enqueueCompression(ports, owed, contextStatus(session))
}

/** The job must still be ours, and the messages byte for byte those that were read. [C7] */
async function refuseChangedSpan(tx: SessionTx, { id, runs }: Compression, messages: readonly StoredMessage[]): Promise<void> {
  const now = await tx.compression(id)
  if (now?.state.status !== 'running' || now.runs !== runs) throw new SpanTaken()
  const again = await tx.messages(messages.map(({ seq }) => seq))
  if (spanDigest(again) !== spanDigest(messages)) throw new SpanTaken()
}

async function complete(tx: SessionTx, ports: Ports, compression: Compression, watch: Stopwatch): Promise<void> {
  const { session } = tx
  const tokensAfter = usedTokens(session.tallies)
  const saved = (compression.tokensBefore ?? tokensAfter) - tokensAfter
  compression.tokensAfter = tokensAfter
  compression.stages = watch.end()
  compression.state = { status: 'completed', finishedAt: ports.clock.now() }
  session.compressor = { state: 'idle' }
  await tx.updateCompression(compression)
  const { id, checkpointId, tokensBefore, messages, attempts } = compression
  tx.emit({
    type: 'compressed',
    data: {
      compressionId: id,
      checkpointId,
      messages,
      tokensBefore,
      tokensAfter,
      modelCalls: attempts.length,
      durationMs: compression.stages.reduce((sum, { durationMs }) => sum + durationMs, 0),
      line: `Summarised ${messages} messages → 1 checkpoint, saved ~${saved} tokens`,
    },
  })
}

type Ending = { status: 'skipped'; reason: SkipReason } | { status: 'failed'; reason: FailReason; detail: string }

async function finish(ports: Ports, { sessionId, compressionId }: Subject, watch: Stopwatch, ending: Ending): Promise<void> {
  const owed = await ports.store.change(sessionId, null, async (tx) => {
    const compression = await tx.compression(compressionId)
    if (compression?.state.status !== 'running') return null
    await end(tx, ports, compression, watch, ending)
    // What was owed is still owed: a new plan is made from what is there now. [P7]
    return ending.status === 'skipped' && ending.reason === 'already-covered' ? settleBudget(tx, ports) : null
  })
  await goOn(ports, owed)
}

async function end(tx: SessionTx, ports: Ports, compression: Compression, watch: Stopwatch, ending: Ending): Promise<void> {
  compression.stages = watch.end()
  compression.state = { ...ending, finishedAt: ports.clock.now() }
  tx.session.compressor = ending.status === 'failed' ? backOff(tx.session.compressor, ending.reason, ports.clock.now()) : { state: 'idle' }
  await tx.updateCompression(compression)
  const data = { compressionId: compression.id, reason: ending.reason }
  tx.emit(ending.status === 'skipped' ? { type: 'compression-skipped', data } : { type: 'compression-error', data: { ...data, detail: ending.detail } })
}

/** Each failure in a row doubles the wait, to a bound: what fails is tried again, but not at every append. */
function backOff({ failures = 0 }: CompressorState, reason: FailReason, now: Date): CompressorState {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
  return { state: 'backing-off', reason, until: new Date(now.getTime() + waitMs).toISOString(), failures: failures + 1 }
}

/** Shut down in the middle: the next worker takes it up again. */
async function putBack(ports: Ports, { sessionId, compressionId }: Subject): Promise<void> {
  await ports.store.change(sessionId, null, async (tx) => {
    const compression = await tx.compression(compressionId)
    if (compression?.state.status !== 'running') return
    compression.state = { status: 'queued' }
    compression.runs -= 1
    tx.session.compressor = { ...tx.session.compressor, state: 'queued' }
    await tx.updateCompression(compression)
  })
}

