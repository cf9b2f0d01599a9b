import { usedTokens } from '../../domain/session/budget.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import type { Checkpoint } from '../../domain/compression/checkpoint.js'
import type { Compression, SkipReason } from '../../domain/compression/compression.js'
import { exactTexts } from '../../domain/ledger/ledger-block.js'
import type { StoredMessage } from '../../domain/message.js'
import { qualityOf } from '../../domain/session/quality.js'
import { seqsOf } from '../../domain/ranges.js'
import type { Session } from '../../domain/session/session.js'
import { commitCut } from '../cut/commit-cut.js'
import { beginRun, completeCompression, endCompression, markRunning, stillRunning } from './lifecycle.js'
import { updateReliability } from '../cut/update-reliability.js'
import { runUnderLease } from './keep-lease.js'
import { makeCheckpoint } from './make-checkpoint.js'
import type { Ports, Run, SessionTx, Subject } from '../ports/ports.js'
import { stopwatch, type Stopwatch } from './stage-times.js'
import { summarizeSpan, type Written } from './summarize-span.js'

/** Share of the exact facts that a model's checkpoint may lose against the extractive one, because it reads better. [P7] */
const SCORE_TOLERANCE = 0.02
/** Shares of the model's lines to try, most important lines first: fewer of them leave more tokens for extractive lines with exact facts. */
const SHARES_OF_LINES = [1, 1 / 2, 1 / 4]

interface Started {
  session: Session
  compression: Compression
  old: Checkpoint
}

/** Rewrites an extractive checkpoint with a model, from the original messages. The new one replaces it only if it is not worse and no
 * message arrived meanwhile. Duplicate and late jobs are no-ops. [V5] [P7] [P12] */
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
    const old = (await tx.checkpoints()).find(({ id }) => id === compression.upgrades)
    if (!old) {
      await endCompression(tx, ports, compression, watch, { status: 'skipped', reason: 'already-covered' })
      return null
    }
    const { covered, range, originalTokens: tokens, id: upgrades } = old
    await markRunning(tx, ports, compression, { covered, range, tokens, upgrades })
    return { session: tx.session, compression, old }
  })
}

async function upgrade(ports: Ports, started: Started, watch: Stopwatch, signal: AbortSignal): Promise<void> {
  const { session, compression, old } = started
  watch.begin('prepare')
  const messages = await ports.store.span(session.id, seqsOf(old.covered))
  watch.begin('summarize')
  const written = await summarizeSpan(ports, { session, compression, messages, removed: new Set() }, signal)
  signal.throwIfAborted()
  compression.attempts = written.attempts
  if (written.withoutModel) compression.withoutModel = written.withoutModel
  watch.begin('create-checkpoint')
  const checkpoint = await rewritten(ports, started, messages, written)
  await ports.store.change(session.id, null, async (tx) => {
    watch.begin('update-context')
    const why = checkpoint
      ? await whyNot(tx, started, checkpoint)
      : written.withoutModel === 'model-unavailable'
        ? 'model-unavailable'
        : 'not-better'
    if (checkpoint && why === null) await swap(tx, ports, started, checkpoint, watch)
    else await skip(tx, ports, started, watch, why ?? 'not-better')
  })
}

/** Returns the new checkpoint, with the number and the messages of the old one; null if it is worse than the old one. */
async function rewritten(
  ports: Ports,
  { session, compression, old }: Started,
  messages: readonly StoredMessage[],
  written: Written,
): Promise<Checkpoint | null> {
  if (written.lines.length === 0) return null
  const plan = {
    seqs: seqsOf(old.covered),
    humanMessagesWithResults: [],
    removed: new Set<string>(),
    tokens: old.originalTokens,
    range: old.range,
  }
  const span = { plan, messages, compressionId: compression.id, shown: exactTexts(session), goals: written.goals }
  const ranked = written.lines.toSorted((a, b) => b.importance - a.importance)
  for (const share of SHARES_OF_LINES) {
    const kept = new Set(ranked.slice(0, Math.ceil(ranked.length * share)))
    const lines = written.lines.filter((line) => kept.has(line))
    const made = await makeCheckpoint(ports, { ...session, compressionCount: old.number - 1 }, span, {
      ...written,
      lines,
    })
    const better = made.verification.score >= old.verification.score - SCORE_TOLERANCE
    if (better && made.lines.some(({ by }) => by === 'model')) return { ...made, supersedes: [old.id] }
  }
  return null
}

async function whyNot(
  tx: SessionTx,
  { session, compression, old }: Started,
  checkpoint: Checkpoint,
): Promise<SkipReason | null> {
  const ours = await stillRunning(tx, { compressionId: compression.id, runs: compression.runs })
  const live = (await tx.checkpoints()).some(({ id }) => id === old.id)
  if (!live || !ours || checkpoint.sourceDigest !== old.sourceDigest) return 'already-covered'
  if (tx.session.lastSeq !== session.lastSeq) return 'session-active'
  const fits = usedTokens(tx.session.tokenCounts) - old.tokens + checkpoint.tokens <= fitLimit(tx.session)
  return fits ? null : 'not-better'
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
  updateReliability(tx, (judged) => (judged.quality = qualityOf(judged.quality.parameters, live)))
  const reason = `checkpoint ${old.number} rewritten by a model`
  await commitCut(tx, ports, {
    kind: 'upgrade',
    reason,
    checkpointId: checkpoint.id,
    compressionId: compression.id,
  })
  watch.begin('validate')
  compression.checkpointId = checkpoint.id
  await completeCompression(tx, ports, compression, watch)
  const { id: checkpointId, number, tokens, summarizer, verification } = checkpoint
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
