import { minGainTokens, baseLimit, fitLimit } from '../session/model-tokens.js'
import type { CutKind } from '../context/cut.js'
import { partKey, type Reduction } from '../context/reduction.js'
import type { ViewEntry } from '../message.js'
import { keptGroupsFrom } from '../reductions/candidates.js'
import { offloadAbove } from '../reductions/on-append.js'
import { conversationTokens, triggerTokens, usedTokens } from '../session/budget.js'
import type { Session } from '../session/session.js'
import { humanFreeTokens } from './human-excess.js'

/** Share of the limit that stays free below the trigger, so that what comes back does not cause the next cut. [D6] */
const FREE_SHARE = 0.1

/** Messages and parts that come back into the context. */
export interface Return {
  /** Evicted messages, by seq. */
  seqs: number[]
  /** Offloads of text and of tool results. */
  reductions: Reduction[]
}

/** Kinds of cuts that free tokens and break the prefix anyway. Under pressure nothing comes back. [P12] */
const RETURNING: ReadonlySet<CutKind> = new Set(['compression', 'upgrade', 'mask', 'watermark'])

/** Returns what left under pressure and fits again: first the messages of the user, then offloaded text and results, the
 * newest first of each. [R4]
 * @param session with the token counts after the cut
 * @param tokensBefore tokens in the context before the cut, which keeps its minimum gain */
export function planReturn(
  session: Pick<Session, 'limit' | 'reserve' | 'scale' | 'policy' | 'tokenCounts' | 'pressedOut'>,
  { entries, reductions }: { entries: readonly ViewEntry[]; reductions: readonly Reduction[] },
  { kind, tokensBefore }: { kind: CutKind; tokensBefore: number },
): Return {
  const chosen: Return = { seqs: [], reductions: [] }
  if (!RETURNING.has(kind)) return chosen
  let freeTokens = freeTokensFor(session, tokensBefore)
  let humanTokens = humanFreeTokens(entries, session)
  for (const { seq, tokens } of (session.pressedOut ?? []).toReversed()) {
    // A long message that does not fit yet must not keep the short ones before it out.
    if (tokens > Math.min(freeTokens, humanTokens)) continue
    freeTokens -= tokens
    humanTokens -= tokens
    chosen.seqs.push(seq)
  }
  for (const reduction of returnable(session, entries, reductions).toReversed()) {
    const tokens = reduction.tokensBefore - reduction.tokensAfter
    if (tokens > freeTokens) continue
    freeTokens -= tokens
    chosen.reductions.push(reduction)
  }
  return chosen
}

/** Returns the offloads that a return would undo for long: those that pressure alone caused. A result that its rule would
 * offload or mask again would cost the next cut. [D1] [D5] */
function returnable(
  session: Pick<Session, 'limit' | 'scale' | 'policy'>,
  entries: readonly ViewEntry[],
  reductions: readonly Reduction[],
): Reduction[] {
  const inContext = new Set(entries.map(({ seq }) => seq))
  const newest = new Map(reductions.map(({ seq, part, id }) => [partKey(seq, part), id]))
  const { mask } = session.policy
  const resultsFrom = mask === null ? 0 : keptGroupsFrom(entries, mask.keepGroups)
  return reductions.filter(({ id, kind, seq, part, cutId, tokensBefore }) => {
    if (!inContext.has(seq) || newest.get(partKey(seq, part)) !== id) return false
    if (kind === 'offload-text') return true
    return kind === 'offload' && cutId !== null && seq >= resultsFrom && tokensBefore <= offloadAbove(session)
  })
}

function freeTokensFor(session: Parameters<typeof planReturn>[0], tokensBefore: number): number {
  const { tokenCounts, policy } = session
  const limit = baseLimit(session)
  const used = usedTokens(tokenCounts)
  const trigger = triggerTokens(limit, tokenCounts, policy.summarize)
  const below = Math.min(
    fitLimit(session) - used,
    trigger === null ? Infinity : trigger - conversationTokens(tokenCounts),
  )
  return Math.min(below - FREE_SHARE * limit, tokensBefore - used - minGainTokens(session))
}
