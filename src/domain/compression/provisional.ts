/** A small span is not worth a model call of its own: a call costs the user about as much as one for a large span. Its checkpoint is
 * extractive and *provisional*: the next compression covers its messages again, together with its own, and asks the model about
 * both in one call. [V5] [P12] */
import { seqsOf } from '../ranges.js'
import type { Policy } from '../session/policy.js'
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import { CALL_CEILINGS, type CompressionPlan, type PlanRules } from './compression-plan.js'
import type { Compression } from './compression.js'

/** Whether the newest checkpoint is provisional. An older one stays as it is: to cover its messages again would change more of the
 * prefix.
 * @param made the compression that made it */
export function isProvisional(newest: Checkpoint, made: Pick<Compression, 'withoutModel'> | null): boolean {
  return made?.withoutModel === 'small-span' && newest.joined === 1 && newest.summarizer.kind === 'extractive'
}

/** Returns the checkpoint that comes last in the context. */
export function newestOf(live: readonly Checkpoint[]): Checkpoint | null {
  return live.toSorted((a, b) => a.range.to - b.range.to || a.number - b.number).at(-1) ?? null
}

/** Returns the plan that also covers the messages of a provisional checkpoint. */
export function planWith(plan: CompressionPlan, provisional: Checkpoint | null): CompressionPlan {
  if (!provisional) return plan
  const seqs = [...seqsOf(provisional.covered), ...plan.seqs].sort((a, b) => a - b)
  const tokens = provisional.originalTokens + plan.tokens
  return { ...plan, seqs, tokens, range: { from: seqs[0]!, to: seqs.at(-1)! } }
}

/** Whether no model is asked about the span now, because it is small. An app that requests a compression wants the model. A running
 * summary joins all checkpoints, so none is left to cover again.
 * @param whole the span, with the messages of the provisional checkpoint */
export function waitsForMore(
  { trigger, strategy, requested }: Pick<Compression, 'trigger' | 'strategy' | 'requested'>,
  whole: CompressionPlan,
  { rules, policy }: { rules: PlanRules; policy: Pick<Policy, 'checkpoints'> },
): boolean {
  if (trigger !== 'budget' || strategy !== 'auto' || requested || policy.checkpoints.running !== null) return false
  return whole.tokens < CALL_CEILINGS * rules.ceiling
}
