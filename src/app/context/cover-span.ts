import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import type { Compression, CompressionTrigger } from '../../domain/compression/compression.js'
import { planRules, planUnits, type CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { Cut } from '../../domain/context/cut.js'
import { unitsOf } from '../../domain/context/pairing.js'
import { countOf } from '../../domain/ranges.js'
import { usedTokens } from '../../domain/session/budget.js'
import { ageCheckpoints } from '../compression/age-checkpoints.js'
import { makeCheckpoint } from '../compression/make-checkpoint.js'
import { swapInCheckpoint } from '../compression/swap-in-checkpoint.js'
import { ledgerBeside } from '../cut/refresh-ledger.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { readTurns } from '../shared/read-turns.js'

/** Why a span is covered at once. */
export interface Why {
  kind: Cut['kind']
  trigger: CompressionTrigger
  reason: string
}
const EMERGENCY: Why = {
  kind: 'emergency',
  trigger: 'emergency',
  reason: 'tokens were needed before a model could reply',
}

/** Replaces a span by an extractive checkpoint, without a model. Returns false if the checkpoint would not be smaller, or
 * would have no lines; nothing changes then. [V5] [P7] */
export async function coverSpan(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>,
  planned: CompressionPlan,
  why: Why = EMERGENCY,
): Promise<boolean> {
  const { session } = tx
  const plan = await currentPlan(tx, planned)
  if (!plan) return false
  const messages = await tx.span(plan.seqs)
  const turns = await readTurns((seqs) => tx.span(seqs), session, await tx.entries(), messages)
  const compressionId = ports.ids.make('cmp')
  const ledgerInput = {
    plan,
    messages,
    kind: 'emergency' as const,
    usedTokens: usedTokens(session.tokenCounts),
    ceilingTokens: planRules(session).ceiling,
  }
  const shown = await ledgerBeside(tx, ports, session, ledgerInput)
  const goals = session.goals ? await tx.goals() : []
  const written = { lines: [], summarizer: { kind: 'extractive' as const }, invented: 0 }
  const span = { plan, messages, compressionId, shown, goals, turns, live: await tx.checkpoints() }
  const checkpoint = await makeCheckpoint(ports, session, span, written)
  if (checkpoint.tokens >= plan.tokens || checkpoint.lines.length === 0) return false
  const cut = await swapInCheckpoint(tx, ports, {
    plan,
    checkpoint,
    kind: why.kind,
    reason: why.reason,
    compressionId,
  })
  await tx.insertCompression(recordOf(compressionId, checkpoint, { cut, trigger: why.trigger, now: ports.clock.now() }))
  await ageCheckpoints(tx, ports, { after: compressionId, urgent: true })
  return true
}

/** Returns the plan with the sizes after the steps that were made meanwhile; null if a message has left. */
async function currentPlan(tx: SessionTx, planned: CompressionPlan): Promise<CompressionPlan | null> {
  const seqs = new Set([...planned.seqs, ...planned.humanMessagesWithResults])
  const units = unitsOf(await tx.entries(), tx.session.lastSpokenSeq).filter(({ entries }) =>
    entries.some(({ seq }) => seqs.has(seq)),
  )
  const plan = planUnits(units)
  return plan?.seqs.length === planned.seqs.length ? plan : null
}

/** Returns the compression record, so that the list of compressions includes it. [P9] */
function recordOf(
  id: string,
  checkpoint: Checkpoint,
  { cut: { tokensBefore, tokensAfter }, trigger, now }: { cut: Cut; trigger: CompressionTrigger; now: Date },
): Compression {
  return {
    id,
    sessionId: checkpoint.sessionId,
    trigger,
    strategy: 'extractive',
    instructions: null,
    state: { status: 'completed', finishedAt: now },
    stages: [],
    attempts: [],
    covered: checkpoint.covered,
    messages: countOf(checkpoint.covered),
    tokensBefore,
    tokensAfter,
    checkpointId: checkpoint.id,
    runs: 1,
    createdAt: now,
  }
}
