/** What leaves a context that is many times too large: a history that arrived at once. [R4] [P13] */
import { isCompressible, planUnits, type CompressionPlan } from '../compression/compression-plan.js'
import { tailStart } from '../compression/tail.js'
import { openSeqs, unitsOf, type Unit } from '../context/pairing.js'
import { isProtected } from '../reductions/protected.js'
import type { ViewEntry } from '../message.js'
import { triggerTokens, usedTokens } from '../session/budget.js'
import { baseLimit, fitLimit } from '../session/model-tokens.js'
import { leastSaying, type HumanWorth } from './human-excess.js'
import type { EvictionState } from './step.js'

/** Sizes of a context, in contexts that fit and in base tokens; the larger of both counts. More than `from` is a backlog: its checkpoints would
 * cost minutes, and most of their lines would leave again, because all checkpoints together have a size. It is brought to `to`, so that
 * each message leaves once and the work is linear. `recent`: the newest messages, of both sides, which leave by the ordinary
 * rules only. The tokens take about 4 s to cover. With contexts alone, a session of 8K lost what 4 s would have kept. */
const SIZES = {
  from: { contexts: 6, tokens: 240_000 },
  to: { contexts: 4, tokens: 120_000 },
  recent: { contexts: 2, tokens: 60_000 },
}

function sizeOf(session: EvictionState['session'], { contexts, tokens }: { contexts: number; tokens: number }): number {
  return Math.max(contexts * fitLimit(session), tokens)
}

/** Share of a context up to which a message counts: a few giants are no history, and shrink by rules of their own. */
const GIANT_SHARE = 0.25

/** What leaves, in this order: what may be covered, the oldest first, then messages of a person that say least. */
export interface Backlog {
  plan: Pick<CompressionPlan, 'seqs' | 'humanMessagesWithResults'> | null
  /** Base tokens that still have to leave. */
  humanTokens: number
}

/** Whether the context may be many times too large. False where nothing is ever covered: a read evicts there what does not fit. */
export function mayHaveBacklog(session: EvictionState['session']): boolean {
  const { tokenCounts, policy } = session
  if (triggerTokens(baseLimit(session), tokenCounts, policy.summarize) === null) return false
  return usedTokens(tokenCounts) > sizeOf(session, SIZES.from)
}

/** Returns the oldest messages that a checkpoint could cover, as many as the context is too large; null if it is not. */
export function planBacklog(session: EvictionState['session'], entries: readonly ViewEntry[]): Backlog | null {
  const fit = fitLimit(session)
  const counted = (some: readonly ViewEntry[]) =>
    some.reduce((sum, { viewTokens }) => sum + Math.min(viewTokens, GIANT_SHARE * fit), 0)
  const all = counted(entries)
  if (all <= sizeOf(session, SIZES.from)) return null
  const units = unitsOf(entries, session.lastSpokenSeq)
  const open = openSeqs(session, entries)
  const recentFrom = recentStart(session, units)
  let left = all - sizeOf(session, SIZES.to)
  const leaving = units.filter((unit) => {
    if (left <= 0 || unit.entries.some(({ seq }) => seq >= recentFrom)) return false
    if (unit.entries.some((entry) => isProtected(session.policy, entry))) return false
    if (!isCompressible(unit, open)) return false
    left -= counted(unit.entries)
    return true
  })
  // A person's words never leave with what they answer to.
  return { plan: planUnits(leaving), humanTokens: Math.max(0, left) }
}

/** Returns the messages of a person that leave, where these messages alone are many times too large. Never the first or the newest. */
export function planHumanBacklog(
  session: EvictionState['session'],
  entries: readonly ViewEntry[],
  tokens: number,
  worth: HumanWorth,
): number[] {
  const units = unitsOf(entries, session.lastSpokenSeq)
  const tailFrom = recentStart(session, units)
  return leastSaying(units, session.policy, { worth, tailFrom, tokens })
    .flatMap((unit) => unit.entries.map(({ seq }) => seq))
    .filter((seq) => seq < tailFrom)
}

function recentStart(session: EvictionState['session'], units: readonly Unit[]): number {
  return tailStart(units, { tokens: sizeOf(session, SIZES.recent), messages: 1 })
}
