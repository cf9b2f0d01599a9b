import { usedTokens } from '../../domain/session/budget.js'
import type { Checkpoint } from '../../domain/compression/checkpoint.js'
import type { Compression, SkipReason } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import { exactTexts } from '../../domain/ledger/ledger-block.js'
import type { StoredMessage } from '../../domain/message.js'
import { qualityOf } from '../../domain/session/quality.js'
import { countOf, seqsOf } from '../../domain/ranges.js'
import type { Session } from '../../domain/session/session.js'
import { commitCut } from '../cut/commit-cut.js'
import { countRun, endCompression, isFree, leaseFrom, putBack, stillRunning } from './lifecycle.js'
import { updateReliability } from '../cut/update-reliability.js'
import { keepLease } from './keep-lease.js'
import { makeCheckpoint } from './make-checkpoint.js'
import type { Ports, Run, SessionTx, Subject } from '../ports/ports.js'
import { stopwatch, type Stopwatch } from './stage-times.js'
import { summarizeSpan, type Written } from './summarize-span.js'

/** What a model wrote may keep so much less of the exact facts than the copy: it reads better. [P7] */
const SCORE_TOLERANCE = 0.02
/** All that the model wrote, or only its most important lines, so that more copied ones have room: words must not cost facts. */
const SHARES_OF_LINES = [1, 1 / 2, 1 / 4]

interface Taken {
  session: Session
  compression: Compression
  old: Checkpoint
}

/** Lets a model write a copied checkpoint anew, from the original messages; it takes the old one's place only if it is not worse and nobody
 * spoke meanwhile. A doubled or late job is a no-op. [V5] [P7] [P12] */
export async function runUpgrade(ports: Ports, subject: Subject, signal: AbortSignal): Promise<void> {
  const watch = stopwatch(ports.clock)
  const taken = await takeUp(ports, subject, watch)
  if (!taken) return
  const run: Run = { ...subject, runs: taken.compression.runs }
  try {
    await keepLease(ports, run, signal, (running) => upgrade(ports, taken, watch, running))
  } catch (error) {
    if (signal.aborted) return putBack(ports, run)
    if (error instanceof DomainError && error.code === 'session_not_found') return
    if (error instanceof DomainError && error.code === 'store_unavailable') throw error
    ports.log.error({ ...run, err: error }, 'upgrade failed')
    await ports.store.change(subject.sessionId, null, (tx) => skip(tx, ports, taken, watch, 'not-better'))
  }
}

async function takeUp(ports: Ports, { sessionId, compressionId }: Subject, watch: Stopwatch): Promise<Taken | null> {
  watch.begin('identify')
  return ports.store.change(sessionId, null, async (tx) => {
    const compression = await tx.compression(compressionId)
    if (!compression || !isFree(compression, tx.now) || !(await countRun(tx, ports, compression, watch))) return null
    const old = (await tx.checkpoints()).find(({ id }) => id === compression.upgrades)
    if (!old) {
      await endCompression(tx, ports, compression, watch, { status: 'skipped', reason: 'already-covered' })
      return null
    }
    compression.state = {
      status: 'running',
      startedAt: ports.clock.now(),
      stage: 'prepare',
      leaseUntil: leaseFrom(tx.now),
    }
    compression.covered = old.covered
    compression.messages = countOf(old.covered)
    compression.tokensBefore = usedTokens(tx.session.tokenCounts)
    await tx.updateCompression(compression)
    tx.session.compressor = { ...tx.session.compressor, state: 'running' }
    const { from, to } = old.range
    tx.emit({
      type: 'compression-started',
      data: { compressionId, messages: compression.messages, from, to, tokens: old.originalTokens, upgrades: old.id },
    })
    return { session: tx.session, compression, old }
  })
}

async function upgrade(ports: Ports, taken: Taken, watch: Stopwatch, signal: AbortSignal): Promise<void> {
  const { session, compression, old } = taken
  watch.begin('prepare')
  const messages = await ports.store.span(session.id, seqsOf(old.covered))
  watch.begin('summarize')
  const written = await summarizeSpan(ports, { session, compression, messages, removed: new Set() }, signal)
  signal.throwIfAborted()
  compression.attempts = written.attempts
  if (written.withoutModel) compression.withoutModel = written.withoutModel
  watch.begin('create-checkpoint')
  const checkpoint = await rewritten(ports, taken, messages, written)
  await ports.store.change(session.id, null, async (tx) => {
    watch.begin('update-context')
    const why = checkpoint
      ? await whyNot(tx, taken, checkpoint)
      : written.withoutModel === 'model-unavailable'
        ? 'model-unavailable'
        : 'not-better'
    if (checkpoint && why === null) await swap(tx, ports, taken, checkpoint, watch)
    else await skip(tx, ports, taken, watch, why ?? 'not-better')
  })
}

/** Under the old one's number, for the same messages; null: nothing that is as good as the copy. */
async function rewritten(
  ports: Ports,
  { session, compression, old }: Taken,
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
  { session, compression, old }: Taken,
  checkpoint: Checkpoint,
): Promise<SkipReason | null> {
  const ours = await stillRunning(tx, { compressionId: compression.id, runs: compression.runs })
  const live = (await tx.checkpoints()).some(({ id }) => id === old.id)
  if (!live || !ours || checkpoint.sourceDigest !== old.sourceDigest) return 'already-covered'
  if (tx.session.lastSeq !== session.lastSeq) return 'session-active'
  const fits =
    usedTokens(tx.session.tokenCounts) - old.tokens + checkpoint.tokens <= tx.session.limit - tx.session.reserve
  return fits ? null : 'not-better'
}

async function swap(
  tx: SessionTx,
  ports: Ports,
  { compression, old }: Taken,
  checkpoint: Checkpoint,
  watch: Stopwatch,
): Promise<void> {
  const { session } = tx
  await tx.supersede([old.id], checkpoint.id)
  await tx.insertCheckpoint(checkpoint)
  const live = await tx.checkpoints()
  updateReliability(tx, (judged) => (judged.quality = qualityOf(judged.quality.parameters, live)))
  const reason = `checkpoint ${old.number} written anew by a model`
  const cut = await commitCut(tx, ports, {
    kind: 'upgrade',
    reason,
    checkpointId: checkpoint.id,
    compressionId: compression.id,
  })
  watch.begin('validate')
  compression.checkpointId = checkpoint.id
  compression.tokensAfter = cut.tokensAfter
  compression.stages = watch.end()
  compression.state = { status: 'completed', finishedAt: ports.clock.now() }
  session.compressor = { state: 'idle' }
  await tx.updateCompression(compression)
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
  { compression, old }: Taken,
  watch: Stopwatch,
  reason: SkipReason,
): Promise<void> {
  if (!(await stillRunning(tx, { compressionId: compression.id, runs: compression.runs }))) return
  // A model that could not be asked has said nothing about this checkpoint, and words that came in between neither.
  if (reason === 'model-unavailable' || reason === 'session-active') await tx.noteUpgrade(old.id, null)
  await endCompression(tx, ports, compression, watch, { status: 'skipped', reason })
}
