/** Makes planned reductions of parts, under pressure. [R4] */
import { partKey } from '../../domain/context/part-key.js'
import { type Reduction, REDUCTION_KINDS } from '../../domain/context/reduction.js'
import { stepsOf, type StepOf } from '../../domain/eviction/step.js'
import { pluralize } from '../../domain/number-format.js'
import { placeholdersOf } from '../../domain/reductions/candidates.js'
import type { CutReductionKind } from '../../domain/reductions/registry.js'
import { conversationTokens, triggerTokens, usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit } from '../../domain/session/model-tokens.js'
import { commitCut } from '../cut/commit-cut.js'
import { compute } from '../../threads/compute.js'
import { snapshotBeforeCut } from '../cut/snapshot-before-cut.js'
import type { Session, SessionChange } from '../../domain/session/session.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { applyReductions } from './apply-reductions.js'

/** Reduces single giants that alone keep the context from fitting, before anything else is masked or summarized because
 * of them. Does nothing while the context fits, or if it takes more than that. Call after every addition. [R4] */
export async function reduceOutliers(tx: SessionTx, ports: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>): Promise<void> {
  const { session } = tx
  const { tokenCounts, policy } = session
  const fit = usedTokens(tokenCounts) - fitLimit(session)
  if (fit <= 0) return
  const trigger = triggerTokens(baseLimit(session), tokenCounts, policy.summarize) ?? Infinity
  const target = Math.max(fit, conversationTokens(tokenCounts) - trigger + 1)
  const records = { entries: await tx.entries(), reductions: await tx.reductions() }
  const state = { session, ...records, checkpoints: [], failed: new Set<string>() }
  const steps = stepsOf(await compute('planOutliers', records.entries.length, state, { fit, target }), 'reduce')
  if (steps.length === 0) return
  await snapshotBeforeCut(tx, ports)
  await reduceParts(tx, ports, steps)
}

/** Reasons of the cut by kind of reduction. */
const REASONS: Partial<Record<CutReductionKind, (parts: number) => string>> = {
  reasoning: (parts) => `${pluralize(parts, 'reasoning part')} dropped`,
  mask: (parts) => `${pluralize(parts, 'old tool result')} masked`,
  offload: (parts) => `${pluralize(parts, 'large tool result')} offloaded`,
  'truncate-input': (parts) => `long arguments of ${pluralize(parts, 'call')} truncated`,
  'offload-text': (parts) => `${pluralize(parts, 'long text')} offloaded`,
  excerpt: (parts) => `${pluralize(parts, 'oversized text')} of the user shown as head and tail`,
}

/** Reduces parts in one cut. Returns the keys of the steps whose placeholder would not be smaller. */
export async function reduceParts(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'tokenizer'>,
  steps: readonly StepOf<'reduce'>[],
): Promise<string[]> {
  if (steps.length === 0) return []
  const id = ports.ids.make('cut')
  const reasons: string[] = []
  for (const kind of REDUCTION_KINDS) {
    if (kind === 'condense') continue
    const candidates = steps.filter(({ action }) => action.reduction === kind).map(({ action }) => action.candidate)
    if ((await applyReductions(tx, ports, kind, candidates, id)) > 0)
      reasons.push(REASONS[kind]?.(candidates.length) ?? kind)
  }
  if (reasons.length > 0) await commitCut(tx, ports, { id, kind: 'emergency', reason: reasons.join(', ') })
  const reductions = await tx.reductions()
  tx.change(noteExcerpts(tx.session, reductions))
  const placeholders = placeholdersOf(reductions)
  return steps
    .filter(
      ({ action: { candidate, reduction } }) =>
        placeholders.get(partKey(candidate.seq, candidate.part))?.kind !== reduction,
    )
    .map(({ key }) => key)
}

/** Returns the note of how many messages of the user are shown in part, for the status. [D8] */
function noteExcerpts({ excerptCount }: Session, reductions: readonly Reduction[]): SessionChange {
  const seqs = new Set(reductions.flatMap(({ kind, seq }) => (kind === 'excerpt' ? [seq] : [])))
  return seqs.size > 0 || excerptCount ? { excerptCount: seqs.size } : {}
}
