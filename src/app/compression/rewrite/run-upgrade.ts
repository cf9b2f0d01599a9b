import { usedTokens } from '../../../domain/session/budget.js'
import { baseLimit, fitLimit } from '../../../domain/session/model-tokens.js'
import type { Checkpoint } from '../../../domain/checkpoint/checkpoint.js'
import type { Compression, SkipReason } from '../../../domain/compression/compression.js'
import { isHuman, type StoredMessage, type ViewEntry } from '../../../domain/message.js'
import { qualityOf } from '../../../domain/session/quality.js'
import { seqsOf } from '../../../domain/ranges.js'
import type { Session } from '../../../domain/session/session.js'
import { commitCut } from '../../cut/commit-cut.js'
import { beginRun, completeCompression, endCompression, markRunning, stillRunning } from '../lifecycle.js'
import { updateReliability } from '../../cut/update-reliability.js'
import { runUnderLease } from '../keep-lease.js'
import { checkBudget } from '../check-budget.js'
import { enqueueCompression } from '../enqueue.js'
import { offerAged } from './offer-aged.js'
import { isAging, rewriteCheckpoint } from './rewrite-checkpoint.js'
import { abortWhen } from '../../models/abort-when.js'
import { withAnySignal } from '../../../ports/any-signal.js'
import type { Ports, Run, SessionTx, Subject } from '../../../ports/ports.js'
import { readTurns } from '../../shared/read-turns.js'
import { stopwatch, type Stopwatch } from '../stage-times.js'
import { judgeHelp } from '../summarize/judge-help.js'
import { summarizeSpan } from '../summarize/summarize-span.js'
import { linesAsSource } from '../../../domain/checkpoint/lines-as-source.js'

export interface Started {
  session: Session
  compression: Compression
  /** The checkpoint to rewrite. */
  old: Checkpoint
  /** Human messages in the context. */
  requests: readonly ViewEntry[]
  /** The other live checkpoints. */
  live: readonly Checkpoint[]
}

/** Rewrites a checkpoint with a model: an extractive one (trigger `upgrade`), or one that aged (trigger `aging`). The new one
 * replaces it only if it is not worse, and for an upgrade only if no message arrived meanwhile. Duplicate and late jobs are
 * no-ops. [V5] [C5] [P7] [P12] */
export async function runUpgrade(ports: Ports, subject: Subject, signal: AbortSignal): Promise<void> {
  const watch = stopwatch(ports.clock)
  const started = await start(ports, subject, watch)
  if (!started) return
  const run: Run = { ...subject, runs: started.compression.runs }
  await runUnderLease(
    ports,
    run,
    signal,
    (running) => upgrade(ports, started, watch, running),
    async (error) => {
      ports.log.error({ ...run, err: error }, 'upgrade failed')
      await ports.store.change(subject.sessionId, null, (tx) => skip(tx, ports, started, watch, 'not-better'))
    },
  )
}

async function start(ports: Ports, subject: Subject, watch: Stopwatch): Promise<Started | null> {
  watch.begin('identify')
  return ports.store.change(subject.sessionId, null, async (tx) => {
    const compression = await beginRun(tx, ports, subject, watch)
    if (!compression) return null
    const live = await tx.checkpoints()
    const old = live.find(({ id }) => id === compression.upgrades)
    if (!old) {
      await endCompression(tx, ports, compression, watch, { status: 'skipped', reason: 'already-covered' })
      return null
    }
    const { covered, range, originalTokens: tokens, id: upgrades } = old
    await markRunning(tx, ports, compression, { covered, range, tokens, upgrades })
    const requests = (await tx.entries()).filter(isHuman)
    return { session: tx.session, compression, old, requests, live: live.filter(({ id }) => id !== old.id) }
  })
}

async function upgrade(ports: Ports, started: Started, watch: Stopwatch, signal: AbortSignal): Promise<void> {
  const { session, compression, old } = started
  watch.begin('prepare')
  const messages = await messagesOf(ports, started)
  watch.begin('summarize')
  const turns = await readTurns((seqs) => ports.store.span(session.id, seqs), session, started.requests, messages)
  const shorter = linesAsSource([...old.lines, ...(old.reserve ?? [])], old.range.from)
  const asked = { session, compression, messages, removed: new Set<string>(), turns, level: old.level }
  const span = isAging(compression) ? { ...asked, shorter } : asked
  const written = await whileIdle(ports, started, signal, (stop) => summarizeSpan(ports, span, stop))
  signal.throwIfAborted()
  if (!written) {
    await ports.store.change(session.id, null, (tx) => skip(tx, ports, started, watch, 'session-active'))
    return
  }
  if (written.withoutModel) compression.withoutModel = written.withoutModel
  watch.begin('create-checkpoint')
  const checkpoint = await rewriteCheckpoint(ports, started, { messages, turns }, written)
  compression.attempts = await judgeHelp(ports, { session, messages }, { written, checkpoint })
  const next = await ports.store.change(session.id, null, async (tx) => {
    watch.begin('update-context')
    const why = checkpoint
      ? await whyNot(tx, started, checkpoint)
      : written.withoutModel === 'model-unavailable' || written.withoutModel === 'quota-exceeded'
        ? 'model-unavailable'
        : 'not-better'
    if (checkpoint && why === null) await swap(tx, ports, started, checkpoint, watch)
    else await skip(tx, ports, started, watch, why ?? 'not-better')
    // The session may have reached its trigger meanwhile, and that compression is more urgent.
    const pending = await checkBudget(tx, ports)
    if (pending || !isAging(compression) || why === 'model-unavailable') return pending
    return offerAged(tx, ports, old.range.from)
  })
  if (next) await enqueueCompression(ports, next)
}

/** Returns what `call` returns. The upgrade of a session whose conversation goes on is stopped, because the model answers it now; then returns
 * null. [P12] */
async function whileIdle<T>(
  { store, log }: Ports,
  { session, compression }: Started,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  if (isAging(compression)) return call(signal)
  const active = abortWhen(async () => {
    const now = await store.session(session.id, null)
    return now?.lastSeq === session.lastSeq ? null : 'the conversation goes on'
  }, log)
  try {
    return await withAnySignal([signal, active.signal], call)
  } catch (error) {
    if (active.signal.aborted) return null
    throw error
  } finally {
    active.end()
  }
}

/** Returns the original messages of the checkpoint; none of a checkpoint that aged if they cannot fit one call. [C5] */
async function messagesOf(ports: Ports, { session, compression, old }: Started): Promise<StoredMessage[]> {
  if (isAging(compression) && old.originalTokens > baseLimit(session)) return []
  return ports.store.span(session.id, seqsOf(old.covered))
}

async function whyNot(
  tx: SessionTx,
  { session, compression, old }: Started,
  checkpoint: Checkpoint,
): Promise<SkipReason | null> {
  const ours = await stillRunning(tx, { compressionId: compression.id, runs: compression.runs })
  const live = (await tx.checkpoints()).some(({ id }) => id === old.id)
  if (!live || !ours || checkpoint.sourceDigest !== old.sourceDigest) return 'already-covered'
  if (!isAging(compression) && tx.session.lastSeq !== session.lastSeq) return 'session-active'
  const grown = checkpoint.tokens - old.tokens
  return grown <= 0 || usedTokens(tx.session.tokenCounts) + grown <= fitLimit(tx.session) ? null : 'not-better'
}

async function swap(
  tx: SessionTx,
  ports: Ports,
  { compression, old }: Started,
  checkpoint: Checkpoint,
  watch: Stopwatch,
): Promise<void> {
  await tx.supersede([old.id], checkpoint.id)
  await tx.insertCheckpoint(checkpoint)
  const live = await tx.checkpoints()
  updateReliability(tx, { quality: qualityOf(tx.session.quality.parameters, live) })
  await commitCut(tx, ports, {
    kind: isAging(compression) ? 'aging' : 'upgrade',
    reason: `checkpoint ${old.number} rewritten by a model`,
    checkpointId: checkpoint.id,
    compressionId: compression.id,
  })
  watch.begin('validate')
  compression.checkpointId = checkpoint.id
  await completeCompression(tx, ports, compression, watch)
  const { id: checkpointId, number, level, generation, lines, tokens, summarizer, verification } = checkpoint
  if (isAging(compression)) {
    const sizes = { tokensBefore: old.tokens, tokensAfter: tokens, lines: lines.length, returned: 0 }
    const levels = { levelBefore: old.level, level, generation }
    tx.emit({ type: 'checkpoint-aged', data: { checkpointId, replaces: [old.id], ...levels, ...sizes } })
    return
  }
  tx.emit({
    type: 'checkpoint-upgraded',
    data: {
      compressionId: compression.id,
      checkpointId,
      replaces: old.id,
      number,
      summarizer: summarizer.kind,
      tokensBefore: old.tokens,
      tokensAfter: tokens,
      scoreBefore: old.verification.score,
      scoreAfter: verification.score,
    },
  })
}

async function skip(
  tx: SessionTx,
  ports: Ports,
  { compression, old }: Started,
  watch: Stopwatch,
  reason: SkipReason,
): Promise<void> {
  if (!(await stillRunning(tx, { compressionId: compression.id, runs: compression.runs }))) return
  // Neither an unavailable model nor a new message says anything about this checkpoint, so it may be offered again.
  if (reason === 'model-unavailable' || reason === 'session-active') await tx.noteUpgrade(old.id, null)
  await endCompression(tx, ports, compression, watch, { status: 'skipped', reason })
}
