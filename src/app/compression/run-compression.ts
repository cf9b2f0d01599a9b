import { usedTokens } from '../../domain/session/budget.js'
import { planCompression, planRules, type CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { Compression } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import { pluralize } from '../../domain/number-format.js'
import type { StoredMessage } from '../../domain/message.js'
import { toRanges } from '../../domain/ranges.js'
import { partKey } from '../../domain/context/reduction.js'
import type { Session } from '../../domain/session/session.js'
import { ageCheckpoints } from './age-checkpoints.js'
import { enqueueCompression } from './enqueue.js'
import { countRun, endCompression, isFree, leaseFrom, putBack, stillRunning, type Ending } from './lifecycle.js'
import { keepLease } from './keep-lease.js'
import { makeCheckpoint } from './make-checkpoint.js'
import type { Ports, Run, SessionTx, Subject } from '../ports/ports.js'
import { ledgerBeside } from '../cut/refresh-ledger.js'
import { spanDigest } from '../shared/read-span.js'
import { safeLine } from '../ports/safe-error.js'
import { settleBudget } from './check-budget.js'
import { evictSpan } from './evict-span.js'
import { stopwatch, type Stopwatch } from './stage-times.js'
import { summarizeSpan } from './summarize-span.js'
import { SpanTaken, swapInCheckpoint } from './swap-in-checkpoint.js'

interface Taken {
  session: Session
  compression: Compression
  plan: CompressionPlan
  /** Parts that had been put away before: keys of `partKey`. */
  reduced: ReadonlySet<string>
}

/** Takes up a queued compression and brings it to an end: completed, skipped or failed. A doubled or late job is a no-op. [C3] [C7]
 * No transaction is open while the model thinks. When `signal` aborts, the compression stays owed.
 * Gives the session as it was before, if the compression completed. */
export async function runCompression(ports: Ports, subject: Subject, signal: AbortSignal): Promise<Session | null> {
  const watch = stopwatch(ports.clock)
  const taken = await takeUp(ports, subject, watch)
  if (!taken) return null
  const run: Run = { ...subject, runs: taken.compression.runs }
  try {
    await keepLease(ports, run, signal, (running) => compress(ports, taken, watch, running))
    return taken.compression.state.status === 'completed' ? taken.session : null
  } catch (error) {
    await endBroken(ports, run, watch, signal, error)
    return null
  }
}

async function endBroken(ports: Ports, run: Run, watch: Stopwatch, signal: AbortSignal, error: unknown): Promise<void> {
  if (signal.aborted) return putBack(ports, run)
  if (error instanceof SpanTaken) return finish(ports, run, watch, { status: 'skipped', reason: 'already-covered' })
  if (error instanceof DomainError && error.code === 'session_not_found') return
  if (error instanceof DomainError && error.code === 'store_unavailable') throw error
  ports.log.error({ ...run, err: error }, 'compression failed')
  await finish(ports, run, watch, { status: 'failed', reason: 'internal', detail: safeLine(error) })
}

/** Stage identify: marks it running and names the messages. */
async function takeUp(ports: Ports, { sessionId, compressionId }: Subject, watch: Stopwatch): Promise<Taken | null> {
  watch.begin('identify')
  return ports.store.change(sessionId, null, async (tx) => {
    const compression = await tx.compression(compressionId)
    if (!compression || !isFree(compression, tx.now)) return null
    if (!(await countRun(tx, ports, compression, watch))) return null
    const { plan, ...why } = planCompression(tx.session, await tx.entries(), planRules(tx.session))
    if (!plan) {
      await endCompression(tx, ports, compression, watch, {
        status: 'skipped',
        reason: 'reason' in why ? why.reason : 'nothing-to-compress',
      })
      return null
    }
    compression.state = {
      status: 'running',
      startedAt: ports.clock.now(),
      stage: 'prepare',
      leaseUntil: leaseFrom(tx.now),
    }
    compression.covered = toRanges(plan.seqs)
    compression.messages = plan.seqs.length
    compression.tokensBefore = usedTokens(tx.session.tokenCounts)
    await tx.updateCompression(compression)
    tx.session.compressor = { ...tx.session.compressor, state: 'running' }
    tx.emit({
      type: 'compression-started',
      data: {
        compressionId,
        messages: plan.seqs.length,
        from: plan.range.from,
        to: plan.range.to,
        tokens: plan.tokens,
      },
    })
    const reduced = new Set((await tx.reductions()).map(({ seq, part }) => partKey(seq, part)))
    return { session: tx.session, compression, plan, reduced }
  })
}

/** Stages prepare to validate. */
async function compress(
  ports: Ports,
  { session, compression, plan, reduced }: Taken,
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<void> {
  watch.begin('prepare')
  if (compression.strategy === 'truncate') {
    const pending = await ports.store.change(session.id, null, (tx) => evictSpan(tx, ports, compression, plan, watch))
    if (pending) await enqueueCompression(ports, pending)
    return
  }
  const messages = await ports.store.span(session.id, plan.seqs)
  watch.begin('summarize')
  const written = await summarizeSpan(ports, { session, compression, messages, removed: plan.removed, reduced }, signal)
  signal.throwIfAborted()
  watch.begin('create-checkpoint')
  const beside = {
    plan,
    messages,
    kind: 'compression' as const,
    usedTokens: usedTokens(session.tokenCounts),
    ceilingTokens: planRules(session).ceiling,
  }
  const from = {
    openLedger: (reach: number) => ports.store.openLedger(session.id, reach),
    goals: () => ports.store.goals(session.id),
  }
  const shown = await ledgerBeside(from, ports, session, beside)
  const checkpoint = await makeCheckpoint(
    ports,
    session,
    { plan, messages, compressionId: compression.id, shown, goals: written.goals },
    written,
  )
  const pending = await ports.store.change(session.id, null, async (tx) => {
    watch.begin('update-context')
    await refuseChangedSpan(tx, compression, messages)
    const rules = planRules(tx.session)
    if (plan.tokens - checkpoint.tokens < Math.min(rules.minGain, plan.tokens)) {
      await endCompression(tx, ports, compression, watch, { status: 'skipped', reason: 'gain-too-small' })
      return null
    }
    await agePending(tx, ports)
    // Numbered under the lock: an emergency may have made checkpoints meanwhile.
    checkpoint.number = tx.session.compressionCount + 1
    await swapInCheckpoint(tx, ports, {
      plan,
      checkpoint,
      kind: 'compression',
      reason: `${pluralize(plan.seqs.length, 'message')} → 1 checkpoint`,
      compressionId: compression.id,
    })
    watch.begin('validate')
    compression.checkpointId = checkpoint.id
    compression.attempts = written.attempts
    if (written.withoutModel) compression.withoutModel = written.withoutModel
    await complete(tx, ports, compression, watch)
    return settleBudget(tx, ports)
  })
  await ports.queue.enqueue({ name: 'aging', sessionId: session.id, subjectId: compression.id })
  // The rest of a long backlog is the next compression's.
  if (pending) await enqueueCompression(ports, pending)
}

/** The aging that the last compression owes, if its job was lost with the queue; a no-op when it was done. [C5] */
async function agePending(tx: SessionTx, ports: Ports): Promise<void> {
  const last = (await tx.checkpoints()).findLast(({ generation }) => generation === 0)
  if (last) await ageCheckpoints(tx, ports, { after: last.compressionId })
}

/** The job must still be ours, and the messages byte for byte those that were read. [C7] */
async function refuseChangedSpan(
  tx: SessionTx,
  { id, runs }: Compression,
  messages: readonly StoredMessage[],
): Promise<void> {
  if (!(await stillRunning(tx, { compressionId: id, runs }))) throw new SpanTaken()
  const again = await tx.digests(messages.map(({ seq }) => seq))
  if (spanDigest(again) !== spanDigest(messages)) throw new SpanTaken()
}

async function complete(tx: SessionTx, ports: Ports, compression: Compression, watch: Stopwatch): Promise<void> {
  const { session } = tx
  const tokensAfter = usedTokens(session.tokenCounts)
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
      tokensBefore: tokensBefore ?? tokensAfter,
      tokensAfter,
      modelCalls: attempts.length,
      withoutModel: compression.withoutModel ?? null,
      durationMs: compression.stages.reduce((sum, { durationMs }) => sum + durationMs, 0),
    },
  })
}

async function finish(ports: Ports, run: Run, watch: Stopwatch, ending: Ending): Promise<void> {
  const pending = await ports.store.change(run.sessionId, null, async (tx) => {
    const compression = await stillRunning(tx, run)
    if (!compression) return null
    await endCompression(tx, ports, compression, watch, ending)
    // What was owed is still owed: a new plan is made from what is there now. [P7]
    return ending.status === 'skipped' && ending.reason === 'already-covered' ? settleBudget(tx, ports) : null
  })
  // The rest of a long backlog is the next compression's.
  if (pending) await enqueueCompression(ports, pending)
}
