import { usedTokens } from '../../domain/session/budget.js'
import type { Checkpoint } from '../../domain/compression/checkpoint.js'
import type { Compression } from '../../domain/compression/compression.js'
import type { Cut } from '../../domain/context/cut.js'
import { planCompression, planRules, type PlanRules } from '../../domain/compression/compression-plan.js'
import { DomainError } from '../../domain/errors.js'
import { countOf } from '../../domain/ranges.js'
import {
  inputCandidates,
  isReadBack,
  maskCandidates,
  offloadCandidates,
  placeholdersOf,
  type Candidate,
} from '../../domain/reductions/candidates.js'
import { ageCheckpoints } from '../compression/age-checkpoints.js'
import { applyReductions } from '../reductions/apply-reductions.js'
import { commitCut } from '../cut/commit-cut.js'
import { flushNotes, shortenProgress } from '../goals/flush-notes.js'
import { makeCheckpoint } from '../compression/make-checkpoint.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { applyWatermark } from '../reductions/reduce-context.js'
import { ledgerBeside, shortenLedger } from '../cut/refresh-ledger.js'
import { evictOldest, evictUnits, evictHumanMessages } from './evict.js'
import { swapInCheckpoint } from '../compression/swap-in-checkpoint.js'

type Needs = Pick<Ports, 'ids' | 'clock' | 'tokenizer'>

/** Once shrunk, a context is shrunk this much further, so that the next message does not break the prefix again. [D6] */
const HYSTERESIS_SHARE = 0.1

/** Rules of a compression that give way to [P3]. */
type Pressed = Pick<PlanRules, 'tail'> & Partial<Pick<PlanRules, 'spanTokens'>>

interface Rung {
  run: (tx: SessionTx, ports: Needs, target: number) => Promise<unknown>
  /** Whether it is worth climbing for the hysteresis alone, or only when the context does not fit. */
  eager: boolean
}

/** Cheapest and safest first; each leaves as soon as enough is free. [B4] [V5] [R4] */
const LADDER: Rung[] = [
  { eager: true, run: (tx, ports) => flushNotes(tx, ports, 'emergency') },
  { eager: true, run: applyWatermark },
  { eager: true, run: maskAll },
  { eager: true, run: copyOut },
  { eager: false, run: (tx, ports) => ageCheckpoints(tx, ports, { oneLevel: true }) },
  { eager: false, run: offloadLargest },
  { eager: false, run: (tx, ports, target) => truncateInputs(tx, ports, target, false) },
  { eager: false, run: (tx, ports) => copyOut(tx, ports, 0, { tail: { tokens: 0, messages: 1 } }) },
  { eager: false, run: coverReadBack },
  { eager: false, run: evictHumanMessages },
  { eager: false, run: (tx, ports, target) => truncateInputs(tx, ports, target, true) },
  { eager: false, run: (tx, ports) => ageCheckpoints(tx, ports, { totalTokens: 0 }) },
  { eager: false, run: (tx, ports, target) => shrinkLedger(tx, ports, target, true) },
  { eager: false, run: evictUnits },
  { eager: false, run: (tx, ports, target) => shrinkLedger(tx, ports, target, false) },
  { eager: false, run: shortenProgress },
]

/** Makes the context fit `limit − reserve` without any model; a no-op when it does. Every step is a recorded cut. [P3]
 * Throws message_exceeds_window when what may never shrink is too large by itself. */
export async function ensureFit(tx: SessionTx, ports: Needs, reserve = tx.session.reserve): Promise<boolean> {
  const { session } = tx
  const freeTokens = session.limit - reserve
  const before = usedTokens(session.tokenCounts)
  if (before <= freeTokens) return false
  const target = freeTokens - HYSTERESIS_SHARE * session.limit
  for (const { run, eager } of LADDER) {
    const used = usedTokens(session.tokenCounts)
    if (used <= target || (used <= freeTokens && !eager)) break
    await run(tx, ports, target)
  }
  const used = usedTokens(session.tokenCounts)
  if (used > freeTokens) {
    const message = `The context takes ${used} tokens and nothing in it may shrink further; there is room for ${freeTokens}.`
    throw new DomainError('message_exceeds_window', message, { tokens: used, limit: session.limit, reserve })
  }
  tx.emit({ type: 'emergency', data: { tokensBefore: before, tokensAfter: used, limit: session.limit, reserve } })
  return true
}

async function maskAll(tx: SessionTx, ports: Needs): Promise<void> {
  if (tx.session.policy.mask === null) return
  const candidates = maskCandidates(
    tx.session,
    await tx.entries(),
    placeholdersOf(await tx.reductions()),
    tx.session.policy.mask.keepGroups,
  )
  await reduce(tx, ports, 'mask', candidates, 'old tool results put away')
}

/** The largest results, newest ones too, until it fits. [D1] */
async function offloadLargest(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const candidates = offloadCandidates(tx.session, await tx.entries(), placeholdersOf(await tx.reductions()), 200)
  await reduce(
    tx,
    ports,
    'offload',
    enough(candidates, usedTokens(tx.session.tokenCounts) - target),
    'largest tool results put away',
  )
}

/** What was read back is not put away again, so it can be too large for the room by itself. It goes before the user's words do, the newest
 * too: it can be read once more, in smaller pieces. [D1] */
async function coverReadBack(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const entries = await tx.entries()
  if (!entries.some(({ shape }) => shape.some(isReadBack))) return
  // In one span, whatever its size: the little that stands before the large reading is not worth a checkpoint of its own.
  await copyOut(tx, ports, target, { tail: { tokens: 0, messages: 0 }, spanTokens: Infinity })
}

async function truncateInputs(tx: SessionTx, ports: Needs, target: number, open: boolean): Promise<void> {
  const candidates = inputCandidates(tx.session, await tx.entries(), placeholdersOf(await tx.reductions()), open)
  await reduce(
    tx,
    ports,
    'truncate-input',
    enough(candidates, usedTokens(tx.session.tokenCounts) - target),
    'long arguments put away',
  )
}

async function reduce(
  tx: SessionTx,
  ports: Needs,
  kind: 'mask' | 'offload' | 'truncate-input',
  candidates: Candidate[],
  reason: string,
): Promise<void> {
  const cutId = ports.ids.make('cut')
  if ((await applyReductions(tx, ports, kind, candidates, cutId)) > 0)
    await commitCut(tx, ports, { id: cutId, kind: 'emergency', reason })
}

function enough(candidates: Candidate[], tokens: number): Candidate[] {
  let freed = 0
  return candidates.filter(({ tokens: size }) => freed < tokens && (freed += size) > 0)
}

/** Extractive checkpoints for everything before the tail, one for each window's worth. [V5] */
async function copyOut(tx: SessionTx, ports: Needs, target: number, pressed?: Pressed): Promise<void> {
  const { session } = tx
  if (session.policy.makeRoom === 'evict') return evictOldest(tx, ports, target, pressed?.tail)
  const rules = { ...planRules(session), ...(pressed && { ...pressed, minGain: 1 }) }
  while (usedTokens(session.tokenCounts) > target) {
    const { plan } = planCompression(session, await tx.entries(), rules)
    if (!plan) return
    const messages = await tx.span(plan.seqs)
    const compressionId = ports.ids.make('cmp')
    const written = { lines: [], summarizer: { kind: 'extractive' as const }, invented: 0 }
    const beside = {
      plan,
      messages,
      kind: 'emergency' as const,
      usedTokens: usedTokens(session.tokenCounts),
      ceilingTokens: rules.ceiling,
    }
    const shown = await ledgerBeside(tx, ports, session, beside)
    const goals = session.goals ? await tx.goals() : []
    const checkpoint = await makeCheckpoint(ports, session, { plan, messages, compressionId, shown, goals }, written)
    if (checkpoint.tokens >= plan.tokens) return
    const cut = await swapInCheckpoint(tx, ports, {
      plan,
      checkpoint,
      kind: 'emergency',
      reason: 'room was needed before a model could answer',
      compressionId,
    })
    await tx.insertCompression(emergencyRecord(compressionId, checkpoint, cut, ports.clock.now()))
    await ageCheckpoints(tx, ports, { after: compressionId })
  }
}

/** An emergency is a compression like any other and stands in the list of them. [P9] */
function emergencyRecord(
  id: string,
  checkpoint: Checkpoint,
  { tokensBefore, tokensAfter }: Cut,
  now: Date,
): Compression {
  return {
    id,
    sessionId: checkpoint.sessionId,
    trigger: 'emergency',
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

/** Decisions and files first; rules of the user only when nothing else is left. The API still lists them. [C9] */
async function shrinkLedger(tx: SessionTx, ports: Needs, target: number, keepRules: boolean): Promise<void> {
  const { tokenCounts, ledger } = tx.session
  const before = usedTokens(tokenCounts)
  if (await shortenLedger(tx, ports, (ledger?.tokens ?? 0) + target - before, keepRules)) {
    await commitCut(tx, ports, { kind: 'emergency', reason: 'the ledger was shortened' }, null, before)
  }
}
