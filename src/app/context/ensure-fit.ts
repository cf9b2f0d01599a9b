import { usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit, modelTokens } from '../../domain/session/model-tokens.js'
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
import type { Reach } from '../../domain/reductions/entry.js'
import { ageCheckpoints } from '../compression/age-checkpoints.js'
import { applyReductions } from '../reductions/apply-reductions.js'
import { commitCut } from '../cut/commit-cut.js'
import { removeFirstParts } from '../cut/remove-first.js'
import { flushNotes, shortenProgress } from '../goals/flush-notes.js'
import { makeCheckpoint } from '../compression/make-checkpoint.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { applyWatermark } from '../reductions/reduce-context.js'
import { ledgerBeside, shortenLedger } from '../cut/refresh-ledger.js'
import { evictOldest, evictUnits, evictHumanMessages } from './evict.js'
import { swapInCheckpoint } from '../compression/swap-in-checkpoint.js'

type Needs = Pick<Ports, 'ids' | 'clock' | 'tokenizer'>

/** Extra share of the limit to free once a context shrinks, so that the next message does not change the prefix again.
 * [D6] */
const HYSTERESIS_SHARE = 0.1

/** Compression rules that are relaxed to satisfy [P3]. */
type RelaxedRules = Pick<PlanRules, 'tail'> & Partial<Pick<PlanRules, 'spanTokens'>>

interface Rung {
  run: (tx: SessionTx, ports: Needs, target: number) => Promise<unknown>
  /** Whether this rung also runs to reach the hysteresis target, or only while the context does not fit. */
  eager: boolean
}

/** Rungs in order, cheapest and safest first. Each stops as soon as enough tokens are free. [B4] [V5] [R4] */
const LADDER: Rung[] = [
  { eager: true, run: (tx, ports) => flushNotes(tx, ports, 'emergency') },
  { eager: true, run: (tx, ports) => removeFirst(tx, ports, 'cut') },
  { eager: true, run: applyWatermark },
  { eager: true, run: maskAll },
  { eager: true, run: coverExtractively },
  { eager: false, run: (tx, ports) => ageCheckpoints(tx, ports, { oneLevel: true }) },
  { eager: false, run: offloadLargest },
  { eager: false, run: (tx, ports, target) => truncateInputs(tx, ports, target, false) },
  { eager: false, run: (tx, ports) => coverExtractively(tx, ports, 0, { tail: { tokens: 0, messages: 1 } }) },
  { eager: false, run: coverReadBack },
  { eager: false, run: (tx, ports) => removeFirst(tx, ports, 'pressure') },
  { eager: false, run: evictHumanMessages },
  { eager: false, run: (tx, ports, target) => truncateInputs(tx, ports, target, true) },
  { eager: false, run: (tx, ports) => ageCheckpoints(tx, ports, { totalTokens: 0 }) },
  { eager: false, run: (tx, ports, target) => shrinkLedger(tx, ports, target, true) },
  { eager: false, run: (tx, ports) => removeFirst(tx, ports, 'refusal') },
  { eager: false, run: evictUnits },
  { eager: false, run: (tx, ports, target) => shrinkLedger(tx, ports, target, false) },
  { eager: false, run: shortenProgress },
]

/** Makes the context fit `limit − reserve` without a model. Every step is a recorded cut. [P3]
 * Returns whether the context changed. Throws message_exceeds_window if the protected content alone does not fit. */
export async function ensureFit(tx: SessionTx, ports: Needs, reserve = tx.session.reserve): Promise<boolean> {
  const { session } = tx
  const freeTokens = fitLimit({ ...session, reserve })
  const before = usedTokens(session.tokenCounts)
  if (before <= freeTokens) return false
  const target = freeTokens - HYSTERESIS_SHARE * baseLimit(session)
  for (const { run, eager } of LADDER) {
    const used = usedTokens(session.tokenCounts)
    if (used <= target || (used <= freeTokens && !eager)) break
    await run(tx, ports, target)
  }
  const used = usedTokens(session.tokenCounts)
  if (used > freeTokens) {
    const tokens = modelTokens(session, used)
    const message =
      `The context takes ${tokens} tokens and cannot shrink further; ${modelTokens(session, freeTokens)} are available. ` +
      'Shorten the system prompt or unpin messages.'
    throw new DomainError('message_exceeds_window', message, { tokens, limit: session.limit, reserve })
  }
  tx.emit({ type: 'emergency', data: { tokensBefore: before, tokensAfter: used, limit: session.limit, reserve } })
  return true
}

/** Removes the parts that leave with every cut, and more of them under pressure. [D7] */
async function removeFirst(tx: SessionTx, ports: Needs, reach: Reach): Promise<void> {
  const id = ports.ids.make('cut')
  const reasons = await removeFirstParts(tx, ports, id, reach)
  if (reasons.length > 0) await commitCut(tx, ports, { id, kind: 'emergency', reason: reasons.join(', ') })
}

async function maskAll(tx: SessionTx, ports: Needs): Promise<void> {
  if (tx.session.policy.mask === null) return
  const candidates = maskCandidates(
    tx.session,
    await tx.entries(),
    placeholdersOf(await tx.reductions()),
    tx.session.policy.mask.keepGroups,
  )
  await reduce(tx, ports, 'mask', candidates, 'old tool results masked')
}

/** Offloads the largest results, including new ones, until the context fits. [D1] */
async function offloadLargest(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const candidates = offloadCandidates(tx.session, await tx.entries(), placeholdersOf(await tx.reductions()), 200)
  await reduce(
    tx,
    ports,
    'offload',
    firstCandidates(candidates, usedTokens(tx.session.tokenCounts) - target),
    'largest tool results offloaded',
  )
}

/** Covers results that were read back. They are never reduced again, so one alone can be too large for the window.
 * All of them, including the newest, are covered before human messages are evicted: the model can read them again in
 * smaller ranges. [D1] */
async function coverReadBack(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const entries = await tx.entries()
  if (!entries.some(({ shape }) => shape.some(isReadBack))) return
  // One span of any size: the few messages before the large result are not worth a separate checkpoint.
  await coverExtractively(tx, ports, target, { tail: { tokens: 0, messages: 0 }, spanTokens: Infinity })
}

/** @param open also truncates arguments of calls that failed or have no result yet */
async function truncateInputs(tx: SessionTx, ports: Needs, target: number, open: boolean): Promise<void> {
  const candidates = inputCandidates(tx.session, await tx.entries(), placeholdersOf(await tx.reductions()), open)
  await reduce(
    tx,
    ports,
    'truncate-input',
    firstCandidates(candidates, usedTokens(tx.session.tokenCounts) - target),
    'long arguments truncated',
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

/** Returns the first candidates that together free `tokens`. */
function firstCandidates(candidates: Candidate[], tokens: number): Candidate[] {
  let freed = 0
  return candidates.filter(({ tokens: size }) => freed < tokens && (freed += size) > 0)
}

/** Covers everything before the tail with extractive checkpoints, one per span. [V5]
 * With `makeRoom: "evict"` it evicts these messages instead. */
async function coverExtractively(tx: SessionTx, ports: Needs, target: number, relaxed?: RelaxedRules): Promise<void> {
  const { session } = tx
  if (session.policy.makeRoom === 'evict') return evictOldest(tx, ports, target, relaxed?.tail)
  const rules = { ...planRules(session), ...(relaxed && { ...relaxed, minGain: 1 }) }
  while (usedTokens(session.tokenCounts) > target) {
    const { plan } = planCompression(session, await tx.entries(), rules)
    if (!plan) return
    const messages = await tx.span(plan.seqs)
    const compressionId = ports.ids.make('cmp')
    const written = { lines: [], summarizer: { kind: 'extractive' as const }, invented: 0 }
    const ledgerInput = {
      plan,
      messages,
      kind: 'emergency' as const,
      usedTokens: usedTokens(session.tokenCounts),
      ceilingTokens: rules.ceiling,
    }
    const shown = await ledgerBeside(tx, ports, session, ledgerInput)
    const goals = session.goals ? await tx.goals() : []
    const checkpoint = await makeCheckpoint(ports, session, { plan, messages, compressionId, shown, goals }, written)
    if (checkpoint.tokens >= plan.tokens) return
    const cut = await swapInCheckpoint(tx, ports, {
      plan,
      checkpoint,
      kind: 'emergency',
      reason: 'tokens were needed before a model could reply',
      compressionId,
    })
    await tx.insertCompression(emergencyRecord(compressionId, checkpoint, cut, ports.clock.now()))
    await ageCheckpoints(tx, ports, { after: compressionId })
  }
}

/** Returns the compression record of an emergency, so that the list of compressions includes it. [P9] */
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

/** Shortens the ledger: decisions and files first, the user's rules only as a last resort. [C9]
 * The API still lists all entries. */
async function shrinkLedger(tx: SessionTx, ports: Needs, target: number, keepRules: boolean): Promise<void> {
  const { tokenCounts, ledger } = tx.session
  const before = usedTokens(tokenCounts)
  if (await shortenLedger(tx, ports, (ledger?.tokens ?? 0) + target - before, keepRules)) {
    await commitCut(tx, ports, { kind: 'emergency', reason: 'the ledger was shortened' }, null, before)
  }
}
