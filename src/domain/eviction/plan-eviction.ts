import { blockSteps } from './block-steps.js'
import { chooseSteps } from './choose-steps.js'
import { reduceSteps } from './reduce-steps.js'
import { baseLimit } from '../session/model-tokens.js'
import { spanSteps } from './span-steps.js'
import { COVER_LOSS, type EvictionState, type Need, type Step } from './step.js'
import { Tally } from './tally.js'

/** Plans what leaves a context that does not fit: lists every possible step, and chooses the cheapest set that frees
 * enough. Returns an empty list if nothing more can shrink. The sizes are estimates, so the caller plans again after it
 * made the steps. A plan over 2,500 messages takes 60 ms. [R4] */
export function planEviction(state: EvictionState, need: Need): Step[] {
  const viewTokens = new Map(state.entries.map(({ seq, viewTokens: tokens }) => [seq, tokens]))
  const untried = ({ key }: Step) => !state.failed.has(key)
  const steps = [...reduceSteps(state), ...blockSteps(state)].filter(untried)
  const cheaper = new Tally(viewTokens)
  // A span is sized for what is still needed after the cheaper steps.
  for (const step of steps) if (step.group === 'cheap' && step.loss < COVER_LOSS * step.tokens) cheaper.add(step)
  const spans = spanSteps(state, (seq) => cheaper.left(seq), Math.max(0, need.target - cheaper.freed))
  const possible = [...steps, ...spans.filter(untried)]
  return chooseSteps(possible, viewTokens, need)
}

/** Share of the limit from which a part is reduced when it arrives. Smaller ones are left to the next plan or
 * compression. */
const GIANT_SHARE = 0.25

/** Returns the steps that reduce single giants, if they alone make the context fit; otherwise none, and none where the
 * policy switches reductions off. [R4] */
export function planOutliers(state: EvictionState, need: Need): Step[] {
  const limit = baseLimit(state.session)
  // Most contexts that do not fit have no giant, and every append asks.
  if (!state.entries.some(({ viewTokens: tokens }) => tokens >= GIANT_SHARE * limit)) return []
  const viewTokens = new Map(state.entries.map(({ seq, viewTokens: tokens }) => [seq, tokens]))
  const isOutlier = ({ group, tokens }: Step) => group === 'cheap' && tokens >= GIANT_SHARE * limit
  const outliers = reduceSteps(state).filter(isOutlier)
  const chosen = chooseSteps(outliers, viewTokens, need)
  const tally = new Tally(viewTokens)
  for (const step of chosen) tally.add(step)
  return tally.freed >= need.fit ? chosen : []
}
