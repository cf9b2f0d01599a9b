import { isHuman, type StoredMessage, type ViewEntry } from '../../domain/message.js'
import {
  planCompression,
  planRules,
  rulesNow,
  type CompressionPlan,
} from '../../domain/compression/compression-plan.js'
import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import type { Compression } from '../../domain/compression/compression.js'
import { partKey } from '../../domain/context/reduction.js'
import { pluralize } from '../../domain/number-format.js'
import { toRanges } from '../../domain/ranges.js'
import { usedTokens } from '../../domain/session/budget.js'
import type { Session } from '../../domain/session/session.js'
import { untilCompression } from '../../domain/session/model-tokens.js'
import { deriveLedger } from '../cut/derive-ledger.js'
import { ledgerBeside } from '../cut/refresh-ledger.js'
import { snapshotBeforeCut } from '../cut/snapshot-before-cut.js'
import type { Ports, Run, SessionTx, Subject } from '../../ports/ports.js'
import { safeLine } from '../../ports/safe-error.js'
import { ageCheckpoints } from './age-checkpoints.js'
import { checkBudget } from './check-budget.js'
import { planWith, waitsForMore } from '../../domain/compression/provisional.js'
import { enqueueCompression } from './enqueue.js'
import { evictSpan } from './evict-span.js'
import { runUnderLease } from './keep-lease.js'
import {
  beginRun,
  completeCompression,
  emitCompressed,
  endCompression,
  markRunning,
  stillRunning,
  type Ending,
} from './lifecycle.js'
import { provisionalIn, reducedBehind } from './read-provisional.js'
import { makeCheckpoint } from './make-checkpoint.js'
import { readTurns } from '../shared/read-turns.js'
import { shedHumans } from './shed-humans.js'
import { stopwatch, type Stopwatch } from './stage-times.js'
import { judgeHelp } from './summarize/judge-help.js'
import { summarizeSpan } from './summarize/summarize-span.js'
import { presentTokens, refuseChangedSpan } from './check-span.js'
import { SpanTaken, swapInCheckpoint } from './swap-in-checkpoint.js'
import { validateSwap, ValidationFailed } from './validate-swap.js'

interface Started {
  session: Session
  compression: Compression
  plan: CompressionPlan
  /** The provisional checkpoint whose messages are covered again, or null, and the plan with these messages. */
  provisional: Checkpoint | null
  whole: CompressionPlan
  /** Whether the span is small, so that no model is asked now. */
  waitsForMore: boolean
  /** Parts that were reduced before: keys of `partKey`. */
  reduced: ReadonlySet<string>
  /** Human messages in the context. */
  requests: readonly ViewEntry[]
  /** Live checkpoints but the provisional one. */
  live: readonly Checkpoint[]
}

/** Runs a pending compression to its end: completed, skipped or failed. Duplicate and late jobs are no-ops. [C3] [C7]
 * No transaction is open during a model call. When `signal` aborts, the compression stays pending.
 * Returns the session as it was before a completed compression, else null. */
export async function runCompression(ports: Ports, subject: Subject, signal: AbortSignal): Promise<Session | null> {
  const watch = stopwatch(ports.clock)
  const started = await start(ports, subject, watch)
  if (!started) return null
  const run: Run = { ...subject, runs: started.compression.runs }
  const ended = await runUnderLease(
    ports,
    run,
    signal,
    (running) => compress(ports, started, watch, running),
    (error) => endBroken(ports, run, watch, error),
  )
  return ended && started.compression.state.status === 'completed' ? started.session : null
}

async function endBroken(ports: Ports, run: Run, watch: Stopwatch, error: unknown): Promise<void> {
  if (error instanceof SpanTaken) return end(ports, run, watch, { status: 'skipped', reason: 'already-covered' })
  if (error instanceof ValidationFailed) {
    ports.log.error({ ...run, err: error }, 'compression failed its validation')
    return end(ports, run, watch, { status: 'failed', reason: 'validation-failed', detail: error.message })
  }
  ports.log.error({ ...run, err: error }, 'compression failed')
  await end(ports, run, watch, { status: 'failed', reason: 'internal', detail: safeLine(error) })
}

/** Stage identify: marks the compression as running and names its messages. */
async function start(ports: Ports, subject: Subject, watch: Stopwatch): Promise<Started | null> {
  watch.begin('identify')
  return ports.store.change(subject.sessionId, null, async (tx) => {
    const compression = await beginRun(tx, ports, subject, watch)
    if (!compression) return null
    // Meanwhile the context had to shrink without it. [P12]
    if (isNeedless(tx.session, compression)) {
      await endCompression(tx, ports, compression, watch, { status: 'skipped', reason: 'below-trigger' })
      return null
    }
    const entries = await tx.entries()
    const now = rulesNow(tx.session)
    // Who asks for a compression wants all that may be covered.
    const rules = compression.trigger === 'manual' ? { ...now, neededTokens: Infinity } : now
    const { plan, ...why } = planCompression(tx.session, entries, rules)
    if (!plan) {
      const reason = 'reason' in why ? why.reason : 'nothing-to-compress'
      await endCompression(tx, ports, compression, watch, { status: 'skipped', reason })
      return null
    }
    const provisional = compression.strategy === 'auto' ? await provisionalIn(tx) : null
    const whole = planWith(plan, provisional)
    const { seqs, range, tokens } = whole
    const work = { covered: toRanges(seqs), range, tokens, ...(provisional ? { replaces: provisional.id } : {}) }
    await markRunning(tx, ports, compression, work)
    const reduced = new Set((await tx.reductions()).map(({ seq, part }) => partKey(seq, part)))
    const live = (await tx.checkpoints()).filter(({ id }) => id !== provisional?.id)
    const { session } = tx
    const waits = waitsForMore(compression, whole, { rules, policy: session.policy })
    const requests = entries.filter(isHuman)
    return { session, compression, plan, provisional, whole, waitsForMore: waits, reduced, requests, live }
  })
}

/** Whether only a full context asked for the compression, and the context is no longer full. */
function isNeedless(session: Session, { trigger, requested }: Compression): boolean {
  return trigger === 'budget' && !requested && (untilCompression(session) ?? 1) > 0
}

/** Reads the messages to summarize, and which of their parts to skip or to shorten. */
async function readSource({ store }: Pick<Ports, 'store'>, { session, plan, provisional, whole, reduced }: Started) {
  const messages = await store.span(session.id, whole.seqs)
  if (!provisional) return { messages, removed: plan.removed, reduced }
  const behind = await reducedBehind(store, provisional)
  const removed = new Set([...plan.removed, ...behind.removed])
  return { messages, removed, reduced: new Set([...reduced, ...behind.reduced]) }
}

/** Stages prepare to validate. */
async function compress(ports: Ports, started: Started, watch: Stopwatch, signal: AbortSignal): Promise<void> {
  const { session, compression, plan, provisional, whole } = started
  watch.begin('prepare')
  if (compression.strategy === 'truncate') {
    const pending = await ports.store.change(session.id, null, (tx) => evictSpan(tx, ports, compression, plan, watch))
    if (pending) await enqueueCompression(ports, pending)
    return
  }
  const { messages, removed, reduced } = await readSource(ports, started)
  watch.begin('summarize')
  const turns = await readTurns((seqs) => ports.store.span(session.id, seqs), session, started.requests, messages)
  const asked = { session, compression, messages, removed, reduced, turns, waitsForMore: started.waitsForMore }
  const written = await summarizeSpan(ports, asked, signal)
  signal.throwIfAborted()
  watch.begin('create-checkpoint')
  const shown = await shownBeside(ports, started, messages)
  const { goals } = written
  const { live } = started
  const covers = { ...whole, removed }
  const span = { plan: covers, messages, compressionId: compression.id, shown, goals, turns, live }
  const checkpoint = await makeCheckpoint(ports, session, span, written)
  const attempts = await judgeHelp(ports, asked, { written, checkpoint })
  if (provisional) checkpoint.supersedes = [provisional.id]
  const pending = await ports.store.change(session.id, null, async (tx) => {
    watch.begin('update-context')
    await refuseChangedSpan(tx, compression, messages)
    await deriveLedger(tx, ports)
    // Its results may have been reduced meanwhile.
    const gain = (await presentTokens(tx, plan)) + (provisional?.tokens ?? 0) - checkpoint.tokens
    if (gain < Math.min(planRules(tx.session).minGain, plan.tokens)) {
      await endCompression(tx, ports, compression, watch, { status: 'skipped', reason: 'gain-too-small' })
      return null
    }
    await snapshotBeforeCut(tx, ports)
    await finishAging(tx, ports)
    // Numbered under the lock: an emergency may have made checkpoints meanwhile.
    checkpoint.number = tx.session.compressionCount + 1
    const reason = `${pluralize(whole.seqs.length, 'message')} → 1 checkpoint`
    const usedBefore = usedTokens(tx.session.tokenCounts)
    const swap = { plan, checkpoint, kind: 'compression' as const, reason, compressionId: compression.id }
    await swapInCheckpoint(tx, ports, { ...swap, replaces: provisional })
    watch.begin('validate')
    compression.checkpointId = checkpoint.id
    compression.validation = await validateSwap(tx, compression, usedBefore)
    compression.attempts = attempts
    if (written.withoutModel) compression.withoutModel = written.withoutModel
    await completeCompression(tx, ports, compression, watch)
    emitCompressed(tx, compression)
    // In the same transaction: no context is sent between the two cuts, so the prefix changes once. [P12]
    if (!isRewritten(tx.session)) await ageCheckpoints(tx, ports, { after: compression.id })
    await shedHumans(tx, ports)
    return checkBudget(tx, ports)
  })
  // A model that rewrites them changes the prefix anyway.
  if (isRewritten(session))
    await ports.queue.enqueue({ name: 'aging', sessionId: session.id, subjectId: compression.id })
  // A long backlog needs several compressions.
  if (pending) await enqueueCompression(ports, pending)
}

/** Whether a model rewrites checkpoints that age. [C5] */
function isRewritten({ policy }: Pick<Session, 'policy'>): boolean {
  return policy.aging === 'llm'
}

/** Returns the exact texts that goal and ledger will show after the cut: the checkpoint need not repeat them. */
function shownBeside(ports: Ports, { session, plan }: Started, messages: readonly StoredMessage[]): Promise<string[]> {
  const from = {
    openLedger: (reach: number) => ports.store.openLedger(session.id, reach),
    goals: () => ports.store.goals(session.id),
  }
  return ledgerBeside(from, ports, session, {
    plan,
    messages,
    kind: 'compression',
    usedTokens: usedTokens(session.tokenCounts),
    ceilingTokens: planRules(session).ceiling,
  })
}

/** Ages the checkpoints after the previous compression, in case the queue lost its aging job; else a no-op. [C5] */
async function finishAging(tx: SessionTx, ports: Ports): Promise<void> {
  const last = (await tx.checkpoints()).findLast(({ generation }) => generation === 0)
  if (last) await ageCheckpoints(tx, ports, { after: last.compressionId })
}

async function end(ports: Ports, run: Run, watch: Stopwatch, ending: Ending): Promise<void> {
  const pending = await ports.store.change(run.sessionId, null, async (tx) => {
    const compression = await stillRunning(tx, run)
    if (!compression) return null
    await endCompression(tx, ports, compression, watch, ending)
    // Another cut took the messages, so the session may still need a compression: plan again from its present state. [P7]
    return ending.status === 'skipped' && ending.reason === 'already-covered' ? checkBudget(tx, ports) : null
  })
  if (pending) await enqueueCompression(ports, pending)
}
