/** Lists the steps that shorten checkpoints, ledger, and goal blocks. [C4] [C9] [G2] */
import { noteTokens } from '../goal/view.js'
import { NO_WATERMARK } from '../session/watermark.js'
import { lesserTokens } from '../compression/line-rank.js'
import { partKey } from '../context/part-key.js'
import { beforeBoundary } from '../reductions/boundary.js'
import { isDebug } from '../session/policy.js'
import { policyScale } from '../session/model-tokens.js'
import { COVER_LOSS, type Action, type EvictionState, type Group, type Step } from './step.js'

const LOSS = {
  age: 2 * COVER_LOSS,
  lesser: 2.5 * COVER_LOSS,
  ledger: 3 * COVER_LOSS,
  shrink: 4 * COVER_LOSS,
  last: 100 * COVER_LOSS,
}
/** Estimated tokens of all checkpoints joined in one, with one line. */
export const CHECKPOINT_FLOOR_TOKENS = 120
/** Estimated share of the ledger that is not rules of the user. */
const LEDGER_SHARE = 0.5

/** Returns the steps that shrink what is not a message: notes, checkpoints, ledger and goals. */
export function blockSteps(state: EvictionState): Step[] {
  const { goals, ledger } = state.session
  const total = state.checkpoints.reduce((sum, { tokens }) => sum + tokens, 0)
  const aged = agedTokens(state)
  const shrinkable = Math.max(0, total - aged - CHECKPOINT_FLOOR_TOKENS)
  const lesser = Math.min(shrinkable, lesserTokens(state.checkpoints.flatMap(({ lines }) => lines)))
  const ledgerTokens = ledger?.tokens ?? 0
  return [
    blockStep({ kind: 'notes' }, 'cheap', noteTokens(goals), 0),
    watermarkStep(state),
    blockStep({ kind: 'age' }, 'costly', aged, LOSS.age),
    blockStep({ kind: 'shrink-checkpoints', lesser: true }, 'costly', lesser, LOSS.lesser),
    blockStep({ kind: 'shrink-checkpoints', lesser: false }, 'costly', shrinkable - lesser, LOSS.shrink),
    blockStep({ kind: 'ledger', keepRules: true }, 'ledger', LEDGER_SHARE * ledgerTokens, LOSS.ledger),
    blockStep({ kind: 'ledger', keepRules: false }, 'last', (1 - LEDGER_SHARE) * ledgerTokens, LOSS.last),
    blockStep({ kind: 'progress' }, 'last', goals?.progress?.tokens ?? 0, LOSS.last),
  ].filter(({ tokens }) => tokens > 0)
}

function blockStep(action: Action, group: Group, tokens: number, loss: number): Step {
  const key =
    action.kind === 'ledger'
      ? `ledger ${action.keepRules}`
      : action.kind === 'shrink-checkpoints'
        ? `shrink-checkpoints ${action.lesser}`
        : action.kind
  return { key, group, tokens, loss: loss * tokens, whole: [], parts: [], beside: tokens, action }
}

/** Removes calls and results before the task boundary, which states that their task is over. [D4] */
function watermarkStep({ session, entries, reductions }: EvictionState): Step {
  const { seq: boundarySeq, appliedSeq } = session.watermark ?? NO_WATERMARK
  const step = blockStep({ kind: 'watermark' }, 'cheap', 0, 0)
  if (boundarySeq <= appliedSeq || isDebug(session.policy)) return step
  const { seqs, parts, tokens } = beforeBoundary(session, entries, reductions, boundarySeq)
  return {
    ...step,
    tokens,
    whole: seqs,
    parts: parts.map(({ seq, part, tokens: freed }) => ({ seq, key: partKey(seq, part), tokens: freed })),
  }
}

/** Returns the estimated tokens that aging by one level frees. */
function agedTokens({ session, checkpoints }: EvictionState): number {
  const { moderate, brief } = session.policy.checkpoints
  // Only the line budget bounds the ultra checkpoint, so joining it frees nothing for certain. [C4]
  const next = { 3: moderate, 2: brief, 1: Infinity, 0: Infinity }
  return checkpoints
    .map(({ tokens, level, joined }) => tokens - next[level] * joined * policyScale(session))
    .reduce((sum, freed) => sum + Math.max(0, freed), 0)
}
